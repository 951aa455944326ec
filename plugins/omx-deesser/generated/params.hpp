// Generated from plugins/omx-deesser/declaration.ts by `npm run generate`. Do not edit.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::deesser {

/// Indices into `params`.
namespace param {
enum Index : std::uint32_t { threshold, range, freq, width, mode, listen, attack, release, count };
}  // namespace param

/// Indices into `meters`.
namespace meter {
enum Index : std::uint32_t { reduction, count };
}  // namespace meter

inline constexpr const char* labels_0[] = {"Wide", "Split"};

inline constexpr ParamInfo params[] = {
    {1, "threshold", "Threshold", "", Unit::db, OffAt::never, -60, 0, -30, 0, 20, {}},
    {2, "range", "Range", "", Unit::db, OffAt::never, 0, 24, 8, 0, 20, {}},
    {3, "freq", "Freq", "Band", Unit::hz, OffAt::never, 2000, 16000, 6500, 0, 20, {}},
    {4, "width", "Width", "Band", Unit::octaves, OffAt::never, 0.25, 3, 1.25, 0.05, 20, {}},
    {5, "mode", "Mode", "Band", Unit::choice, OffAt::never, 0, 1, 1, 1, 20, labels_0},
    {6, "listen", "Listen", "Band", Unit::toggle, OffAt::never, 0, 1, 0, 1, 20, {}},
    {7, "attack", "Attack", "Timing", Unit::ms, OffAt::never, 0.05, 20, 1, 0, 0, {}},
    {8, "release", "Release", "Timing", Unit::ms, OffAt::never, 10, 500, 50, 0, 0, {}},
};

inline constexpr MeterInfo meters[] = {
    {"reduction", "Reduction", Unit::db, -24, 0, true},
};

inline constexpr double preset_0[] = {-32, 8, 7500, 1.2, 1, 0, 1, 50};
inline constexpr double preset_1[] = {-30, 8, 5500, 1.2, 1, 0, 1, 50};
inline constexpr double preset_2[] = {-34, 10, 6000, 1.8, 0, 0, 0.5, 40};
inline constexpr double preset_3[] = {-28, 4, 8000, 2, 1, 0, 2, 80};
inline constexpr double preset_4[] = {-26, 6, 9500, 1.5, 1, 0, 3, 120};
inline constexpr double preset_5[] = {-40, 15, 4200, 0.4, 1, 0, 1, 50};
inline constexpr PresetInfo presets[] = {
    {"female_vocal", "Female Vocal", preset_0},
    {"male_vocal", "Male Vocal", preset_1},
    {"broadcast_voice", "Broadcast Voice", preset_2},
    {"gentle_bus", "Gentle Bus", preset_3},
    {"cymbals", "Cymbals", preset_4},
    {"whistle_tamer", "Whistle Tamer", preset_5},
};

inline constexpr const char* features[] = {"audio-effect", "de-esser", "stereo", nullptr};

inline constexpr EffectInfo info{
    "org.plugin-hostd.omx-deesser",
    "omx-deesser",
    "0.1.0",
    "De-esser that reduces the whole signal or the sibilant band alone",
    features,
    params,
    meters,
    presets,
    /*has_side_chain=*/false,
    /*uses_tempo=*/false,
    /*has_latency=*/false,
};

}  // namespace omx::deesser

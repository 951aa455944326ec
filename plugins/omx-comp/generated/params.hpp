// Generated from plugins/omx-comp/declaration.ts by `npm run generate`. Do not edit.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::comp {

/// Indices into `params`.
namespace param {
enum Index : std::uint32_t { threshold, ratio, knee, attack, release, detector, makeup, auto_makeup, mix, link, key, key_hpf, count };
}  // namespace param

/// Indices into `meters`.
namespace meter {
enum Index : std::uint32_t { reduction, count };
}  // namespace meter

inline constexpr const char* labels_0[] = {"Peak", "RMS"};
inline constexpr const char* labels_1[] = {"Input", "Side chain"};

inline constexpr ParamInfo params[] = {
    {1, "threshold", "Threshold", "Curve", Unit::db, OffAt::never, -60, 0, -18, 0, 20, {}},
    {2, "ratio", "Ratio", "Curve", Unit::ratio, OffAt::max, 1, 20, 4, 0, 20, {}},
    {3, "knee", "Knee", "Curve", Unit::db, OffAt::never, 0, 30, 6, 0, 20, {}},
    {4, "attack", "Attack", "Timing", Unit::ms, OffAt::never, 0.05, 250, 10, 0, 0, {}},
    {5, "release", "Release", "Timing", Unit::ms, OffAt::never, 5, 3000, 120, 0, 0, {}},
    {6, "detector", "Detector", "Timing", Unit::choice, OffAt::never, 0, 1, 0, 1, 0, labels_0},
    {7, "makeup", "Makeup", "Output", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {8, "auto_makeup", "Auto Makeup", "Output", Unit::toggle, OffAt::never, 0, 1, 0, 1, 20, {}},
    {9, "mix", "Mix", "Output", Unit::percent, OffAt::never, 0, 1, 1, 0, 20, {}},
    {10, "link", "Link", "Key", Unit::percent, OffAt::never, 0, 1, 1, 0, 20, {}},
    {11, "key", "Key", "Key", Unit::choice, OffAt::never, 0, 1, 0, 1, 0, labels_1},
    {12, "key_hpf", "Key HPF", "Key", Unit::hz, OffAt::min, 20, 2000, 20, 0, 20, {}},
};

inline constexpr MeterInfo meters[] = {
    {"reduction", "Reduction", Unit::db, -60, 0, true},
};

inline constexpr double preset_0[] = {-20, 3, 8, 5, 90, 0, 4, 0, 1, 1, 0, 90};
inline constexpr double preset_1[] = {-16, 4, 3, 25, 110, 0, 3, 0, 1, 1, 0, 20};
inline constexpr double preset_2[] = {-22, 4, 6, 15, 180, 1, 2, 0, 1, 1, 0, 20};
inline constexpr double preset_3[] = {-14, 2, 10, 30, 250, 1, 0, 0, 1, 1, 0, 100};
inline constexpr double preset_4[] = {-36, 10, 3, 1, 60, 0, 12, 0, 0.35, 1, 0, 20};
inline constexpr double preset_5[] = {-3, 20, 0, 0.05, 60, 0, 0, 0, 1, 1, 0, 20};
inline constexpr double preset_6[] = {-36, 6, 6, 8, 350, 1, 0, 0, 1, 1, 1, 20};
inline constexpr PresetInfo presets[] = {
    {"vocal", "Vocal", preset_0},
    {"drum_punch", "Drum Punch", preset_1},
    {"bass", "Bass", preset_2},
    {"bus_glue", "Bus Glue", preset_3},
    {"parallel_crush", "Parallel Crush", preset_4},
    {"peak_limiter", "Peak Limiter", preset_5},
    {"ducking", "Ducking", preset_6},
};

inline constexpr const char* features[] = {"audio-effect", "compressor", "stereo", nullptr};

inline constexpr EffectInfo info{
    "org.plugin-hostd.omx-comp",
    "omx-comp",
    "0.1.0",
    "Compressor and limiter with a soft knee and a side chain",
    features,
    params,
    meters,
    presets,
    /*has_side_chain=*/true,
    /*uses_tempo=*/false,
    /*has_latency=*/false,
};

}  // namespace omx::comp

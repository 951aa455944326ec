// Generated from plugins/omx-drive/declaration.ts by `npm run generate`. Do not edit.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::drive {

/// Indices into `params`.
namespace param {
enum Index : std::uint32_t { drive, curve, band, split, tilt, tone, mix, output, auto_gain, count };
}  // namespace param

/// Indices into `meters`.
namespace meter {
enum Index : std::uint32_t { count };
}  // namespace meter

inline constexpr const char* labels_0[] = {"Soft", "Tape", "Tube", "Exciter"};
inline constexpr const char* labels_1[] = {"Full", "Low", "High", "Tilt"};

inline constexpr ParamInfo params[] = {
    {1, "drive", "Drive", "", Unit::db, OffAt::never, 0, 30, 9, 0, 20, {}},
    {2, "curve", "Curve", "", Unit::choice, OffAt::never, 0, 3, 0, 1, 20, labels_0},
    {3, "band", "Band", "", Unit::choice, OffAt::never, 0, 3, 0, 1, 20, labels_1},
    {4, "split", "Split", "", Unit::hz, OffAt::never, 60, 12000, 800, 0, 20, {}},
    {5, "tilt", "Tilt", "", Unit::db, OffAt::never, -6, 6, 3, 0, 20, {}},
    {6, "tone", "Tone", "", Unit::hz, OffAt::max, 500, 20000, 20000, 0, 20, {}},
    {7, "mix", "Mix", "", Unit::percent, OffAt::never, 0, 1, 1, 0, 20, {}},
    {8, "output", "Output", "", Unit::db, OffAt::never, -24, 12, 0, 0, 20, {}},
    {9, "auto_gain", "Auto Gain", "", Unit::toggle, OffAt::never, 0, 1, 1, 1, 20, {}},
};

inline constexpr std::span<const MeterInfo> meters;

inline constexpr double preset_0[] = {6, 1, 0, 800, 3, 20000, 1, 0, 1};
inline constexpr double preset_1[] = {10, 2, 0, 800, 3, 20000, 0.6, 0, 1};
inline constexpr double preset_2[] = {14, 2, 1, 250, 3, 5000, 1, 0, 1};
inline constexpr double preset_3[] = {12, 3, 2, 3500, 3, 20000, 0.5, 0, 1};
inline constexpr double preset_4[] = {24, 0, 0, 800, 3, 20000, 0.35, 0, 1};
inline constexpr double preset_5[] = {20, 0, 3, 700, -5, 6000, 1, 0, 1};
inline constexpr PresetInfo presets[] = {
    {"warm_bus", "Warm Bus", preset_0},
    {"tube_voice", "Tube Voice", preset_1},
    {"bass_weight", "Bass Weight", preset_2},
    {"air", "Air", preset_3},
    {"parallel_crunch", "Parallel Crunch", preset_4},
    {"dark_grit", "Dark Grit", preset_5},
};

inline constexpr const char* features[] = {"audio-effect", "distortion", "stereo", nullptr};

inline constexpr EffectInfo info{
    "org.plugin-hostd.omx-drive",
    "omx-drive",
    "0.1.0",
    "Soft, tape, tube and exciter saturation of all or a part of the spectrum, without aliases",
    features,
    params,
    meters,
    presets,
    /*has_side_chain=*/false,
    /*uses_tempo=*/false,
    /*has_latency=*/true,
};

}  // namespace omx::drive

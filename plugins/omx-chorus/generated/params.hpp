// Generated from plugins/omx-chorus/declaration.ts by `npm run generate`. Do not edit.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::chorus {

/// Indices into `params`.
namespace param {
enum Index : std::uint32_t { voices, rate, depth, delay, shape, spread, low_cut, high_cut, mix, count };
}  // namespace param

/// Indices into `meters`.
namespace meter {
enum Index : std::uint32_t { count };
}  // namespace meter

inline constexpr const char* labels_0[] = {"Sine", "Triangle"};

inline constexpr ParamInfo params[] = {
    {1, "voices", "Voices", "", Unit::count, OffAt::never, 1, 4, 2, 1, 20, {}},
    {2, "rate", "Rate", "", Unit::hz, OffAt::never, 0.01, 10, 0.6, 0, 20, {}},
    {3, "depth", "Depth", "", Unit::ms, OffAt::never, 0, 10, 3, 0, 50, {}},
    {4, "delay", "Delay", "", Unit::ms, OffAt::never, 1, 40, 12, 0, 50, {}},
    {5, "shape", "Shape", "", Unit::choice, OffAt::never, 0, 1, 0, 1, 20, labels_0},
    {6, "spread", "Spread", "", Unit::degrees, OffAt::never, 0, 180, 90, 0, 20, {}},
    {7, "low_cut", "Low Cut", "", Unit::hz, OffAt::min, 20, 1000, 20, 0, 20, {}},
    {8, "high_cut", "High Cut", "", Unit::hz, OffAt::max, 1000, 20000, 20000, 0, 20, {}},
    {9, "mix", "Mix", "", Unit::percent, OffAt::never, 0, 1, 0.5, 0, 20, {}},
};

inline constexpr std::span<const MeterInfo> meters;

inline constexpr double preset_0[] = {2, 0.5, 3, 10, 0, 90, 20, 20000, 0.5};
inline constexpr double preset_1[] = {4, 0.35, 5, 15, 0, 180, 120, 20000, 0.5};
inline constexpr double preset_2[] = {3, 0.12, 8, 20, 0, 120, 20, 20000, 0.4};
inline constexpr double preset_3[] = {2, 0.7, 2.5, 8, 0, 90, 250, 20000, 0.35};
inline constexpr double preset_4[] = {1, 5, 1.2, 2, 0, 0, 20, 20000, 1};
inline constexpr double preset_5[] = {1, 0.8, 4, 6, 1, 0, 20, 6000, 0.5};
inline constexpr PresetInfo presets[] = {
    {"classic_two_voices", "Classic Two Voices", preset_0},
    {"wide_ensemble", "Wide Ensemble", preset_1},
    {"slow_shimmer", "Slow Shimmer", preset_2},
    {"bass_keeps_still", "Bass Keeps Still", preset_3},
    {"vibrato", "Vibrato", preset_4},
    {"old_pedal", "Old Pedal", preset_5},
};

inline constexpr const char* features[] = {"audio-effect", "chorus", "stereo", nullptr};

inline constexpr EffectInfo info{
    "org.plugin-hostd.omx-chorus",
    "omx-chorus",
    "0.1.0",
    "Chorus of up to four voices with spread and full treble",
    features,
    params,
    meters,
    presets,
    /*has_side_chain=*/false,
    /*uses_tempo=*/false,
    /*has_latency=*/false,
};

}  // namespace omx::chorus

// Generated from plugins/omx-flanger/declaration.ts by `npm run generate`. Do not edit.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::flanger {

/// Indices into `params`.
namespace param {
enum Index : std::uint32_t { voices, rate, depth, delay, feedback, shape, spread, polarity, through_zero, mix, count };
}  // namespace param

/// Indices into `meters`.
namespace meter {
enum Index : std::uint32_t { count };
}  // namespace meter

inline constexpr const char* labels_0[] = {"Sine", "Triangle"};
inline constexpr const char* labels_1[] = {"Normal", "Inverted"};

inline constexpr ParamInfo params[] = {
    {1, "voices", "Voices", "", Unit::count, OffAt::never, 1, 4, 1, 1, 20, {}},
    {2, "rate", "Rate", "", Unit::hz, OffAt::never, 0.01, 10, 0.25, 0, 20, {}},
    {3, "depth", "Depth", "", Unit::ms, OffAt::never, 0, 10, 3, 0, 50, {}},
    {4, "delay", "Delay", "", Unit::ms, OffAt::never, 0.2, 10, 0.4, 0, 50, {}},
    {5, "feedback", "Feedback", "", Unit::percent, OffAt::never, -0.95, 0.95, 0.4, 0, 20, {}},
    {6, "shape", "Shape", "", Unit::choice, OffAt::never, 0, 1, 0, 1, 20, labels_0},
    {7, "spread", "Spread", "", Unit::degrees, OffAt::never, 0, 180, 30, 0, 20, {}},
    {8, "polarity", "Polarity", "", Unit::choice, OffAt::never, 0, 1, 0, 1, 20, labels_1},
    {9, "through_zero", "Through Zero", "", Unit::toggle, OffAt::never, 0, 1, 0, 1, 20, {}},
    {10, "mix", "Mix", "", Unit::percent, OffAt::never, 0, 1, 0.5, 0, 20, {}},
};

inline constexpr std::span<const MeterInfo> meters;

inline constexpr double preset_0[] = {1, 0.08, 4, 0.3, 0.5, 0, 30, 0, 0, 0.4};
inline constexpr double preset_1[] = {1, 0.2, 3, 0.5, -0.6, 0, 30, 1, 0, 0.5};
inline constexpr double preset_2[] = {1, 0.1, 2, 0.2, 0, 0, 30, 0, 1, 0.5};
inline constexpr double preset_3[] = {4, 0.15, 5, 1, 0.3, 0, 180, 0, 0, 0.4};
inline constexpr double preset_4[] = {1, 0.02, 0.8, 1.2, 0.92, 0, 30, 0, 0, 0.4};
inline constexpr double preset_5[] = {1, 0.5, 2.5, 0.6, 0.5, 1, 0, 0, 0, 0.5};
inline constexpr PresetInfo presets[] = {
    {"slow_jet", "Slow Jet", preset_0},
    {"hollow", "Hollow", preset_1},
    {"tape_through_zero", "Tape Through Zero", preset_2},
    {"wide_four", "Wide Four", preset_3},
    {"metal_comb", "Metal Comb", preset_4},
    {"pedal", "Pedal", preset_5},
};

inline constexpr const char* features[] = {"audio-effect", "flanger", "stereo", nullptr};

inline constexpr EffectInfo info{
    "org.plugin-hostd.omx-flanger",
    "omx-flanger",
    "0.1.0",
    "Flanger of up to four voices with feedback of either sign, also through zero",
    features,
    params,
    meters,
    presets,
    /*has_side_chain=*/false,
    /*uses_tempo=*/false,
    /*has_latency=*/false,
};

}  // namespace omx::flanger

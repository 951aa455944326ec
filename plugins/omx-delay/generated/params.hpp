// Generated from plugins/omx-delay/declaration.ts by `npm run generate`. Do not edit.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::delay {

/// Indices into `params`.
namespace param {
enum Index : std::uint32_t { time, feedback, mix, tone, mode, offset, count };
}  // namespace param

/// Indices into `meters`.
namespace meter {
enum Index : std::uint32_t { count };
}  // namespace meter

inline constexpr const char* labels_0[] = {"Stereo", "Ping-pong"};

inline constexpr ParamInfo params[] = {
    {1, "time", "Time", "", Unit::ms, OffAt::never, 1, 2000, 350, 0, 30, {}},
    {2, "feedback", "Feedback", "", Unit::percent, OffAt::never, 0, 0.95, 0.35, 0, 20, {}},
    {3, "mix", "Mix", "", Unit::percent, OffAt::never, 0, 1, 0.3, 0, 20, {}},
    {4, "tone", "Tone", "", Unit::hz, OffAt::max, 200, 20000, 6000, 0, 20, {}},
    {5, "mode", "Mode", "", Unit::choice, OffAt::never, 0, 1, 0, 1, 20, labels_0},
    {6, "offset", "Offset", "", Unit::ms, OffAt::never, -100, 100, 0, 0, 30, {}},
};

inline constexpr std::span<const MeterInfo> meters;

inline constexpr std::span<const PresetInfo> presets;

inline constexpr const char* features[] = {"audio-effect", "delay", "stereo", nullptr};

inline constexpr EffectInfo info{
    "org.plugin-hostd.omx-delay",
    "omx-delay",
    "0.1.0",
    "Stereo and ping-pong delay to 2 s with a tone filter in the feedback",
    features,
    params,
    meters,
    presets,
    /*has_side_chain=*/false,
    /*uses_tempo=*/false,
    /*has_latency=*/false,
};

}  // namespace omx::delay

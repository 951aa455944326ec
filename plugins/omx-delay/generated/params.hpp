// Generated from plugins/omx-delay/declaration.ts by `npm run generate`. Do not edit.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::delay {

/// Indices into `params`.
namespace param {
enum Index : std::uint32_t { time, feedback, mix, tone, mode, offset, change, sync, count };
}  // namespace param

/// Indices into `meters`.
namespace meter {
enum Index : std::uint32_t { count };
}  // namespace meter

inline constexpr const char* labels_0[] = {"Stereo", "Ping-pong"};
inline constexpr const char* labels_1[] = {"Fade", "Glide"};
inline constexpr const char* labels_2[] = {"Off", "1/16T", "1/16", "1/16D", "1/8T", "1/8", "1/8D", "1/4T", "1/4", "1/4D", "1/2T", "1/2", "1/2D", "1/1T", "1/1", "1/1D"};

inline constexpr ParamInfo params[] = {
    {1, "time", "Time", "", Unit::ms, OffAt::never, 1, 2000, 350, 0, 30, {}},
    {2, "feedback", "Feedback", "", Unit::percent, OffAt::never, 0, 0.95, 0.35, 0, 20, {}},
    {3, "mix", "Mix", "", Unit::percent, OffAt::never, 0, 1, 0.3, 0, 20, {}},
    {4, "tone", "Tone", "", Unit::hz, OffAt::max, 200, 20000, 6000, 0, 20, {}},
    {5, "mode", "Mode", "", Unit::choice, OffAt::never, 0, 1, 0, 1, 20, labels_0},
    {6, "offset", "Offset", "", Unit::ms, OffAt::never, -100, 100, 0, 0, 30, {}},
    {7, "change", "Change", "", Unit::choice, OffAt::never, 0, 1, 0, 1, 20, labels_1},
    {8, "sync", "Sync", "", Unit::choice, OffAt::never, 0, 15, 0, 1, 20, labels_2},
};

inline constexpr std::span<const MeterInfo> meters;

inline constexpr double preset_0[] = {110, 0.1, 0.3, 4500, 0, 0, 0, 0};
inline constexpr double preset_1[] = {350, 0.45, 0.3, 6000, 1, 0, 0, 6};
inline constexpr double preset_2[] = {380, 0.5, 0.3, 2500, 0, 0, 1, 0};
inline constexpr double preset_3[] = {350, 0.35, 0.25, 5000, 0, 0, 0, 8};
inline constexpr double preset_4[] = {18, 0, 0.5, 20000, 0, 12, 0, 0};
inline constexpr double preset_5[] = {350, 0.9, 0.35, 1500, 1, 0, 1, 9};
inline constexpr PresetInfo presets[] = {
    {"slapback", "Slapback", preset_0},
    {"ping_pong_dotted_eighth", "Ping-Pong Dotted Eighth", preset_1},
    {"tape_echo", "Tape Echo", preset_2},
    {"quarter_notes", "Quarter Notes", preset_3},
    {"doubler", "Doubler", preset_4},
    {"endless_dub", "Endless Dub", preset_5},
};

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
    /*uses_tempo=*/true,
    /*has_latency=*/false,
};

}  // namespace omx::delay

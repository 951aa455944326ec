// Generated from plugins/omx-reverb/declaration.ts by `npm run generate`. Do not edit.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::reverb {

/// Indices into `params`.
namespace param {
enum Index : std::uint32_t { type, predelay, size, decay, damping, early, motion, width, low_cut, high_cut, mix, count };
}  // namespace param

/// Indices into `meters`.
namespace meter {
enum Index : std::uint32_t { count };
}  // namespace meter

inline constexpr const char* labels_0[] = {"Room", "Chamber", "Plate", "Hall"};

inline constexpr ParamInfo params[] = {
    {1, "type", "Type", "", Unit::choice, OffAt::never, 0, 3, 0, 1, 60, labels_0},
    {2, "predelay", "Predelay", "", Unit::ms, OffAt::never, 0, 200, 10, 0, 60, {}},
    {3, "size", "Size", "", Unit::percent, OffAt::never, 0, 1, 0.5, 0, 60, {}},
    {4, "decay", "Decay", "", Unit::s, OffAt::never, 0.4, 20, 1.5, 0, 30, {}},
    {5, "damping", "Damping", "", Unit::hz, OffAt::max, 2000, 20000, 6000, 0, 30, {}},
    {6, "early", "Early", "", Unit::percent, OffAt::never, 0, 1, 0.5, 0, 20, {}},
    {7, "motion", "Motion", "", Unit::percent, OffAt::never, 0, 1, 0.5, 0, 20, {}},
    {8, "width", "Width", "", Unit::percent, OffAt::never, 0, 1, 1, 0, 20, {}},
    {9, "low_cut", "Low Cut", "", Unit::hz, OffAt::min, 20, 1000, 80, 0, 20, {}},
    {10, "high_cut", "High Cut", "", Unit::hz, OffAt::max, 1000, 20000, 12000, 0, 20, {}},
    {11, "mix", "Mix", "", Unit::percent, OffAt::never, 0, 1, 0.25, 0, 20, {}},
};

inline constexpr std::span<const MeterInfo> meters;

inline constexpr double preset_0[] = {2, 25, 0.5, 1.6, 7000, 0.5, 0.5, 1, 150, 12000, 0.25};
inline constexpr double preset_1[] = {0, 0, 0.4, 0.6, 8000, 0.8, 0.5, 1, 80, 12000, 0.25};
inline constexpr double preset_2[] = {0, 2, 0.1, 0.4, 6000, 1, 0.5, 1, 80, 12000, 0.2};
inline constexpr double preset_3[] = {1, 12, 0.5, 1.2, 4500, 0.5, 0.5, 1, 120, 12000, 0.25};
inline constexpr double preset_4[] = {3, 20, 0.6, 2.4, 4000, 0.5, 0.5, 1, 80, 12000, 0.3};
inline constexpr double preset_5[] = {3, 40, 1, 6, 3000, 0.3, 0.5, 1, 80, 12000, 0.35};
inline constexpr double preset_6[] = {3, 15, 0.5, 1.9, 5000, 0.5, 0.1, 1, 80, 12000, 0.25};
inline constexpr double preset_7[] = {2, 10, 1, 20, 9000, 0.5, 0.8, 1, 200, 12000, 0.5};
inline constexpr PresetInfo presets[] = {
    {"vocal_plate", "Vocal Plate", preset_0},
    {"drum_room", "Drum Room", preset_1},
    {"tight_ambience", "Tight Ambience", preset_2},
    {"guitar_chamber", "Guitar Chamber", preset_3},
    {"concert_hall", "Concert Hall", preset_4},
    {"cathedral", "Cathedral", preset_5},
    {"piano_hall", "Piano Hall", preset_6},
    {"endless_pad", "Endless Pad", preset_7},
};

inline constexpr const char* features[] = {"audio-effect", "reverb", "stereo", nullptr};

inline constexpr EffectInfo info{
    "org.plugin-hostd.omx-reverb",
    "omx-reverb",
    "0.1.0",
    "Room, chamber, plate and hall from a feedback delay network of sixteen lines",
    features,
    params,
    meters,
    presets,
    /*has_side_chain=*/false,
    /*uses_tempo=*/false,
    /*has_latency=*/false,
};

}  // namespace omx::reverb

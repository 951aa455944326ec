// Generated from plugins/omx-eq8/declaration.ts by `npm run generate`. Do not edit.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::eq8 {

/// Indices into `params`.
namespace param {
enum Index : std::uint32_t { hpf, hpf_slope, lpf, lpf_slope, gain, b1_on, b1_type, b1_freq, b1_gain, b1_q, b2_on, b2_type, b2_freq, b2_gain, b2_q, b3_on, b3_type, b3_freq, b3_gain, b3_q, b4_on, b4_type, b4_freq, b4_gain, b4_q, b5_on, b5_type, b5_freq, b5_gain, b5_q, b6_on, b6_type, b6_freq, b6_gain, b6_q, b7_on, b7_type, b7_freq, b7_gain, b7_q, b8_on, b8_type, b8_freq, b8_gain, b8_q, count };
}  // namespace param

/// Indices into `meters`.
namespace meter {
enum Index : std::uint32_t { count };
}  // namespace meter

inline constexpr const char* labels_0[] = {"12 dB/oct", "24 dB/oct"};
inline constexpr const char* labels_1[] = {"Bell", "Low shelf", "High shelf", "Notch", "All-pass"};

inline constexpr ParamInfo params[] = {
    {1, "hpf", "HPF", "Filters", Unit::hz, OffAt::min, 10, 20000, 10, 0, 20, {}},
    {2, "hpf_slope", "HPF Slope", "Filters", Unit::choice, OffAt::never, 0, 1, 0, 1, 20, labels_0},
    {3, "lpf", "LPF", "Filters", Unit::hz, OffAt::max, 20, 22000, 22000, 0, 20, {}},
    {4, "lpf_slope", "LPF Slope", "Filters", Unit::choice, OffAt::never, 0, 1, 0, 1, 20, labels_0},
    {5, "gain", "Gain", "", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {10, "b1_on", "B1 On", "Band 1", Unit::toggle, OffAt::never, 0, 1, 1, 1, 20, {}},
    {11, "b1_type", "B1 Type", "Band 1", Unit::choice, OffAt::never, 0, 4, 0, 1, 20, labels_1},
    {12, "b1_freq", "B1 Freq", "Band 1", Unit::hz, OffAt::never, 20, 20000, 60, 0, 20, {}},
    {13, "b1_gain", "B1 Gain", "Band 1", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {14, "b1_q", "B1 Q", "Band 1", Unit::q, OffAt::never, 0.1, 40, 0.71, 0, 20, {}},
    {20, "b2_on", "B2 On", "Band 2", Unit::toggle, OffAt::never, 0, 1, 1, 1, 20, {}},
    {21, "b2_type", "B2 Type", "Band 2", Unit::choice, OffAt::never, 0, 4, 0, 1, 20, labels_1},
    {22, "b2_freq", "B2 Freq", "Band 2", Unit::hz, OffAt::never, 20, 20000, 120, 0, 20, {}},
    {23, "b2_gain", "B2 Gain", "Band 2", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {24, "b2_q", "B2 Q", "Band 2", Unit::q, OffAt::never, 0.1, 40, 0.71, 0, 20, {}},
    {30, "b3_on", "B3 On", "Band 3", Unit::toggle, OffAt::never, 0, 1, 1, 1, 20, {}},
    {31, "b3_type", "B3 Type", "Band 3", Unit::choice, OffAt::never, 0, 4, 0, 1, 20, labels_1},
    {32, "b3_freq", "B3 Freq", "Band 3", Unit::hz, OffAt::never, 20, 20000, 250, 0, 20, {}},
    {33, "b3_gain", "B3 Gain", "Band 3", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {34, "b3_q", "B3 Q", "Band 3", Unit::q, OffAt::never, 0.1, 40, 0.71, 0, 20, {}},
    {40, "b4_on", "B4 On", "Band 4", Unit::toggle, OffAt::never, 0, 1, 1, 1, 20, {}},
    {41, "b4_type", "B4 Type", "Band 4", Unit::choice, OffAt::never, 0, 4, 0, 1, 20, labels_1},
    {42, "b4_freq", "B4 Freq", "Band 4", Unit::hz, OffAt::never, 20, 20000, 500, 0, 20, {}},
    {43, "b4_gain", "B4 Gain", "Band 4", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {44, "b4_q", "B4 Q", "Band 4", Unit::q, OffAt::never, 0.1, 40, 0.71, 0, 20, {}},
    {50, "b5_on", "B5 On", "Band 5", Unit::toggle, OffAt::never, 0, 1, 1, 1, 20, {}},
    {51, "b5_type", "B5 Type", "Band 5", Unit::choice, OffAt::never, 0, 4, 0, 1, 20, labels_1},
    {52, "b5_freq", "B5 Freq", "Band 5", Unit::hz, OffAt::never, 20, 20000, 1000, 0, 20, {}},
    {53, "b5_gain", "B5 Gain", "Band 5", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {54, "b5_q", "B5 Q", "Band 5", Unit::q, OffAt::never, 0.1, 40, 0.71, 0, 20, {}},
    {60, "b6_on", "B6 On", "Band 6", Unit::toggle, OffAt::never, 0, 1, 1, 1, 20, {}},
    {61, "b6_type", "B6 Type", "Band 6", Unit::choice, OffAt::never, 0, 4, 0, 1, 20, labels_1},
    {62, "b6_freq", "B6 Freq", "Band 6", Unit::hz, OffAt::never, 20, 20000, 2000, 0, 20, {}},
    {63, "b6_gain", "B6 Gain", "Band 6", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {64, "b6_q", "B6 Q", "Band 6", Unit::q, OffAt::never, 0.1, 40, 0.71, 0, 20, {}},
    {70, "b7_on", "B7 On", "Band 7", Unit::toggle, OffAt::never, 0, 1, 1, 1, 20, {}},
    {71, "b7_type", "B7 Type", "Band 7", Unit::choice, OffAt::never, 0, 4, 0, 1, 20, labels_1},
    {72, "b7_freq", "B7 Freq", "Band 7", Unit::hz, OffAt::never, 20, 20000, 4000, 0, 20, {}},
    {73, "b7_gain", "B7 Gain", "Band 7", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {74, "b7_q", "B7 Q", "Band 7", Unit::q, OffAt::never, 0.1, 40, 0.71, 0, 20, {}},
    {80, "b8_on", "B8 On", "Band 8", Unit::toggle, OffAt::never, 0, 1, 1, 1, 20, {}},
    {81, "b8_type", "B8 Type", "Band 8", Unit::choice, OffAt::never, 0, 4, 0, 1, 20, labels_1},
    {82, "b8_freq", "B8 Freq", "Band 8", Unit::hz, OffAt::never, 20, 20000, 8000, 0, 20, {}},
    {83, "b8_gain", "B8 Gain", "Band 8", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {84, "b8_q", "B8 Q", "Band 8", Unit::q, OffAt::never, 0.1, 40, 0.71, 0, 20, {}},
};

inline constexpr std::span<const MeterInfo> meters;

inline constexpr double preset_0[] = {90, 1, 22000, 0, 0, 1, 0, 60, 0, 0.71, 1, 0, 120, 0, 0.71, 1, 0, 250, -3, 1, 1, 0, 500, 0, 0.71, 1, 0, 1000, 0, 0.71, 1, 0, 3200, 2.5, 0.71, 1, 0, 4000, 0, 0.71, 1, 2, 10000, 2, 0.71};
inline constexpr double preset_1[] = {30, 0, 22000, 0, 0, 1, 0, 60, 4, 1.2, 1, 0, 120, 0, 0.71, 1, 0, 250, 0, 0.71, 1, 0, 400, -5, 1.2, 1, 0, 1000, 0, 0.71, 1, 0, 2000, 0, 0.71, 1, 0, 4000, 3, 0.71, 1, 0, 8000, 0, 0.71};
inline constexpr double preset_2[] = {80, 0, 22000, 0, -2, 1, 0, 60, 0, 0.71, 1, 0, 200, 3, 1, 1, 0, 250, 0, 0.71, 1, 0, 500, -3, 2, 1, 0, 1000, 0, 0.71, 1, 0, 2000, 0, 0.71, 1, 0, 5000, 3, 0.71, 1, 0, 8000, 0, 0.71};
inline constexpr double preset_3[] = {80, 0, 22000, 0, 0, 1, 0, 60, 0, 0.71, 1, 0, 180, -3, 1.2, 1, 0, 250, 0, 0.71, 1, 0, 500, 0, 0.71, 1, 0, 1000, 0, 0.71, 1, 0, 2500, 1.5, 0.71, 1, 0, 4000, 0, 0.71, 1, 2, 9000, 2.5, 0.71};
inline constexpr double preset_4[] = {35, 0, 8000, 0, 0, 1, 0, 80, 3, 0.71, 1, 0, 120, 0, 0.71, 1, 0, 250, -2.5, 1, 1, 0, 500, 0, 0.71, 1, 0, 800, 2.5, 0.71, 1, 0, 2000, 0, 0.71, 1, 0, 4000, 0, 0.71, 1, 0, 8000, 0, 0.71};
inline constexpr double preset_5[] = {10, 0, 22000, 0, 0, 1, 0, 60, 0, 0.71, 1, 0, 120, 0, 0.71, 1, 0, 250, 0, 0.71, 1, 0, 500, 0, 0.71, 1, 0, 1000, 0, 0.71, 1, 0, 2000, 0, 0.71, 1, 0, 4000, 0, 0.71, 1, 2, 12000, 4, 0.71};
inline constexpr double preset_6[] = {10, 0, 22000, 0, 0, 1, 3, 50, 0, 20, 1, 3, 100, 0, 20, 1, 3, 150, 0, 20, 1, 3, 250, 0, 20, 1, 0, 1000, 0, 0.71, 1, 0, 2000, 0, 0.71, 1, 0, 4000, 0, 0.71, 1, 0, 8000, 0, 0.71};
inline constexpr double preset_7[] = {10, 0, 22000, 0, 0, 1, 3, 60, 0, 20, 1, 3, 120, 0, 20, 1, 3, 180, 0, 20, 1, 3, 300, 0, 20, 1, 0, 1000, 0, 0.71, 1, 0, 2000, 0, 0.71, 1, 0, 4000, 0, 0.71, 1, 0, 8000, 0, 0.71};
inline constexpr double preset_8[] = {300, 1, 3400, 1, 0, 1, 0, 60, 0, 0.71, 1, 0, 120, 0, 0.71, 1, 0, 250, 0, 0.71, 1, 0, 500, 0, 0.71, 1, 0, 1500, 4, 0.71, 1, 0, 2000, 0, 0.71, 1, 0, 4000, 0, 0.71, 1, 0, 8000, 0, 0.71};
inline constexpr PresetInfo presets[] = {
    {"vocal_clarity", "Vocal Clarity", preset_0},
    {"kick", "Kick", preset_1},
    {"snare", "Snare", preset_2},
    {"acoustic_guitar", "Acoustic Guitar", preset_3},
    {"bass_di", "Bass DI", preset_4},
    {"air", "Air", preset_5},
    {"mains_hum_50_hz", "Mains Hum 50 Hz", preset_6},
    {"mains_hum_60_hz", "Mains Hum 60 Hz", preset_7},
    {"telephone", "Telephone", preset_8},
};

inline constexpr const char* features[] = {"audio-effect", "equalizer", "stereo", nullptr};

inline constexpr EffectInfo info{
    "org.plugin-hostd.omx-eq8",
    "omx-eq8",
    "0.1.0",
    "Eight-band parametric equaliser with high- and low-pass",
    features,
    params,
    meters,
    presets,
    /*has_side_chain=*/false,
    /*uses_tempo=*/false,
    /*has_latency=*/false,
};

}  // namespace omx::eq8

// Generated from plugins/omx-geq/declaration.ts by `npm run generate`. Do not edit.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::geq {

/// Indices into `params`.
namespace param {
enum Index : std::uint32_t { gain, band_20, band_25, band_31, band_40, band_50, band_63, band_80, band_100, band_125, band_160, band_200, band_250, band_315, band_400, band_500, band_630, band_800, band_1000, band_1250, band_1600, band_2000, band_2500, band_3150, band_4000, band_5000, band_6300, band_8000, band_10000, band_12500, band_16000, band_20000, count };
}  // namespace param

/// Indices into `meters`.
namespace meter {
enum Index : std::uint32_t { count };
}  // namespace meter



inline constexpr ParamInfo params[] = {
    {1, "gain", "Gain", "", Unit::db, OffAt::never, -24, 24, 0, 0, 20, {}},
    {10, "band_20", "Band 20", "Low", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {11, "band_25", "Band 25", "Low", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {12, "band_31", "Band 31", "Low", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {13, "band_40", "Band 40", "Low", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {14, "band_50", "Band 50", "Low", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {15, "band_63", "Band 63", "Low", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {16, "band_80", "Band 80", "Low", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {17, "band_100", "Band 100", "Low", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {18, "band_125", "Band 125", "Low", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {19, "band_160", "Band 160", "Low", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {20, "band_200", "Band 200", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {21, "band_250", "Band 250", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {22, "band_315", "Band 315", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {23, "band_400", "Band 400", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {24, "band_500", "Band 500", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {25, "band_630", "Band 630", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {26, "band_800", "Band 800", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {27, "band_1000", "Band 1000", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {28, "band_1250", "Band 1250", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {29, "band_1600", "Band 1600", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {30, "band_2000", "Band 2000", "Middle", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {31, "band_2500", "Band 2500", "High", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {32, "band_3150", "Band 3150", "High", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {33, "band_4000", "Band 4000", "High", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {34, "band_5000", "Band 5000", "High", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {35, "band_6300", "Band 6300", "High", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {36, "band_8000", "Band 8000", "High", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {37, "band_10000", "Band 10000", "High", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {38, "band_12500", "Band 12500", "High", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {39, "band_16000", "Band 16000", "High", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
    {40, "band_20000", "Band 20000", "High", Unit::db, OffAt::never, -15, 15, 0, 0, 20, {}},
};

inline constexpr std::span<const MeterInfo> meters;

inline constexpr double preset_0[] = {-3, 7, 7, 6.5, 6.5, 6, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5, 1.5, 2.5, 3, 3.5, 3.5, 4};
inline constexpr double preset_1[] = {-3, 6, 6, 5.5, 5.5, 5.5, 5, 5, 4, 3.5, 2.5, 2, 1, 0, -0.5, -1.5, -2, -3, -3, -3, -2, -1, 0, 1, 2, 3, 4, 5, 5, 5.5, 6, 6};
inline constexpr double preset_2[] = {0, -15, -14, -12.5, -11.5, -10, -9, -6, -3.5, -1, -0.5, 0, -1, -2.5, -2, -1.5, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 2, 0, 0.5, 1.5, 2, 2, 2};
inline constexpr double preset_3[] = {0, -15, -15, -15, -10.5, -6, -3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
inline constexpr double preset_4[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -2, -3, -4, -5, -6, -7, -8.5, -10.5, -12};
inline constexpr double preset_5[] = {0, -15, -15, -15, -15, -15, -15, -15, -15, -15, -15, -15, -10, -5, 0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1, 0, -8, -15, -15, -15, -15, -15, -15, -15};
inline constexpr PresetInfo presets[] = {
    {"loudness", "Loudness", preset_0},
    {"smile", "Smile", preset_1},
    {"vocal_presence", "Vocal Presence", preset_2},
    {"rumble_cut", "Rumble Cut", preset_3},
    {"cinema_x_curve", "Cinema X Curve", preset_4},
    {"telephone", "Telephone", preset_5},
};

inline constexpr const char* features[] = {"audio-effect", "equalizer", "stereo", nullptr};

inline constexpr EffectInfo info{
    "org.plugin-hostd.omx-geq",
    "omx-geq",
    "0.1.0",
    "Graphic equaliser with 31 bands, a third of an octave each",
    features,
    params,
    meters,
    presets,
    /*has_side_chain=*/false,
    /*uses_tempo=*/false,
    /*has_latency=*/false,
};

}  // namespace omx::geq

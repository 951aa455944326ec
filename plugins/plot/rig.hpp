/// An effect to be measured.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "effect/player.hpp"
#include "effect/testing.hpp"

namespace omx::plot {

using testing::Stereo;
using Settings = std::vector<std::pair<std::string, double>>;  ///< symbols and values

inline constexpr double rate = 48000.0;

/// A new instance at 48 kHz with some settings. Throws std::runtime_error for a name that is none.
std::unique_ptr<Player> rig(const std::string& effect, const Settings& settings);

/// What comes out of an instance.
Stereo played(Player& player, const Stereo& in);

/// The left channel's answer to a unit impulse on both sides, without the latency.
std::vector<float> impulse_response(const std::string& effect, const Settings& settings, std::size_t frames);

/// Magnitude in dB of a response at a frequency in Hz.
double magnitude_db(const float* response, std::size_t frames, double hz);

/// `count` frequencies in equal ratios.
std::vector<double> frequencies(double from_hz, double to_hz, int count);

/// Magnitudes of a response at 200 frequencies from 20 Hz to 20 kHz.
std::vector<std::pair<double, double>> spectrum(const std::vector<float>& response);

/// 20 log10 of a level; -200 for none.
double db(double level);

}  // namespace omx::plot

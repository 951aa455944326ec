/// The bells of the graphic equaliser, and the gains that they need to meet the set ones together.
#pragma once

#include <array>
#include <memory>

#include "dsp/matched_magnitude.hpp"
#include "dsp/svf.hpp"

namespace omx::geq {

inline constexpr int bands = 31;

using BandGains = std::array<double, bands>;  // in dB

/// Centre of a band in Hz: 1000 * 10^((band - 17)/10), of which the nominal values of ISO 266 are roundings.
double band_frequency_hz(int band) noexcept;

/// What follows from the sample rate. One for all instances that run at it.
///
/// Method: V. Välimäki, J. Liski, "Accurate Cascade Graphic Equalizer" (IEEE Signal Processing Letters 24/2,
/// 2017). A bell of gain g dB has 0.4 g at its neighbours' centres, whatever g is; so the responses in
/// decibels are nearly a linear function of the gains, the interaction matrix, and the gains follow from a
/// weighted least-squares solution at the centres and half-way between. What is left over, for the matrix is
/// not quite the same for all gains, is solved for once more.
class BandTable {
public:
  /// Makes or finds the table of a rate. Locks and allocates: not on the audio thread.
  static std::shared_ptr<const BandTable> of_rate(double sample_rate_hz);

  explicit BandTable(double sample_rate_hz);

  /// Bands that the rate has room for, from the lowest on.
  int active_bands() const noexcept { return active_; }

  /// The gains of the bells for set gains; all 0 for all 0. Bounded work, some microseconds.
  BandGains solve(const BandGains& wanted_db) const noexcept;

  /// The bell of a band.
  dsp::SvfSection section(int band, double gain_db) const noexcept;

private:
  static constexpr int points = 64;  // 61 are used: the centres and the points half-way
  using PointGains = std::array<double, points>;

  dsp::Magnitude magnitude(int band, double gain_db) const noexcept;
  void add_solution(BandGains& gains_db, const PointGains& at_points_db) const noexcept;
  PointGains response(const BandGains& gains_db) const noexcept;
  void invert();

  int active_ = 0;
  int active_points_ = 0;
  std::array<dsp::Bandwidth, bands> bandwidths_;
  alignas(32) std::array<double, points> x_{};
  std::array<std::array<double, bands>, points> inverse_{};  // point gains to band gains, by point
};

}  // namespace omx::geq

/// Attack and release of a gain reduction.
#pragma once

#include <algorithm>
#include <cmath>

#include "dsp/simd.hpp"

namespace omx::dsp {

/// The smooth, branching smoother in the logarithmic domain: with target c and time constants A, R in frames,
///
///     y' = c + a (y - c),  a = exp(-1/A) while c > y, exp(-1/R) otherwise
///
/// so that after a step of the target the reduction, in decibels, has made 63.2 % (1 - 1/e) of its way after
/// the time constant. Source: D. Giannoulis, M. Massberg, J. Reiss, "Digital Dynamic Range Compressor Design"
/// (JAES 60/6, 2012), eq. 7 and 17.
///
/// Both branches are computed: with a shorter attack the larger is the right one, else the smaller. States in
/// double precision: with three seconds of release at 192 kHz a single one would stand still a decibel off.
class Ballistics {
public:
  void set_times(double attack_frames, double release_frames) noexcept {
    attack_ = std::exp(-1.0 / std::max(attack_frames, 1e-3));
    release_ = std::exp(-1.0 / std::max(release_frames, 1e-3));
  }

  void clear() noexcept { state_ = Pair{}; }

  /// Interleaved targets of two channels to what is reached; in place.
  void process(float* io, int frames) noexcept {
    if (attack_ <= release_) {
      run<true>(io, frames);
    } else {
      run<false>(io, frames);
    }
  }

  /// The larger one of both channels.
  double level() const noexcept { return std::max(state_[0], state_[1]); }

private:
  using Pair = Simd<4>::Double;

  template <bool FastAttack>
  void run(float* io, int frames) noexcept {
    Pair y = state_;
    const double up = 1.0 - attack_;
    const double down = 1.0 - release_;
    for (int i = 0; i < frames; ++i) {
      const Pair target{static_cast<double>(io[2 * i]), static_cast<double>(io[2 * i + 1])};
      const Pair rise = attack_ * y + up * target;
      const Pair fall = release_ * y + down * target;
      y = (FastAttack ? rise > fall : rise < fall) ? rise : fall;
      io[2 * i] = static_cast<float>(y[0]);
      io[2 * i + 1] = static_cast<float>(y[1]);
    }
    state_ = y;
  }

  Pair state_{};
  double attack_ = 0.0;
  double release_ = 0.0;
};

}  // namespace omx::dsp

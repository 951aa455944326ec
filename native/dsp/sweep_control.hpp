/// What a chorus or a flanger tells its taps: rate, delay, depth, shape, spread, voices; all of it ramped.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "dsp/fixed_ramp.hpp"
#include "dsp/lfo.hpp"
#include "dsp/ramp.hpp"
#include "dsp/swept_delay.hpp"

namespace omx::dsp {

class SweepControl {
public:
  /// The oscillator starts again; ramps end.
  void reset() noexcept {
    lfo_.reset();
    finish();
  }

  /// Ends all ramps; the oscillator goes on.
  void finish() noexcept {
    middle_.finish();
    for (LinearRamp* ramp : {&half_depth_, &spread_, &triangle_}) {
      ramp->finish();
    }
    for (LinearRamp& gain : gains_) {
      gain.finish();
    }
  }

  /// From the next frame on; the phase does not jump.
  void set_rate(double rate_hz, double sample_rate_hz) noexcept { lfo_.set_rate(rate_hz, sample_rate_hz); }

  /// Taps run from `shortest` to `shortest + depth` frames.
  void aim_delay(double shortest, double depth, int ramp_frames) noexcept {
    middle_.aim(shortest + 0.5 * depth, ramp_frames);
    half_depth_.aim(static_cast<float>(0.5 * depth * SweptDelay::one_frame), ramp_frames);
  }

  /// Turns by which the right side is ahead.
  void aim_spread(double turns, int ramp_frames) noexcept {
    spread_.aim(static_cast<float>(turns), ramp_frames);
  }

  /// 0: sine, 1: triangle.
  void aim_triangle(double part, int ramp_frames) noexcept {
    triangle_.aim(static_cast<float>(part), ramp_frames);
  }

  /// The first `count` voices sound with a gain.
  void aim_voices(int count, double gain, int ramp_frames) noexcept {
    for (int v = 0; v < Sweep::max_voices; ++v) {
      gains_[static_cast<std::size_t>(v)].aim(v < count ? static_cast<float>(gain) : 0.0F, ramp_frames);
    }
  }

  /// The next sweep.frames frames, at most Sweep::max_frames; all but the feedback.
  void fill(Sweep& sweep) noexcept {
    const int frames = sweep.frames;
    lfo_.fill(sweep.phase, frames);
    middle_.fill(sweep.middle, frames);
    fill(sweep.half_depth, half_depth_, frames);
    fill(sweep.triangle, triangle_, frames);
    fill_spread(sweep.spread, frames);
    sweep.voices = 0;
    for (int v = 0; v < Sweep::max_voices; ++v) {
      LinearRamp& gain = gains_[static_cast<std::size_t>(v)];
      if (gain.moving() || gain.value() != 0.0F) {
        sweep.voices = v + 1;
        fill(sweep.gain[v], gain, frames);
      }
    }
  }

  /// Frames that nobody hears.
  void skip(int frames) noexcept { lfo_.skip(static_cast<std::uint64_t>(frames)); }

private:
  static void fill(float* to, LinearRamp& ramp, int frames) noexcept {
    int i = 0;
    for (; i < frames && ramp.moving(); ++i) {
      to[i] = ramp.next();
    }
    std::fill(to + i, to + frames, ramp.value());
  }

  void fill_spread(std::uint32_t* to, int frames) noexcept {
    const auto phase = [](float turns) {
      return static_cast<std::uint32_t>(std::llround(static_cast<double>(turns) * 0x1p32));
    };
    int i = 0;
    for (; i < frames && spread_.moving(); ++i) {
      to[i] = phase(spread_.next());
    }
    std::fill(to + i, to + frames, phase(spread_.value()));
  }

  PhaseCounter lfo_;
  FixedRamp middle_;
  LinearRamp half_depth_;  // in 2^-16 of a frame
  LinearRamp spread_;
  LinearRamp triangle_;
  std::array<LinearRamp, Sweep::max_voices> gains_;
};

}  // namespace omx::dsp

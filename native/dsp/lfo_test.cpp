// Oracle: turns are rate times time, in whole numbers; sine and triangle of the standard library.
#include "dsp/lfo.hpp"

#include <cmath>
#include <initializer_list>
#include <numbers>

#include <doctest/doctest.h>

namespace {

using omx::dsp::PhaseCounter;
using Float = omx::dsp::Simd<4>::Float;
using Int = omx::dsp::Simd<4>::Int;
using Unsigned = omx::dsp::Simd<4>::Unsigned;

/// Distance of a phase from another, in turns.
double apart(std::uint64_t phase, double turns) {
  const double difference = double(phase) * 0x1p-64 - (turns - std::floor(turns));
  return std::fabs(difference - std::round(difference));
}

}  // namespace

TEST_CASE("after 24 hours the phase is within 4.5e-10 of a turn") {
  // Rates that are no binary fractions: 86400 s times 0.3 Hz is 25920 turns, of 0.01 Hz 864, of 7.7 Hz
  // 665280, each to 1e-10 in double precision.
  for (const double sample_rate : {44100.0, 48000.0, 96000.0, 192000.0}) {
    for (const double rate : {0.01, 0.3, 7.7}) {
      for (const int hours : {1, 24}) {
        PhaseCounter counter;
        counter.set_rate(rate, sample_rate);
        counter.skip(std::uint64_t(3600 * hours) * std::uint64_t(sample_rate));
        CHECK(apart(counter.exact_phase(), std::round(rate * 3600.0 * hours * 1e6) * 1e-6) < 4.5e-10 + 1e-10);
      }
    }
  }
}

TEST_CASE("the step is right to half of 2^-64 of a turn") {
  // 1 Hz at 48 kHz: 2^64 / 48000 is 384307168202282.326, rounded to ...282. 48000 steps miss the turn by
  // 0.3253 * 48000 = 15616 units (2^64 = 48000 * 384307168202282 + 15616).
  PhaseCounter counter;
  counter.set_rate(1.0, 48000.0);
  counter.skip(1);
  CHECK(counter.exact_phase() == 384307168202282U);
  counter.skip(47999);
  CHECK(counter.exact_phase() == 0ULL - 15616U);
}

TEST_CASE("frame by frame and all at once give the same phase") {
  PhaseCounter a;
  PhaseCounter b;
  a.set_rate(0.37, 44100.0);
  b.set_rate(0.37, 44100.0);
  std::uint32_t phases[50];
  for (int i = 0; i < 2000; ++i) {
    a.fill(phases, 50);
  }
  b.skip(100000);
  CHECK(a.exact_phase() == b.exact_phase());
}

TEST_CASE("waves follow sine and triangle all the way round") {
  double worst_sine = 0.0;
  double worst_triangle = 0.0;
  for (std::uint64_t step = 0; step < 4096; ++step) {
    const auto phase = static_cast<std::uint32_t>(step * 0x100401U);
    const double turn = double(phase) * 0x1p-32;
    Float triangle;
    Float sine;
    omx::dsp::triangle_wave<Int>(triangle, Unsigned{phase, phase, phase, phase});
    omx::dsp::sine_of_triangle(sine, triangle);
    const double wanted = turn < 0.25 ? 4.0 * turn : turn < 0.75 ? 2.0 - 4.0 * turn : 4.0 * turn - 4.0;
    worst_triangle = std::fmax(worst_triangle, std::fabs(double(triangle[2]) - wanted));
    worst_sine = std::fmax(worst_sine, std::fabs(double(sine[2]) - std::sin(2.0 * std::numbers::pi * turn)));
  }
  CHECK(worst_triangle < 1e-7);
  CHECK(worst_sine < 3e-7);
}

// Oracle: the formulas of the curves, the response of linear-phase filters, and spectra at exact bins.
#include "omx-drive/drive.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "bench/effects/scalar_drive.hpp"
#include "effect/measuring.hpp"
#include "effect/testing.hpp"

namespace {

using Complex = std::complex<double>;
using omx::drive::Band;
using omx::drive::Curve;
using omx::drive::Drive;
using enum omx::drive::Band;
using omx::testing::amplitude_of_db;
using omx::testing::db_of;
using omx::testing::Setting;
using omx::testing::Stereo;
using omx::testing::two_pi;
namespace param = omx::drive::param;

constexpr double rate = 48000.0;
constexpr std::size_t latency = 83;

/// Without auto gain unless it is set.
Drive made(const std::vector<Setting>& settings, double sample_rate_hz = rate) {
  return omx::testing::made_with<Drive>(
      {{param::auto_gain, 0.0}, {param::drive, 0.0}}, settings, sample_rate_hz);
}

Stereo sine(std::size_t frames, double turns_per_frame, double amplitude) {
  Stereo signal(frames);
  for (std::size_t i = 0; i < frames; ++i) {
    signal.left[i] = float(amplitude * std::sin(two_pi * std::fmod(turns_per_frame * double(i), 1.0)));
    signal.right[i] = -0.5F * signal.left[i];
  }
  return signal;
}

/// Complex amplitude of so many turns in frames [from, from + frames): a sine of amplitude a has |a|.
Complex part_at(const std::vector<float>& signal, std::size_t from, std::size_t frames, int turns) {
  const auto count = double(frames);
  return 2.0 / count * omx::testing::transform_at(signal, double(turns), count, from, from + frames);
}

/// The curves as the manual has them, in double precision.
double formula(Curve curve, double x) {
  const auto s = [](double v) { return std::erf(v * std::sqrt(std::numbers::pi) / 2.0); };
  switch (curve) {
  case Curve::soft:
    return s(x);
  case Curve::tape:
    return 0.5 * s(x) + s(0.5 * x);
  case Curve::tube:
    return (s(x + 0.4) - s(0.4)) / std::exp(-0.04 * std::numbers::pi);
  case Curve::exciter:
    break;
  }
  return s(x) + 0.5 * s(x) * s(x);
}

/// Amplitude of harmonic n of curve(amplitude sin), by the trapezoid rule over one turn (exact but for
/// harmonics beyond 2048).
double harmonic(Curve curve, double amplitude, int n) {
  constexpr int points = 4096;
  Complex sum = 0.0;
  for (int i = 0; i < points; ++i) {
    const double turn = double(i) / points;
    sum += formula(curve, amplitude * std::sin(two_pi * turn)) * std::polar(1.0, -two_pi * n * turn);
  }
  return 2.0 * std::abs(sum) / points;
}

constexpr Curve curves[] = {Curve::soft, Curve::tape, Curve::tube, Curve::exciter};

/// Whether a high-pass at 5 Hz takes the mean away.
constexpr bool has_mean_filter(Curve curve) {
  return curve == Curve::tube || curve == Curve::exciter;
}

/// Frames after which a spectrum stands still: that high-pass falls by e^-13 = -115 dB in 0.6 s (its poles
/// are at 2 pi 5 Hz sqrt(1/2) = 22/s), and all else has gone in a part of that.
constexpr std::size_t settled_frames(Curve curve) {
  return has_mean_filter(curve) ? 28800 : 1920;
}

}  // namespace

TEST_CASE("the dry signal is the input, late by the latency, at every rate") {
  const Stereo in = omx::testing::noise(1000, 3);
  for (const auto& [sample_rate, late] :
       {std::pair(44100.0, 83U), std::pair(48000.0, 83U), std::pair(96000.0, 83U),
        std::pair(192000.0, 81U)}) {
    Drive drive = made({{param::mix, 0.0}, {param::drive, 20.0}}, sample_rate);
    CHECK(drive.latency_frames() == late);
    const Stereo out = play(drive, in);
    for (std::size_t i = 0; i < in.frames(); ++i) {
      CHECK(out.left[i] == (i < late ? 0.0F : in.left[i - late]));
      CHECK(out.right[i] == (i < late ? 0.0F : in.right[i - late]));
    }
  }
}

TEST_CASE("a quiet signal comes out as it went in, late by the latency, with every curve, band and mix") {
  // 375 Hz, 3 kHz and 12 kHz: 1, 8 and 32 turns of 128 frames. The high-pass at 5 Hz of the asymmetric curves
  // turns the phase at 375 Hz by atan(sqrt(2) 5/375) = 0.019.
  for (const Curve curve : curves) {
    const std::size_t from = settled_frames(curve) / 128 * 128;
    Stereo in = sine(from + 128, 1.0 / 128.0, 1e-4);
    for (const double turns : {8.0, 32.0}) {
      const Stereo other = sine(in.frames(), turns / 128.0, 1e-4);
      std::transform(in.left.begin(), in.left.end(), other.left.begin(), in.left.begin(), std::plus<>());
    }
    for (const Band band : {full, low, high, tilt}) {
      for (const double mix : {0.5, 1.0}) {
        CAPTURE(int(curve));
        CAPTURE(int(band));
        Drive drive = made(
            {{param::curve, double(curve)},
             {param::band, double(band)},
             {param::tilt, -5.0},
             {param::mix, mix}});
        const Stereo out = play(drive, in);
        for (const int turns : {1, 8, 32}) {
          CAPTURE(turns);
          const Complex wanted =
              part_at(in.left, from, 128, turns) * std::polar(1.0, -two_pi * double(latency) * turns / 128.0);
          const Complex got = part_at(out.left, from, 128, turns);
          CHECK(std::abs(got / wanted - 1.0) < (has_mean_filter(curve) ? 0.0195 / turns : 0.0) + 0.0005);
        }
      }
    }
  }
}

TEST_CASE("each sample of a low sine follows the soft curve") {
  for (const double drive_db : {0.0, 6.0, 12.0}) {
    Drive drive = made({{param::drive, drive_db}});
    const Stereo in = sine(2000, 1.0 / 480.0, 0.5);  // 100 Hz: harmonics to the 199th come through
    const Stereo out = play(drive, in);
    const double gain = amplitude_of_db(drive_db);
    for (std::size_t i = 500; i < in.frames(); ++i) {
      const double wanted = formula(Curve::soft, gain * double(in.left[i - latency]));
      CHECK(std::fabs(double(out.left[i]) - wanted) < 1e-4);
    }
  }
}

TEST_CASE("harmonics have the levels that the formula of the curve gives them") {
  // 60 Hz, 1 turn of 800 frames: the emphasis of the tape curve, 6 dB above 3 kHz, is below 0.01 dB there and
  // at the fifth harmonic below 0.02 dB.
  for (const Curve curve : curves) {
    const std::size_t from = settled_frames(curve) / 800 * 800;
    for (const double drive_db : {6.0, 18.0}) {
      CAPTURE(int(curve));
      CAPTURE(drive_db);
      Drive drive = made({{param::curve, double(curve)}, {param::drive, drive_db}});
      const Stereo out = play(drive, sine(from + 800, 1.0 / 800.0, 0.5));
      const double amplitude = 0.5 * amplitude_of_db(drive_db);
      for (int n = 1; n <= 5; ++n) {
        const double wanted = harmonic(curve, amplitude, n);
        if (wanted > 1e-5) {
          CHECK(std::fabs(db_of(std::abs(part_at(out.left, from, 800, n)) / wanted)) < 0.03);
        }
      }
    }
  }
}

TEST_CASE("a sine of 5 kHz at -6 dBFS has no alias above -90 dB of it, with any curve at any drive") {
  for (const double sample_rate : {44100.0, 48000.0}) {
    const auto grid = std::size_t(sample_rate / 100.0);  // frames of one turn of 100 Hz
    for (const Curve curve : curves) {
      const std::size_t from = settled_frames(curve) / grid * grid;
      for (const double drive_db : {12.0, 30.0}) {
        CAPTURE(sample_rate);
        CAPTURE(int(curve));
        CAPTURE(drive_db);
        Drive drive = made({{param::curve, double(curve)}, {param::drive, drive_db}}, sample_rate);
        const double amplitude = amplitude_of_db(-6.0);
        const Stereo out = play(drive, sine(from + grid, 5000.0 / sample_rate, amplitude));
        const double fundamental = std::abs(part_at(out.left, from, grid, 50));
        double worst = 0.0;
        for (int bin = 1; 100 * bin < int(sample_rate / 2.0); ++bin) {
          if (bin % 50 != 0) {
            worst = std::max(worst, std::abs(part_at(out.left, from, grid, bin)));
          }
        }
        CHECK(db_of(worst / fundamental) < -90.0);
      }
    }
  }
}

TEST_CASE("what lies outside of the band is not driven") {
  // 12 dB per octave: 12 kHz is 92 dB down at a split of 60 Hz, and 60 Hz at one of 12 kHz.
  const auto check = [](Band band, double split_hz, double hz) {
    Drive drive = made({{param::drive, 12.0}, {param::band, double(band)}, {param::split, split_hz}});
    const Stereo in = sine(8000, hz / rate, 0.5);
    const Stereo out = play(drive, in);
    for (std::size_t i = 4000; i < in.frames(); ++i) {
      CHECK(std::fabs(out.left[i] - in.left[i - latency]) < 1e-3F);
    }
  };
  check(low, 60.0, 12000.0);
  check(high, 12000.0, 60.0);
}

TEST_CASE("tilt drives one side more, and gives back the level") {
  // 6 kHz is 60 times the split: the shelves have reached their ends. The curve sees 6 dB more, or less.
  for (const double tilt_db : {-6.0, 6.0}) {
    Drive drive = made(
        {{param::drive, 6.0}, {param::band, double(tilt)}, {param::tilt, tilt_db}, {param::split, 100.0}});
    const Stereo out = play(drive, sine(8000, 1.0 / 8.0, 0.25));
    const double lift = amplitude_of_db(tilt_db);
    const double wanted = harmonic(Curve::soft, 0.25 * std::pow(10.0, 0.3) * lift, 1) / lift;
    CHECK(std::fabs(db_of(std::abs(part_at(out.left, 7200, 800, 100)) / wanted)) < 0.02);
  }
}

TEST_CASE("tape drives treble more, by the shelf that it takes back after the curve") {
  // 12 kHz is 4 times the shelf's frequency, s = 4i; A = 10^(6/40), Q = sqrt(1/2) (prototype in
  // matched_filters.hpp, which the filter follows within 0.1 dB).
  const double a = std::pow(10.0, 6.0 / 40.0);
  const Complex s(0.0, 4.0);
  const Complex slope = std::sqrt(2.0 * a) * s;
  const double lift = std::abs(a * (a * s * s + slope + 1.0) / (s * s + slope + a));
  Drive drive = made({{param::drive, 12.0}, {param::curve, double(Curve::tape)}});
  const Stereo out = play(drive, sine(2400, 1.0 / 4.0, 0.5));
  const double wanted = harmonic(Curve::tape, 0.5 * amplitude_of_db(12.0) * lift, 1) / lift;
  CHECK(std::fabs(db_of(std::abs(part_at(out.left, 1920, 480, 120)) / wanted)) < 0.1);
}

TEST_CASE("auto gain gives Gaussian noise of -18 dBFS its level back") {
  // For y = erf(k x), x normal with deviation s: E[y^2] = 2/pi asin(2 k^2 s^2 / (1 + 2 k^2 s^2)).
  const double level = amplitude_of_db(-18.0);
  for (const double drive_db : {0.0, 10.0, 20.0, 30.0}) {
    const double gain = amplitude_of_db(drive_db);
    const double k2s2 = std::numbers::pi / 4.0 * gain * gain * level * level;
    const double square = 2.0 / std::numbers::pi * std::asin(2.0 * k2s2 / (1.0 + 2.0 * k2s2));
    const double wanted = level / std::sqrt(square);
    CHECK(omx::drive::auto_gain(Curve::soft, gain) == doctest::Approx(wanted).epsilon(1e-5));
    // A signal too quiet to be bent has the gain of the drive and of the auto gain.
    Drive drive = made({{param::drive, drive_db}, {param::auto_gain, 1.0}});
    const Stereo out = play(drive, sine(1280, 1.0 / 128.0, 1e-4));
    const double got = std::abs(part_at(out.left, 1024, 128, 1)) / 1e-4;
    CHECK(std::fabs(db_of(got / (gain * wanted))) < 0.002);
  }
}

TEST_CASE("tone is 3.01 dB down at its frequency; output is a gain of all") {
  Drive drive = made({{param::tone, 3000.0}, {param::output, -12.0}});
  const Stereo out = play(drive, sine(2560, 1.0 / 16.0, 1e-3));
  const double got = std::abs(part_at(out.left, 2304, 128, 8)) / 1e-3;
  CHECK(std::fabs(db_of(got) - (-12.0 - 10.0 * std::log10(2.0))) < 0.02);
  CHECK(std::fabs(out.right[2400] + 0.5F * out.left[2400]) < 1e-7F);
}

TEST_CASE("a change of the curve fades in 20 ms, on the line between both") {
  // At 100 Hz, frame by frame: (1-g) soft + g tube, g from 0 to 1 in 960 frames. The high-pass at 5 Hz, which
  // comes in with the tube, is not part of this: for tape there is none.
  Drive drive = made({{param::drive, 12.0}});
  const Stereo in = sine(6000, 1.0 / 480.0, 0.5);
  const Stereo out = play(drive, in, {100}, {{3000, param::curve, double(Curve::tape)}});
  const double gain = amplitude_of_db(12.0);
  // The oversampled curve changes after the way up, 69/2 + 13/4 + 9/8 + 5/16 = 39.2 frames.
  for (std::size_t i = 2000; i < in.frames(); ++i) {
    const double x = gain * double(in.left[i - latency]);
    const double since = double(i) - 3000.0 - (double(latency) - 39.2) + 1.0;
    const double g = std::clamp(since / 960.0, 0.0, 1.0);
    const double wanted = (1.0 - g) * formula(Curve::soft, x) + g * formula(Curve::tape, x);
    CHECK(std::fabs(double(out.left[i]) - wanted) < 0.01);
  }
}

TEST_CASE("a plain version, sample by sample with std::erf, plays the same") {
  const Stereo in = omx::testing::noise(400, 8);
  for (const double sample_rate : {48000.0, 96000.0, 192000.0}) {
    for (const Curve curve : curves) {
      for (const Band band : {low, high, tilt}) {
        Drive drive = made({}, sample_rate);
        omx::bench::ScalarDrive plain;
        const std::vector<Setting> settings{{param::drive, 12.0},        {param::curve, double(curve)},
                                            {param::band, double(band)}, {param::tone, 4000.0},
                                            {param::mix, 0.7},           {param::output, -3.0},
                                            {param::auto_gain, 1.0}};
        set_all(drive, settings);
        set_all(plain, settings);
        plain.prepare(sample_rate);
        CHECK(omx::testing::largest_difference(play(drive, in), play(plain, in)) < 1e-5);
      }
    }
  }
}

// Oracles: the set gains, against the measured impulse response of the whole effect; the interaction of the
// bells in closed form.
#include "omx-geq/geq.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "effect/measuring.hpp"
#include "effect/testing.hpp"

namespace {

using omx::geq::band_frequency_hz;
using omx::geq::BandGains;
using omx::geq::bands;
using omx::geq::BandTable;
using omx::geq::Geq;
using omx::testing::Stereo;
namespace param = omx::geq::param;

constexpr double rate = 48000.0;

void set_bands(Geq& geq, const BandGains& gains_db) {
  for (std::uint32_t i = 0; i < bands; ++i) {
    geq.set_param(param::band_20 + i, gains_db[i]);
  }
}

BandGains flat(double gain_db) {
  BandGains gains_db;
  gains_db.fill(gain_db);
  return gains_db;
}

/// The effect's gain in dB, from its response to an impulse.
class Measured {
public:
  Measured(const BandGains& gains_db, double sample_rate_hz) : rate_hz_(sample_rate_hz) {
    Geq geq;
    set_bands(geq, gains_db);
    geq.prepare(sample_rate_hz);
    const auto frames = std::size_t(geq.tail_frames()) + 1024;
    response_ = play(geq, omx::testing::impulse(frames), {4096}).left;
  }

  /// The magnitude of the response's transform, by G. Goertzel's recursion (1958).
  double gain_db(double hz) const {
    const double turn = 2.0 * std::cos(2.0 * std::numbers::pi * hz / rate_hz_);
    double now = 0.0;
    double before = 0.0;
    const float* end = response_.data() + response_.size();
    for (const float* sample = response_.data(); sample != end; ++sample) {
      const double next = double(*sample) + turn * now - before;
      before = now;
      now = next;
    }
    return 10.0 * std::log10(now * now + before * before - turn * now * before);
  }

private:
  double rate_hz_;
  std::vector<float> response_;
};

/// The largest deviation at the centres of all bands below 20 kHz and a limit.
double worst_at_centres(const BandGains& gains_db, double sample_rate_hz) {
  const Measured measured(gains_db, sample_rate_hz);
  double worst = 0.0;
  for (int band = 0; band < bands; ++band) {
    const double wanted = gains_db[std::size_t(band)];
    worst = std::max(worst, std::fabs(measured.gain_db(band_frequency_hz(band)) - wanted));
  }
  return worst;
}

}  // namespace

TEST_CASE("the bands are those of ISO 266: the nominal frequencies within 2 %") {
  const double nominal[] = {20,   25,   31.5, 40,   50,   63,  80,    100,   125,  160,  200,
                            250,  315,  400,  500,  630,  800, 1000,  1250,  1600, 2000, 2500,
                            3150, 4000, 5000, 6300, 8000, 1e4, 12500, 16000, 20000};
  for (int band = 0; band < bands; ++band) {
    CHECK(std::fabs(band_frequency_hz(band) / nominal[band] - 1.0) < 0.02);
  }
}

TEST_CASE("flat settings are flat within 0.5 dB from 20 Hz to 20 kHz at every rate") {
  for (const double sample_rate : {44100.0, 48000.0, 96000.0, 192000.0}) {
    for (const double gain_db : {6.0, -12.0, 15.0}) {
      if (gain_db != 6.0 && sample_rate != rate) {
        continue;  // the bells are the same
      }
      CAPTURE(sample_rate);
      CAPTURE(gain_db);
      const Measured measured(flat(gain_db), sample_rate);
      double worst = 0.0;
      for (int i = 0; i <= 90; ++i) {
        const double hz = 20.0 * std::pow(1000.0, i / 90.0);
        worst = std::max(worst, std::fabs(measured.gain_db(hz) - gain_db));
      }
      CHECK(worst < 0.5);
    }
  }
}

TEST_CASE("one band alone meets its gain, and its neighbours stay where they are") {
  for (const int band : {0, 5, 17, 26, 30}) {
    for (const double gain_db : {-15.0, 3.0, 12.0}) {
      CAPTURE(band);
      CAPTURE(gain_db);
      BandGains gains_db{};
      gains_db[std::size_t(band)] = gain_db;
      CHECK(worst_at_centres(gains_db, rate) < 0.05 + 0.04 * std::fabs(gain_db));
    }
  }
}

TEST_CASE("the lowest band at the highest rate meets its gain") {
  BandGains gains_db{};
  gains_db[0] = 15.0;
  CHECK(std::fabs(Measured(gains_db, 192000.0).gain_db(band_frequency_hz(0)) - 15.0) < 0.6);
}

TEST_CASE("random and stepped settings are met within a decibel") {
  std::mt19937 random(31);
  std::uniform_real_distribution<double> uniform(-10.0, 10.0);
  for (int turn = 0; turn < 6; ++turn) {
    BandGains gains_db;
    for (double& gain_db : gains_db) {
      gain_db = uniform(random);
    }
    CHECK(worst_at_centres(gains_db, turn % 2 == 0 ? 44100.0 : 96000.0) < 1.0);
  }
  BandGains steps;
  for (int band = 0; band < bands; ++band) {
    steps[std::size_t(band)] = band / 4 % 2 == 0 ? 12.0 : -12.0;
  }
  CHECK(worst_at_centres(steps, rate) < 1.0);
}

TEST_CASE("a bell has 0.4 of its gain at its neighbours, whatever the gain is") {
  // From the state equations of the section: H(e^jw) = through + (from_s1, from_s2) (z - M)^-1 b.
  const BandTable table(192000.0);
  for (const double gain_db : {-24.0, -3.0, 0.5, 15.0, 30.0}) {
    const omx::dsp::SvfSection s = table.section(17, gain_db);
    const auto gain_at = [&](double hz) {
      const std::complex<double> z = std::polar(1.0, 2.0 * std::numbers::pi * hz / 192000.0);
      const std::complex<double> a = z - (1.0 - double(s.damp));
      const std::complex<double> d = z - (1.0 - double(s.low));
      const double b = double(s.band);
      const std::complex<double> det = a * d + b * b;
      const std::complex<double> s1 = (d * b - b * double(s.low)) / det;
      const std::complex<double> s2 = (a * double(s.low) + b * b) / det;
      return 20.0 * std::log10(std::abs(double(s.through) + double(s.from_s1) * s1 + double(s.from_s2) * s2));
    };
    CAPTURE(gain_db);
    CHECK(gain_at(band_frequency_hz(17)) == doctest::Approx(gain_db).epsilon(0.001));
    CHECK(gain_at(band_frequency_hz(18)) == doctest::Approx(0.4 * gain_db).epsilon(0.01));
    CHECK(gain_at(band_frequency_hz(16)) == doctest::Approx(0.4 * gain_db).epsilon(0.01));
  }
}

TEST_CASE("gains of the bells: none for none, bounded for the wildest, and bands beyond the rate left out") {
  const BandTable table(rate);
  CHECK(table.active_bands() == bands);
  CHECK(table.solve(flat(0.0)) == flat(0.0));
  BandGains wild;
  for (int band = 0; band < bands; ++band) {
    wild[std::size_t(band)] = band % 2 == 0 ? 15.0 : -15.0;
  }
  for (const double gain_db : table.solve(wild)) {
    CHECK(std::fabs(gain_db) <= 36.0);
  }
  // 0.46 of 8 kHz: up to the band of 3150 Hz, the 23rd.
  CHECK(BandTable(8000.0).active_bands() == 23);
  CHECK(BandTable::of_rate(8000.0) == BandTable::of_rate(8000.0));
}

TEST_CASE("a flat equaliser passes every bit, and again after a band has come and gone") {
  Geq geq;
  geq.prepare(rate);
  const Stereo in = omx::testing::noise(8000, 2);
  CHECK(play(geq, in).same_bits(in));
  const Stereo out = play(geq, in, {128}, {{1000, param::band_1000, 12.0}, {4000, param::band_1000, 0.0}});
  const std::size_t faded = 4000 + std::size_t(0.020 * rate);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    if (i < 1000 || i >= faded) {
      CHECK(out.left[i] == in.left[i]);
    }
  }
  CHECK(out.left[3000] != in.left[3000]);
}

TEST_CASE("the gain comes after the bands") {
  Geq geq;
  geq.set_param(param::gain, -6.0);
  geq.prepare(rate);
  const Stereo in = omx::testing::noise(1000, 3);
  const Stereo out = play(geq, in);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    CHECK(double(out.right[i]) == doctest::Approx(double(in.right[i]) * std::pow(10.0, -0.3)).epsilon(1e-6));
  }
}

TEST_CASE("a change begins at its frame, and makes no step") {
  // A sine of 1 kHz; its band goes from -15 to +15 dB. The steepest slope is that of the final sine.
  Geq geq;
  geq.set_param(param::band_1000, -15.0);
  geq.prepare(rate);
  const double w = 2.0 * std::numbers::pi * 1000.0 / rate;
  Stereo in(24000);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    in.left[i] = in.right[i] = float(0.01 * std::sin(w * double(i)));
  }
  Geq unchanged = geq;
  const Stereo before = play(unchanged, in);
  const Stereo out = play(geq, in, {64}, {{9001, param::band_1000, 15.0}});
  const double final_peak = 0.01 * omx::testing::amplitude_of_db(15.0);
  for (std::size_t i = 1; i < in.frames(); ++i) {
    if (i <= 9001) {
      CHECK(out.left[i] == before.left[i]);
    }
    CHECK(std::fabs(out.left[i] - out.left[i - 1]) < 1.2 * w * final_peak);
  }
  CHECK(out.left[9010] != before.left[9010]);
}

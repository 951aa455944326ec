// Oracle: the analogue prototypes' H(s) in closed form, against the transfer function of the section.
#include "dsp/matched_filters.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

namespace {

using Complex = std::complex<double>;
using omx::dsp::design_filter;
using omx::dsp::FilterShape;
using omx::dsp::FilterSpec;
using omx::dsp::SvfSection;

Complex prototype(const FilterSpec& spec, double hz) {
  const Complex s(0.0, hz / spec.frequency_hz);
  const double q = spec.q;
  const double a = std::pow(10.0, spec.gain_db / 40.0);
  const double root = std::sqrt(a);
  switch (spec.shape) {
  case FilterShape::bell:
    return (s * s + s * a / q + 1.0) / (s * s + s / (a * q) + 1.0);
  case FilterShape::low_shelf:
    return a * (s * s + s * root / q + a) / (a * s * s + s * root / q + 1.0);
  case FilterShape::high_shelf:
    return a * (a * s * s + s * root / q + 1.0) / (s * s + s * root / q + a);
  case FilterShape::notch:
    return (s * s + 1.0) / (s * s + s / q + 1.0);
  case FilterShape::all_pass:
    return (s * s - s / q + 1.0) / (s * s + s / q + 1.0);
  case FilterShape::low_pass:
    return 1.0 / (s * s + s / q + 1.0);
  case FilterShape::high_pass:
    return s * s / (s * s + s / q + 1.0);
  }
  return 0.0;
}

/// y = through*x + f.s, s' = M s + b x  =>  H(z) = through + f (zI - M)^-1 b.
Complex response(const SvfSection& section, double w) {
  const auto damp = double(section.damp);
  const auto band = double(section.band);
  const auto low = double(section.low);
  const Complex z = std::polar(1.0, w);
  const Complex a = z - (1.0 - damp);
  const Complex d = z - (1.0 - low);
  const Complex determinant = a * d + band * band;
  const Complex s1 = (d * band - band * low) / determinant;
  const Complex s2 = (a * low + band * band) / determinant;
  return double(section.through) + double(section.from_s1) * s1 + double(section.from_s2) * s2;
}

/// Largest deviation in dB up to a third of the sample rate, where the prototype is above -100 dB.
double worst_error_db(const FilterSpec& spec, double rate) {
  const SvfSection section = design_filter(spec, rate);
  double worst = 0.0;
  const auto probe = [&](double hz) {
    if (hz < 1.0 || hz > rate / 3.0) {
      return;
    }
    const double wanted = std::abs(prototype(spec, hz));
    if (wanted > 1e-5) {
      const double got = std::abs(response(section, 2.0 * std::numbers::pi * hz / rate));
      worst = std::max(worst, std::fabs(20.0 * std::log10(got / wanted)));
    }
  };
  for (int i = 0; i <= 300; ++i) {
    probe(5.0 * std::pow(rate / 15.0, i / 300.0));
  }
  for (int i = -20; i <= 20; ++i) {
    probe(spec.frequency_hz * (1.0 + i / (13.0 * std::max(spec.q, 1.0))));
  }
  return worst;
}

const std::vector<double> rates = {44100.0, 48000.0, 96000.0, 192000.0};
const std::vector<double> frequencies = {20.0,   50.0,    150.0,   500.0,   1000.0,  2000.0,  4000.0, 6000.0,
                                         8000.0, 10000.0, 12000.0, 14000.0, 16000.0, 18000.0, 20000.0};

void check_all(FilterShape shape, const std::vector<double>& qs, const std::vector<double>& gains_db) {
  for (const double rate : rates) {
    for (const double hz : frequencies) {
      for (const double q : qs) {
        for (const double gain_db : gains_db) {
          CAPTURE(rate);
          CAPTURE(hz);
          CAPTURE(q);
          CAPTURE(gain_db);
          CHECK(worst_error_db({shape, hz, q, gain_db}, rate) < 0.1);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("magnitudes are the prototype's within 0.1 dB up to a third of the rate") {
  const std::vector<double> gains_db = {-24.0, -12.0, -3.0, 1.0, 6.0, 18.0, 24.0};
  SUBCASE("bell") {
    check_all(FilterShape::bell, {0.1, 0.3, 0.7, 1.0, 2.0, 5.0, 10.0, 40.0}, gains_db);
  }
  SUBCASE("low shelf") {
    check_all(FilterShape::low_shelf, {0.3, 0.5, 0.7071, 1.0, 1.2}, gains_db);
  }
  SUBCASE("high shelf") {
    check_all(FilterShape::high_shelf, {0.3, 0.5, 0.7071, 1.0, 1.2}, gains_db);
  }
  SUBCASE("notch") {
    check_all(FilterShape::notch, {0.1, 0.3, 0.7, 1.0, 2.0, 5.0, 10.0, 40.0}, {0.0});
  }
  SUBCASE("all-pass") {
    check_all(FilterShape::all_pass, {0.1, 0.7, 2.0, 10.0}, {0.0});
  }
  const auto [wide, sharp] = omx::dsp::butterworth4_q;
  SUBCASE("low-pass") {
    check_all(FilterShape::low_pass, {wide, 0.7071067811865476, sharp}, {0.0});
  }
  SUBCASE("high-pass") {
    check_all(FilterShape::high_pass, {wide, 0.7071067811865476, sharp}, {0.0});
  }
}

TEST_CASE("a cut is the inverse of the boost") {
  for (const FilterShape shape : {FilterShape::bell, FilterShape::low_shelf, FilterShape::high_shelf}) {
    const SvfSection boost = design_filter({shape, 3000.0, 0.9, 9.0}, 48000.0);
    const SvfSection cut = design_filter({shape, 3000.0, 0.9, -9.0}, 48000.0);
    for (double w = 0.01; w < 3.1; w += 0.1) {
      CHECK(std::abs(response(boost, w) * response(cut, w) - 1.0) < 1e-5);
    }
  }
}

TEST_CASE("an all-pass has the prototype's phase and delay at its frequency") {
  for (const double hz : {100.0, 1000.0, 8000.0, 15000.0}) {
    for (const double q : {0.5, 1.0, 5.0}) {
      const SvfSection section = design_filter({FilterShape::all_pass, hz, q, 0.0}, 48000.0);
      const double w0 = 2.0 * std::numbers::pi * hz / 48000.0;
      const Complex at = response(section, w0);
      CHECK(std::abs(at + 1.0) < 1e-4);
      const double h = 1e-4 * w0 / q;
      const double delay = -std::arg(response(section, w0 + h) / response(section, w0 - h)) / (2.0 * h);
      CHECK(delay == doctest::Approx(4.0 * q / w0).epsilon(1e-3));
    }
  }
}

TEST_CASE("a notch is silent at its frequency") {
  for (const double hz : {50.0, 1000.0, 11000.0, 19000.0}) {
    const SvfSection section = design_filter({FilterShape::notch, hz, 4.0, 0.0}, 48000.0);
    CHECK(std::abs(response(section, 2.0 * std::numbers::pi * hz / 48000.0)) < 2e-3);
  }
}

TEST_CASE("without gain, bell and shelf pass the input") {
  for (const FilterShape shape : {FilterShape::bell, FilterShape::low_shelf, FilterShape::high_shelf}) {
    CHECK(design_filter({shape, 1000.0, 1.0, 0.0}, 48000.0).passes());
  }
}

TEST_CASE("the states never grow without input, for every setting") {
  // The largest singular value of the state matrix M; 1 up to rounding for a contraction.
  for (const double hz : frequencies) {
    for (const double q : {0.1, 0.7, 40.0}) {
      const SvfSection s = design_filter({FilterShape::bell, hz, q, 24.0}, 48000.0);
      const double a = 1.0 - double(s.damp);
      const double b = -double(s.band);
      const double c = double(s.band);
      const double d = 1.0 - double(s.low);
      const double sum = a * a + b * b + c * c + d * d;
      const double det = a * d - b * c;
      const double norm2 = 0.5 * (sum + std::sqrt(std::max(sum * sum - 4.0 * det * det, 0.0)));
      CHECK(norm2 <= 1.0 + 1e-6);
    }
  }
}

TEST_CASE("decay time of a resonance follows from Q: 60 dB in Q*ln(1000)/(pi*f) seconds") {
  const SvfSection s = design_filter({FilterShape::low_pass, 100.0, 10.0, 0.0}, 48000.0);
  const double seconds = 10.0 * std::log(1000.0) / (std::numbers::pi * 100.0);
  CHECK(omx::dsp::decay_frames(s, 60.0) == doctest::Approx(seconds * 48000.0).epsilon(0.02));
}

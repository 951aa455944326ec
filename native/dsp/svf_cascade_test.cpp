// Oracle: the plain per-sample form, svf_tick, section by section. The vector code must give the same bits.
#include "dsp/svf_cascade.hpp"

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "dsp/denormals.hpp"
#include "dsp/matched_filters.hpp"

namespace {

using omx::dsp::design_filter;
using omx::dsp::FilterShape;
using omx::dsp::max_sections;
using omx::dsp::SvfCascade;
using omx::dsp::SvfCascadeDouble;
using omx::dsp::SvfCascadeOf;
using omx::dsp::SvfSection;
using omx::dsp::SvfState;
using omx::dsp::SvfStateOf;

constexpr double rate = 48000.0;

std::vector<float> noise(int frames, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-0.5F, 0.5F);
  std::vector<float> io(static_cast<std::size_t>(2 * frames));
  for (float& sample : io) {
    sample = uniform(random);
  }
  return io;
}

SvfSection section(int i) {
  const double hz = 40.0 * std::pow(1.7, i);
  return design_filter({FilterShape::bell, hz, 0.7 + 0.4 * i, i % 2 == 0 ? 6.0 : -9.0}, rate);
}

std::vector<int> widths() {
  return omx::dsp::has_avx2() ? std::vector<int>{16, 32} : std::vector<int>{16};
}

template <typename Real>
void process(SvfCascadeOf<Real>& cascade, std::vector<float>& io, const std::vector<int>& blocks) {
  const omx::dsp::FlushDenormals scope;
  const int frames = static_cast<int>(io.size()) / 2;
  int at = 0;
  for (std::size_t i = 0; at < frames; ++i) {
    const int block = std::min(blocks[i % blocks.size()], frames - at);
    cascade.process(io.data() + 2 * at, block);
    at += block;
  }
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE_TEMPLATE(
    "the vector code equals the plain form bit by bit, for any number of sections and any block size", Real,
    float, double) {
  const omx::dsp::FlushDenormals scope;
  for (int sections = 1; sections <= max_sections; ++sections) {
    std::vector<float> wanted = noise(500, 7);
    std::vector<SvfStateOf<Real>> states(static_cast<std::size_t>(2 * sections));
    for (std::size_t n = 0; n < wanted.size(); ++n) {
      auto value = static_cast<Real>(wanted[n]);
      for (int i = 0; i < sections; ++i) {
        value = omx::dsp::svf_tick(section(i), states[static_cast<std::size_t>(2 * i) + n % 2], value);
      }
      wanted[n] = static_cast<float>(value);
    }
    for (const int width : widths()) {
      for (const std::vector<int>& blocks : {std::vector<int>{500}, {1}, {17}, {3, 64, 1, 128}}) {
        CAPTURE(sections);
        CAPTURE(width);
        CAPTURE(blocks[0]);
        SvfCascadeOf<Real> cascade(width);
        for (int i = 0; i < sections; ++i) {
          cascade.set_section(i, section(i), 0);
        }
        std::vector<float> got = noise(500, 7);
        process(cascade, got, blocks);
        CHECK(same_bits(got, wanted));
      }
    }
  }
}

TEST_CASE_TEMPLATE(
    "ramps, entering and leaving give the same bits for every width and block size", Real, float, double) {
  const auto play = [](int width, const std::vector<int>& blocks) {
    SvfCascadeOf<Real> cascade(width);
    std::vector<float> out;
    for (int step = 0; step < 12; ++step) {
      const int index = step * 5 % max_sections;
      cascade.set_section(index, section(step), 40 + 13 * step);
      if (step % 3 == 2) {
        cascade.set_section((step - 1) * 5 % max_sections, section(step).passing(), 100);
      }
      std::vector<float> io = noise(200, static_cast<unsigned>(step));
      process(cascade, io, blocks);
      out.insert(out.end(), io.begin(), io.end());
    }
    return out;
  };
  const std::vector<float> wanted = play(16, {200});
  for (const int width : widths()) {
    CHECK(same_bits(play(width, {200}), wanted));
    CHECK(same_bits(play(width, {1}), wanted));
    CHECK(same_bits(play(width, {17, 5}), wanted));
  }
}

TEST_CASE("a section that passes leaves at the end of its ramp") {
  SvfCascade cascade;
  CHECK(cascade.active_sections() == 0);
  cascade.set_section(3, section(3), 0);
  cascade.set_section(5, section(5), 0);
  CHECK(cascade.active_sections() == 2);
  cascade.set_section(3, section(3).passing(), 64);
  std::vector<float> io = noise(63, 1);
  cascade.process(io.data(), 63);
  CHECK(cascade.active_sections() == 2);
  cascade.process(io.data(), 1);
  CHECK(cascade.active_sections() == 1);
  cascade.set_section(5, section(5).passing(), 0);
  CHECK(cascade.active_sections() == 0);
}

TEST_CASE("a section that comes and goes leaves the others' states alone") {
  const omx::dsp::FlushDenormals scope;
  std::vector<float> wanted = noise(300, 8);
  SvfState states[2];
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    wanted[n] = omx::dsp::svf_tick(section(6), states[n % 2], wanted[n]);
  }
  for (const int width : widths()) {
    SvfCascade cascade(width);
    cascade.set_section(6, section(6), 0);
    std::vector<float> got = noise(300, 8);
    for (int at = 0; at < 300; at += 50) {
      for (const int other : {at / 50, 7 + at / 100}) {  // before and after it in the series
        cascade.set_section(other, section(0), 0);
        cascade.set_section(other, section(0).passing(), 0);
      }
      cascade.process(got.data() + 2 * at, 50);
    }
    CHECK(same_bits(got, wanted));
  }
}

TEST_CASE("a ramp steps no more than a small part of the change") {
  // A constant input through a shelf that ramps from 0 to +12 dB: the output rises without a step above 1 %.
  SvfCascade cascade;
  std::vector<float> io(2 * 4000, 0.25F);
  cascade.set_section(0, design_filter({FilterShape::low_shelf, 200.0, 0.7, 12.0}, rate), 1000);
  cascade.process(io.data(), 4000);
  for (std::size_t n = 2; n < io.size(); ++n) {
    CHECK(std::fabs(io[n] - io[n - 2]) < 0.0025F);
  }
  CHECK(io.back() == doctest::Approx(0.25 * std::pow(10.0, 12.0 / 20.0)).epsilon(1e-3));
}

TEST_CASE("jumping between extreme settings every few frames stays bounded") {
  std::mt19937 random(20260101);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  SvfCascade cascade;
  float peak = 0.0F;
  for (int turn = 0; turn < 4000; ++turn) {
    const double hz = 20.0 * std::pow(1000.0, uniform(random));
    const double q = 0.1 * std::pow(400.0, uniform(random));
    cascade.set_section(0, design_filter({FilterShape::notch, hz, q, 0.0}, rate), 1 + turn % 7);
    std::vector<float> io = noise(5, static_cast<unsigned>(turn));
    cascade.process(io.data(), 5);
    for (const float sample : io) {
      peak = std::max(peak, std::fabs(sample));
    }
  }
  CHECK(peak < 50.0F);
}

TEST_CASE("double precision is quieter where a filter is slow") {
  // 20 Hz at 192 kHz. The error against the plain form in double precision, relative to its output.
  constexpr int frames = 100000;
  const SvfSection slow = design_filter({FilterShape::bell, 20.0, 2.6, 12.0}, 192000.0);
  std::vector<float> in(2 * frames);
  for (std::size_t n = 0; n < in.size(); ++n) {
    in[n] = static_cast<float>(std::sin(2.0 * 3.141592653589793 * 20.0 / 192000.0 * double(n / 2)));
  }
  const auto error_db = [&](auto&& cascade) {
    std::vector<float> out = in;
    cascade.set_section(0, slow, 0);
    process(cascade, out, {frames});
    SvfStateOf<double> state;
    double error = 0.0;
    double power = 0.0;
    for (std::size_t n = 0; n < in.size(); n += 2) {
      const double wanted = omx::dsp::svf_tick(slow, state, double(in[n]));
      error += (double(out[n]) - wanted) * (double(out[n]) - wanted);
      power += wanted * wanted;
    }
    return 10.0 * std::log10(error / power);
  };
  CHECK(error_db(SvfCascade()) < -95.0);
  CHECK(error_db(SvfCascadeDouble()) < -145.0);  // what rounding the output to single precision leaves
}

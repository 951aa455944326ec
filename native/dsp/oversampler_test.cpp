// Oracle: a linear-phase filter pair is symmetric about a whole frame, has gain 1 in its pass band and
// nothing in its stop band.
#include "dsp/oversampler.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <numbers>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "dsp/simd.hpp"

namespace {

using omx::dsp::OversampledBlock;
using omx::dsp::Oversampler;

constexpr double two_pi = 2.0 * std::numbers::pi;

/// Down again as it came up.
std::vector<float> round_trip(Oversampler& oversampler, const std::vector<float>& in, int block_frames) {
  std::vector<float> out(in.size());
  for (int at = 0; at < int(in.size()); at += block_frames) {
    const int frames = std::min(block_frames, int(in.size()) - at);
    OversampledBlock block;
    oversampler.up(block, in.data() + at, frames);
    float part[OversampledBlock::max_frames];
    oversampler.down(part, block, frames);
    std::copy(part, part + frames, out.begin() + at);
  }
  return out;
}

std::vector<float> impulse(std::size_t frames) {
  std::vector<float> signal(frames);
  signal[0] = 1.0F;
  return signal;
}

/// Amplitude of the component of so many turns within a signal of whole turns.
double level_at(const std::vector<double>& signal, double turns) {
  std::complex<double> sum = 0.0;
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double turn = std::fmod(turns * double(i) / double(signal.size()), 1.0);
    sum += signal[i] * std::polar(1.0, -two_pi * turn);
  }
  return 2.0 * std::abs(sum) / double(signal.size());
}

double db(double ratio) {
  return 20.0 * std::log10(ratio);
}

}  // namespace

TEST_CASE("the delay is a whole number of frames, worked out from the middles of the taps") {
  // Stage by stage from within, in samples of the faster side: 10 -> 5; 5+18-1 = 22 -> 11; 11+26-1 = 36 ->
  // 18; 18+69+80-1 = 166 -> 83. Without the inner stages 18 -> 9; 9+26-1 -> 17; 17+149 = 166 -> 83. 26 -> 13;
  // 13+149 = 162 -> 81.
  CHECK(Oversampler(16).latency_frames() == 83);
  CHECK(Oversampler(8).latency_frames() == 83);
  CHECK(Oversampler(4).latency_frames() == 81);
  CHECK(Oversampler::factor_for(48000.0) == 16);
  CHECK(Oversampler::factor_for(96000.0) == 8);
  CHECK(Oversampler::factor_for(192000.0) == 4);
}

TEST_CASE("an impulse comes back symmetric about the latency, with all of its sum, and then nothing") {
  for (const int factor : {16, 8, 4}) {
    CAPTURE(factor);
    Oversampler oversampler(factor);
    const int middle = oversampler.latency_frames();
    const std::vector<float> out = round_trip(oversampler, impulse(512), 64);
    double sum = 0.0;
    for (const float sample : out) {
      sum += double(sample);
    }
    CHECK(sum == doctest::Approx(1.0).epsilon(2e-5));
    CHECK(std::max_element(out.begin(), out.end()) - out.begin() == middle);
    double worst = 0.0;
    for (int k = 1; k <= middle; ++k) {
      const auto before = double(out[std::size_t(middle - k)]);
      const auto after = double(out[std::size_t(middle + k)]);
      worst = std::max(worst, std::fabs(before - after));
    }
    CHECK(worst < 3e-7);
    for (std::size_t i = std::size_t(oversampler.memory_frames()); i < out.size(); ++i) {
      CHECK(out[i] == 0.0F);
    }
  }
}

TEST_CASE("up to 20 kHz of 48 kHz the level stays within 0.002 dB") {
  for (const int factor : {16, 8, 4}) {
    Oversampler oversampler(factor);
    const std::vector<float> out = round_trip(oversampler, impulse(480), 64);
    const std::vector<double> response(out.begin(), out.end());
    for (int hundreds = 0; hundreds <= 200; ++hundreds) {
      const double gain = level_at(response, double(hundreds)) * 480.0 / 2.0;  // turns of 100 Hz
      CHECK(std::fabs(db(gain)) < 0.002);
    }
  }
}

TEST_CASE("what lies above 0.5208 of the sample rate comes down by 98 dB at least") {
  constexpr int frames = 480;  // one turn is 100 Hz at 48 kHz
  for (const int factor : {16, 8, 4}) {
    CAPTURE(factor);
    double worst = -400.0;
    for (int hundreds = 250; hundreds < 240 * factor; hundreds += hundreds < 1000 ? 7 : 331) {
      Oversampler oversampler(factor);
      std::vector<double> heard;
      for (int at = 0; at < 2 * frames; at += 60) {
        OversampledBlock block;
        for (int i = 0; i < 60 * factor; ++i) {
          const double turn = std::fmod(double(hundreds) * (at * factor + i) / (480.0 * factor), 1.0);
          block.phase(i % factor)[i / factor] = float(std::sin(two_pi * turn + 0.3));
        }
        float part[OversampledBlock::max_frames];
        oversampler.down(part, block, 60);
        for (int i = 0; i < 60 && at >= frames; ++i) {
          heard.push_back(double(part[i]));
        }
      }
      const int folded = std::abs(hundreds - 480 * ((hundreds + 240) / 480));
      worst = std::max(worst, db(level_at(heard, double(folded)) + 1e-12));
    }
    CHECK(worst < -98.0);
  }
}

TEST_CASE("the images of a sine below 20 kHz of 48 kHz are down by 98 dB") {
  constexpr int frames = 480;
  for (const int factor : {16, 8, 4}) {
    for (const int hundreds : {10, 50, 117, 200}) {
      Oversampler oversampler(factor);
      std::vector<double> inner;
      for (int at = 0; at < 2 * frames; at += 60) {
        float in[60];
        for (int i = 0; i < 60; ++i) {
          in[i] = float(std::sin(two_pi * std::fmod(hundreds * (at + i) / 480.0, 1.0)));
        }
        OversampledBlock block;
        oversampler.up(block, in, 60);
        for (int i = 0; i < 60 * factor && at >= frames; ++i) {
          inner.push_back(double(block.phase(i % factor)[i / factor]));
        }
      }
      CHECK(std::fabs(db(level_at(inner, hundreds))) < 0.001);
      for (int image = 1; image < factor; ++image) {
        for (const int side : {-1, 1}) {
          const int at = 480 * image + side * hundreds;
          if (at < 240 * factor) {
            CHECK(db(level_at(inner, at) + 1e-12) < -98.0);
          }
        }
      }
    }
  }
}

TEST_CASE("neither block sizes nor the width of the vectors change a bit") {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> uniform(-0.5F, 0.5F);
  std::vector<float> in(1000);
  std::generate(in.begin(), in.end(), [&] { return uniform(random); });
  for (const int factor : {16, 8, 4}) {
    Oversampler narrow(factor, 4);
    const std::vector<float> wanted = round_trip(narrow, in, 64);
    for (const int lanes : {4, omx::dsp::has_avx2() ? 8 : 4}) {
      for (const int block_frames : {1, 7, 8, 33, 64}) {
        Oversampler other(factor, lanes);
        const std::vector<float> out = round_trip(other, in, block_frames);
        CHECK(std::memcmp(out.data(), wanted.data(), out.size() * sizeof(float)) == 0);
      }
    }
  }
}

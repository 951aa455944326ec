// Oracle: a delay of D frames turns the phase by -2 pi f D and changes no level; a straight line, delayed,
// shows where the tap is.
#include "dsp/swept_delay.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <numbers>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "dsp/lfo.hpp"
#include "dsp/simd.hpp"

namespace {

using Complex = std::complex<double>;
using omx::dsp::PhaseCounter;
using omx::dsp::SincTable;
using omx::dsp::Sweep;
using omx::dsp::SweptDelay;

constexpr double two_pi = 2.0 * std::numbers::pi;

struct Stereo {
  std::vector<float> left;
  std::vector<float> right;
};

struct Settings {
  double middle_frames = 100.0;
  double half_depth_frames = 0.0;
  double cycles_per_frame = 0.0;
  double spread = 0.0;  // of a turn
  float triangle = 0.0F;
  float feedback = 0.0F;
  int voices = 1;
};

Stereo play(SweptDelay& delay, const Stereo& in, const Settings& settings, int block_frames = 64) {
  Stereo out{std::vector<float>(in.left.size()), std::vector<float>(in.left.size())};
  PhaseCounter counter;
  counter.set_rate(settings.cycles_per_frame, 1.0);
  for (std::size_t at = 0; at < in.left.size();) {
    Sweep sweep;
    sweep.frames = std::min(block_frames, int(in.left.size() - at));
    sweep.voices = settings.voices;
    counter.fill(sweep.phase, sweep.frames);
    for (int i = 0; i < sweep.frames; ++i) {
      sweep.spread[i] = std::uint32_t(settings.spread * 0x1p32);
      sweep.middle[i] = int(std::lround(settings.middle_frames * SweptDelay::one_frame));
      sweep.half_depth[i] = float(settings.half_depth_frames * SweptDelay::one_frame);
      sweep.triangle[i] = settings.triangle;
      sweep.feedback[i] = settings.feedback;
      for (int v = 0; v < settings.voices; ++v) {
        sweep.gain[v][i] = 1.0F;
      }
    }
    delay.process(
        sweep, in.left.data() + at, in.right.data() + at, out.left.data() + at, out.right.data() + at);
    at += std::size_t(sweep.frames);
  }
  return out;
}

Stereo impulse(std::size_t frames) {
  Stereo signal{std::vector<float>(frames), std::vector<float>(frames)};
  signal.left[0] = 1.0F;
  signal.right[0] = -0.5F;
  return signal;
}

Stereo noise(std::size_t frames) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> uniform(-0.5F, 0.5F);
  Stereo signal{std::vector<float>(frames), std::vector<float>(frames)};
  for (std::size_t i = 0; i < frames; ++i) {
    signal.left[i] = uniform(random);
    signal.right[i] = uniform(random);
  }
  return signal;
}

bool same_bits(const Stereo& a, const Stereo& b) {
  const auto same = [](const std::vector<float>& x, const std::vector<float>& y) {
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
  };
  return same(a.left, b.left) && same(a.right, b.right);
}

}  // namespace

TEST_CASE("at every fraction of a sample a sine up to 17.3 kHz of 48 kHz keeps its level within 0.006 dB") {
  // Level and place: |H(f) - exp(-2 pi i f D)| is the error of both. 15 kHz is 0.3125, 17.3 kHz 0.36.
  double worst_db = 0.0;
  double worst = 0.0;
  SweptDelay delay;
  delay.prepare(200);
  for (int thousandths = 0; thousandths < 1000; thousandths += 7) {
    delay.clear();
    const double frames = 20.0 + thousandths / 1000.0;
    const Stereo out = play(delay, impulse(64), {.middle_frames = frames});
    const double quantised = std::round(frames * 65536.0) / 65536.0;
    for (const double f : {0.0, 0.01, 0.1, 0.2, 0.3125, 0.34, 0.36}) {
      Complex response = 0.0;
      for (std::size_t i = 0; i < out.left.size(); ++i) {
        response += double(out.left[i]) * std::polar(1.0, -two_pi * f * double(i));
      }
      worst_db = std::max(worst_db, std::fabs(20.0 * std::log10(std::abs(response))));
      worst = std::max(worst, std::abs(response - std::polar(1.0, -two_pi * f * quantised)));
    }
  }
  CHECK(worst_db < 0.006);
  CHECK(worst < 7e-4);
}

TEST_CASE("a whole number of frames is an exact echo, and feedback repeats it") {
  SweptDelay delay;
  delay.prepare(200);
  const Stereo out = play(delay, impulse(500), {.middle_frames = 100.0, .feedback = -0.5F});
  for (std::size_t i = 0; i < 500; ++i) {
    const double wanted = i > 0 && i % 100 == 0 ? std::pow(-0.5, double(i) / 100.0 - 1.0) : 0.0;
    CHECK(double(out.left[i]) == doctest::Approx(wanted).epsilon(1e-6));
    CHECK(double(out.right[i]) == doctest::Approx(-0.5 * wanted).epsilon(1e-6));
  }
}

TEST_CASE("taps are where the wave says: voices half and quarter turns apart, the right side by the spread") {
  // On a straight line of slope 1/4096 a tap D frames back hears (n - D)/4096, and several of them their sum.
  Stereo in{std::vector<float>(8000), std::vector<float>(8000)};
  for (std::size_t i = 0; i < 8000; ++i) {
    in.left[i] = in.right[i] = float(i) / 4096.0F;
  }
  const auto wave = [](double turn, bool triangle) {
    turn -= std::floor(turn);
    const double line = turn < 0.25 ? 4.0 * turn : turn < 0.75 ? 2.0 - 4.0 * turn : 4.0 * turn - 4.0;
    return triangle ? line : std::sin(two_pi * turn);
  };
  for (const bool triangle : {false, true}) {
    for (const int voices : {1, 2, 3, 4}) {
      SweptDelay delay;
      delay.prepare(1000);
      const Stereo out = play(
          delay, in,
          {.middle_frames = 600.0,
           .half_depth_frames = 250.0,
           .cycles_per_frame = 1.0 / 3000.0,
           .spread = 0.3,
           .triangle = triangle ? 1.0F : 0.0F,
           .voices = voices});
      constexpr double offset[] = {0.0, 0.5, 0.25, 0.75};
      double worst = 0.0;
      for (std::size_t i = 2000; i < 8000; ++i) {
        for (const double spread : {0.0, 0.3}) {
          double frames = 0.0;
          for (int v = 0; v < voices; ++v) {
            frames += double(i) - 600.0 - 250.0 * wave(double(i) / 3000.0 + offset[v] + spread, triangle);
          }
          const float got = spread == 0.0 ? out.left[i] : out.right[i];
          worst = std::max(worst, std::fabs(double(got) * 4096.0 - frames) / voices);
        }
      }
      CHECK(worst < 3e-3);  // frames; single precision has 5e-4 here
    }
  }
}

TEST_CASE("taps stay within the line") {
  SweptDelay delay;
  delay.prepare(50);
  const Stereo far = play(delay, impulse(200), {.middle_frames = 90.0});
  CHECK(std::max_element(far.left.begin(), far.left.end()) - far.left.begin() == 50);
  delay.clear();
  const Stereo near = play(delay, impulse(200), {.middle_frames = 1.0});
  CHECK(std::max_element(near.left.begin(), near.left.end()) - near.left.begin() == 8);
}

TEST_CASE("after as many frames as a line holds, nothing of the past is left") {
  SweptDelay delay;
  delay.prepare(300);
  play(delay, noise(1000), {.middle_frames = 290.0});
  Stereo silence{std::vector<float>(700), std::vector<float>(700)};
  const Stereo out = play(delay, silence, {.middle_frames = 299.5});
  for (std::size_t i = std::size_t(delay.memory_frames()); i < 700; ++i) {
    CHECK(out.left[i] == 0.0F);
  }
}

TEST_CASE("neither block sizes nor the width of the vectors change a bit") {
  const Settings settings{
      .middle_frames = 60.3,
      .half_depth_frames = 50.0,
      .cycles_per_frame = 1e-3,
      .spread = 0.2,
      .triangle = 0.3F,
      .feedback = 0.2F,
      .voices = 3};
  const Stereo in = noise(3000);
  SweptDelay narrow(4);
  narrow.prepare(150);
  const Stereo wanted = play(narrow, in, settings);
  for (const int lanes : {4, omx::dsp::has_avx2() ? 8 : 4}) {
    for (const int block_frames : {1, 7, 8, 33, 64}) {
      SweptDelay other(lanes);
      other.prepare(150);
      CHECK(same_bits(play(other, in, settings, block_frames), wanted));
    }
  }
}

// Oracles: a sliding maximum by its definition, exponentials, and the static curve's formula.
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "dsp/ballistics.hpp"
#include "dsp/gain_computer.hpp"
#include "dsp/mean_square.hpp"
#include "dsp/peak_hold.hpp"

namespace {

using omx::dsp::Ballistics;
using omx::dsp::CurveSettings;
using omx::dsp::db_per_octave;
using omx::dsp::GainComputer;
using omx::dsp::MeanSquare;
using omx::dsp::PeakHold;

std::vector<float> noise(int frames, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
  std::vector<float> io(static_cast<std::size_t>(2 * frames));
  for (float& sample : io) {
    sample = uniform(random) * uniform(random);
  }
  return io;
}

/// Calls process(io, frames) for parts of a signal of the given sizes.
template <typename Process>
void in_blocks(std::vector<float>& io, const std::vector<int>& blocks, const Process& process) {
  const int frames = static_cast<int>(io.size()) / 2;
  int at = 0;
  for (std::size_t i = 0; at < frames; ++i) {
    const int block = std::min(blocks[i % blocks.size()], frames - at);
    process(io.data() + 2 * at, block);
    at += block;
  }
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("a peak counts from its frame on until sixteen whole cells after its own have ended") {
  constexpr int cell = 5;
  const std::vector<float> in = noise(600, 1);
  std::vector<float> wanted(in.size());
  for (int n = 0; n < 600; ++n) {
    for (int channel = 0; channel < 2; ++channel) {
      float most = 0.0F;
      for (int k = std::max(n / cell - PeakHold::cells, 0) * cell; k <= n; ++k) {
        most = std::max(most, std::fabs(in[static_cast<std::size_t>(2 * k + channel)]));
      }
      wanted[static_cast<std::size_t>(2 * n + channel)] = most;
    }
  }
  for (const std::vector<int>& blocks : {std::vector<int>{600}, {1}, {2, 3}, {17, 64}}) {
    PeakHold hold;
    hold.set_cell_frames(cell);
    hold.clear();
    std::vector<float> io = in;
    in_blocks(io, blocks, [&](float* part, int frames) { hold.process(part, part, frames); });
    CHECK(same_bits(io, wanted));
  }
}

TEST_CASE("the mean square of a step rises as two poles: 1 - (1 + t) e^-t, t in half averaging times") {
  MeanSquare mean;
  mean.set_time_frames(1000.0);
  std::vector<float> io(2 * 4000, 0.5F);
  mean.process(io.data(), io.data(), 4000);
  for (const int frame : {100, 500, 1000, 3000}) {
    const double t = frame / 500.0;
    const double wanted = 0.25 * (1.0 - (1.0 + t) * std::exp(-t));
    CHECK(double(io[static_cast<std::size_t>(2 * frame)]) == doctest::Approx(wanted).epsilon(0.01));
  }
  CHECK(double(io.back()) == doctest::Approx(0.25).epsilon(0.01));
}

TEST_CASE("attack and release are exponentials with their time constants, in either order") {
  for (const auto& [attack, release] : {std::pair{480.0, 9600.0}, {9600.0, 480.0}, {48.0, 48.0}}) {
    Ballistics smoother;
    smoother.set_times(attack, release);
    std::vector<float> io(2 * 200000, 2.0F);
    std::fill(io.begin() + 200000, io.end(), 0.0F);
    smoother.process(io.data(), 200000);
    for (const double part : {0.3, 1.0, 3.0}) {
      const auto up = std::size_t(part * attack);
      const auto down = std::size_t(part * release);
      const double rise = 2.0 * (1.0 - std::exp(-double(up) / attack));
      const double fall = 2.0 * std::exp(-double(down) / release);
      CHECK(double(io[2 * (up - 1)]) == doctest::Approx(rise).epsilon(1e-4));
      CHECK(double(io[2 * (100000 + down - 1)]) == doctest::Approx(fall).epsilon(1e-4));
    }
  }
}

TEST_CASE("the slowest release at the highest rate does not stand still on its way") {
  Ballistics smoother;
  smoother.set_times(10.0, 5.0 * 192000.0);
  std::vector<float> io(2 * 1000, 3.0F);
  smoother.process(io.data(), 1000);
  std::vector<float> quiet(2 * 192000, 0.0F);
  for (int second = 0; second < 50; ++second) {
    std::fill(quiet.begin(), quiet.end(), 0.0F);
    smoother.process(quiet.data(), 192000);
  }
  CHECK(smoother.level() == doctest::Approx(3.0 * std::exp(-10.0)).epsilon(0.01));
}

TEST_CASE("the static curve is the formula within 0.001 dB, for amplitudes and powers") {
  for (const double knee : {0.0, 6.0, 24.0}) {
    for (const double slope : {0.5, 0.75, 1.0}) {
      const CurveSettings curve{-20.0, knee, slope, 18.0, 0.0};
      GainComputer computer;
      computer.aim(curve, 0);
      for (int level_db = -60; level_db <= 30; ++level_db) {
        const double amplitude = std::pow(10.0, level_db / 20.0);
        // The formula as it is written in gain_computer.hpp.
        const double d = level_db + 20.0;
        double wanted = d >= 0.5 * knee ? slope * d : 0.0;
        if (std::fabs(d) < 0.5 * knee) {
          wanted = slope * (d + 0.5 * knee) * (d + 0.5 * knee) / (2.0 * knee);
        }
        wanted = std::min(wanted, 18.0);
        CHECK(omx::dsp::static_reduction_db(curve, level_db) == doctest::Approx(wanted));
        float io[2 + 8] = {float(amplitude), 0.0F};
        computer.process(io, 1, GainComputer::Level::amplitude);
        CHECK(std::fabs(double(io[0]) * db_per_octave - wanted) < 1e-3);
        CHECK(io[1] == 0.0F);
        io[0] = float(amplitude * amplitude);
        computer.process(io, 1, GainComputer::Level::power);
        CHECK(std::fabs(double(io[0]) * db_per_octave - wanted) < 1e-3);
      }
    }
  }
}

TEST_CASE("linked channels share the larger reduction, in part or wholly") {
  for (const double link : {0.0, 0.25, 1.0}) {
    GainComputer computer;
    computer.aim({-40.0, 0.0, 1.0, 1000.0, link}, 0);
    float io[2 + 8] = {0.1F, 1.0F};  // 20 and 40 dB over
    computer.process(io, 1, GainComputer::Level::amplitude);
    CHECK(double(io[0]) * db_per_octave == doctest::Approx(20.0 + 20.0 * link).epsilon(1e-4));
    CHECK(double(io[1]) * db_per_octave == doctest::Approx(40.0).epsilon(1e-4));
  }
}

TEST_CASE("ramps of the curve are the same bits for every block size, and end at the target") {
  const auto play = [](const std::vector<int>& blocks) {
    GainComputer computer;
    computer.aim({-20.0, 6.0, 0.5, 1000.0, 0.5}, 0);
    computer.aim({-50.0, 12.0, 1.0, 20.0, 1.0}, 333);
    std::vector<float> io = noise(500, 3);
    io.resize(1008);
    std::vector<float> out;
    int at = 0;
    for (std::size_t i = 0; at < 500; ++i) {
      const int frames = std::min(blocks[i % blocks.size()], 500 - at);
      std::vector<float> part(io.begin() + 2 * at, io.begin() + 2 * (at + frames));
      part.resize(part.size() + 8);
      computer.process(part.data(), frames, GainComputer::Level::amplitude);
      out.insert(out.end(), part.begin(), part.end() - 8);
      at += frames;
    }
    return out;
  };
  const std::vector<float> wanted = play({500});
  CHECK(same_bits(play({1}), wanted));
  CHECK(same_bits(play({17, 64, 3}), wanted));
  GainComputer settled;
  settled.aim({-50.0, 12.0, 1.0, 20.0, 1.0}, 0);
  std::vector<float> io = noise(500, 3);
  io.resize(1008);
  settled.process(io.data(), 500, GainComputer::Level::amplitude);
  CHECK(std::memcmp(io.data() + 2 * 333, wanted.data() + 2 * 333, 2 * 167 * sizeof(float)) == 0);
}

TEST_CASE("wide vectors give the same bits as narrow ones") {
  const CurveSettings curve{-37.0, 9.0, 0.7, 33.0, 0.3};
  GainComputer wide;
  wide.aim(curve, 0);
  GainComputer narrow = wide;
  narrow.aim(curve, 10000);  // moves from where it is to where it is, in narrow vectors
  std::vector<float> one = noise(1000, 4);
  std::vector<float> other = one;
  one.resize(2008);
  other.resize(2008);
  wide.process(one.data(), 1000, GainComputer::Level::power);
  narrow.process(other.data(), 1000, GainComputer::Level::power);
  CHECK(std::memcmp(one.data(), other.data(), 2000 * sizeof(float)) == 0);
}

TEST_CASE("reductions become gains: an octave halves") {
  float io[6 + 8] = {1.0F, 1.0F, 1.0F, 1.0F, 1.0F, 1.0F};
  float reductions[6 + 8] = {0.0F, 1.0F, 2.0F, 3.0F, 0.5F, 10.0F};
  omx::dsp::LinearRamp dry(0.25F);
  omx::dsp::LinearRamp wet(2.0F);
  CHECK(omx::dsp::apply_reductions(io, reductions, 3, dry, wet) == 10.0F);
  const double wanted[] = {2.25, 1.25, 0.75, 0.5, 0.25 + std::sqrt(2.0), 0.25 + 2.0 / 1024.0};
  for (int i = 0; i < 6; ++i) {
    CHECK(double(io[i]) == doctest::Approx(wanted[i]).epsilon(1e-6));
  }
}

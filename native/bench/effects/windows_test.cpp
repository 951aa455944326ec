// Oracles: an even spread from -a to a has the power a^2/3; half of a signal is 6.02 dB below it, and so is
// what it differs by; a subject is measured once a round.
#include <cmath>

#include <doctest/doctest.h>

#include "bench/effects/windows.hpp"

namespace {

using namespace omx::bench;

/// Plays its input at a gain, and counts the blocks.
class Gain final : public Subject {
public:
  explicit Gain(float gain) : gain_(gain) {}

  void play(const float* const* in, float* const* out) override {
    ++blocks;
    for (std::size_t c = 0; c < 2; ++c) {
      for (std::size_t i = 0; i < block_frames; ++i) {
        out[c][i] = gain_ * in[c][i];
      }
    }
  }

  std::uint64_t blocks = 0;

private:
  float gain_;
};

TEST_CASE("the noise is at -20 dBFS, differs between the sides, and comes again after its loop") {
  Noise noise;
  const auto first = noise.next();
  double power = 0.0;
  double product = 0.0;
  auto block = first;
  for (std::size_t b = 0; b < Noise::blocks; ++b) {
    for (std::size_t i = 0; i < block_frames; ++i) {
      power += 0.5 * (double(block[0][i]) * double(block[0][i]) + double(block[1][i]) * double(block[1][i]));
      product += double(block[0][i]) * double(block[1][i]);
    }
    block = noise.next();
  }
  CHECK(block == first);
  const double frames = Noise::blocks * block_frames;
  // The mean square of n even numbers has a relative standard deviation of sqrt(0.8/n): 1.4 % of 4096; four
  // of them.
  CHECK(power / frames == doctest::Approx(0.01).epsilon(0.056));
  // The mean product of n pairs has a standard deviation of 0.01/sqrt(n): 0.00022; four of them.
  CHECK(std::fabs(product / frames) < 0.0009);
}

TEST_CASE("half the signal is 6.02 dB below, and differs by as much") {
  Gain half(0.5F);
  const Change change = warm_up(half);
  CHECK(change.level_db == doctest::Approx(-6.0206).epsilon(1e-4));
  CHECK(change.difference_db == doctest::Approx(-6.0206).epsilon(1e-4));
}

TEST_CASE("what leaves the sound as it is differs by nothing") {
  Gain same(1.0F);
  const Change change = warm_up(same);
  CHECK(change.level_db == doctest::Approx(0.0));
  CHECK(change.difference_db <= -120.0);
}

TEST_CASE("each subject has a window in each round") {
  Gain one(1.0F);
  Gain other(1.0F);
  constexpr std::uint32_t rounds = 3;
  const auto found = measure({&one, &other}, rounds, 5.0, 1);
  REQUIRE(found.size() == rounds);
  for (const auto& round : found) {
    REQUIRE(round.size() == 2);
    for (const Window& window : round) {
      CHECK(window.ns_per_block > 0.0);
      CHECK(window.away >= 0.0);
      CHECK(window.away <= 1.0);
    }
  }
  // Five tries of eight blocks to find how many fill a window, then at least four in each, and one before it.
  CHECK(one.blocks >= 40 + rounds * 5);
  CHECK(other.blocks >= 40 + rounds * 5);
}

}  // namespace

#include "dsp/block.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "dsp/delay_line.hpp"
#include "dsp/denormals.hpp"

using namespace omx::dsp;

TEST_CASE("samples that are no sound become silence, all others stay as they are") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> in = {std::nanf(""), infinity, -infinity, 1e7F, -1e7F,
                                 1e6F,          -0.25F,   1000.0F,   0.5F};
  const std::vector<float> wanted = {0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 1e6F, -0.25F, 1000.0F, 0.5F};
  const int frames = static_cast<int>(in.size());
  std::vector<float> io(2 * in.size());
  interleave_guarded(io.data(), in.data(), in.data(), frames);
  std::vector<float> copy(in.size());
  copy_guarded(copy.data(), in.data(), frames);
  for (std::size_t i = 0; i < in.size(); ++i) {
    CHECK(io[2 * i] == wanted[i]);
    CHECK(io[2 * i + 1] == wanted[i]);
    CHECK(copy[i] == wanted[i]);
  }
}

TEST_CASE("a gain ramp reaches its target on its last frame, for any split into blocks") {
  std::vector<float> whole(20);
  std::vector<float> parts(20);
  const std::vector<float> io(40, 1.0F);
  std::vector<float> other(20);
  LinearRamp gain(0.0F);
  gain.aim(1.0F, 10);
  LinearRamp again = gain;
  deinterleave(whole.data(), other.data(), io.data(), 20, gain);
  for (int i = 0; i < 20; i += 4) {
    deinterleave(parts.data() + i, other.data(), io.data(), 4, again);
  }
  CHECK(whole == parts);
  CHECK(whole[0] == doctest::Approx(0.1));
  CHECK(whole[8] == doctest::Approx(0.9));
  CHECK(whole[9] == 1.0F);
  CHECK(whole[19] == 1.0F);
}

TEST_CASE("the sounding part ends at the last sample that is not zero") {
  const std::vector<float> silent(8, 0.0F);
  std::vector<float> left = silent;
  CHECK(sounding_frames(left.data(), silent.data(), 8) == 0);
  left[3] = -0.0F;
  CHECK(sounding_frames(left.data(), silent.data(), 8) == 0);
  CHECK(sounding_frames(left.data(), silent.data(), 7) == 0);
  left[4] = 1e-30F;
  CHECK(sounding_frames(left.data(), silent.data(), 8) == 5);
}

TEST_CASE("a delay line gives back what was written, silence before that, and nothing of what was cleared") {
  DelayLine line;
  line.prepare(7);
  float next = 1.0F;
  for (int round = 0; round < 40; ++round) {
    const int frames = 1 + round % 3;
    for (int delay = frames; delay <= 7; ++delay) {
      std::vector<float> got(static_cast<std::size_t>(frames), -1.0F);
      line.read(got.data(), delay, frames);
      for (int i = 0; i < frames; ++i) {
        const float wanted = next - static_cast<float>(delay - i);
        CHECK(got[static_cast<std::size_t>(i)] == (wanted >= 1.0F ? wanted : 0.0F));
      }
    }
    std::vector<float> block;
    for (int i = 0; i < frames; ++i) {
      block.push_back(next++);
    }
    line.write(block.data(), frames);
  }
  line.clear();
  float got[7] = {-1.0F};
  line.read(got, 7, 7);
  for (const float sample : got) {
    CHECK(sample == 0.0F);
  }
}

TEST_CASE("denormals are flushed inside the scope and the mode comes back after it") {
  volatile float tiny = std::numeric_limits<float>::min();
  {
    const FlushDenormals scope;
    volatile float half = tiny * 0.5F;
    CHECK(half == 0.0F);
  }
  volatile float half = tiny * 0.5F;
  CHECK(half * 4.0F != 0.0F);
}

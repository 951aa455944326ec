#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "probe/arguments.hpp"
#include "probe/comparison.hpp"
#include "probe/test_signal.hpp"

using namespace omx;
using namespace omx::probe;

TEST_CASE("a sine has the value of its formula at any position") {
  const TestSignal sine{SignalKind::sine, 48000, 1000, 0.5f};
  CHECK(sine.sample(0, 0) == 0.0f);
  CHECK(double{sine.sample(12, 1)} == doctest::Approx(0.5));       // a quarter of 48 frames
  CHECK(double{sine.sample(4800012, 0)} == doctest::Approx(0.5));  // 100 seconds later the same
}

TEST_CASE("noise is the same for the same position, uniform, and another on each channel") {
  const TestSignal noise{SignalKind::noise, 48000, 0, 1.0f, 3};
  double sum = 0;
  double squares = 0;
  constexpr int count = 100000;
  for (int i = 0; i < count; ++i) {
    const auto sample = static_cast<double>(noise.sample(static_cast<std::uint64_t>(i), 0));
    REQUIRE(std::abs(sample) <= 1.0);
    sum += sample;
    squares += sample * sample;
  }
  CHECK(std::abs(sum / count) < 0.02);
  CHECK(
      squares / count ==
      doctest::Approx(1.0 / 3.0).epsilon(0.02));  // variance of a uniform distribution over ±1
  CHECK(noise.sample(77, 0) == noise.sample(77, 0));
  CHECK(noise.sample(77, 0) != noise.sample(77, 1));
}

TEST_CASE("impulses come once or again") {
  const TestSignal once{SignalKind::impulse, 48000, 0, 1.0f};
  CHECK(once.sample(0, 0) == 1.0f);
  CHECK(once.sample(100, 0) == 0.0f);
  TestSignal again = once;
  again.every_frames = 100;
  CHECK(again.sample(100, 0) == 1.0f);
  CHECK(again.sample(101, 0) == 0.0f);
}

TEST_CASE("a comparison finds the offset and the differences") {
  Sound a{48000, {std::vector<float>(1000)}};
  const TestSignal noise{SignalKind::noise, 48000, 0, 0.5f};
  for (std::uint64_t i = 0; i < 1000; ++i) a.channels[0][i] = noise.sample(i, 0);
  Sound b = a;
  CHECK(compare_sounds(a, b, {}).identical);

  b.channels[0].insert(b.channels[0].begin(), 37, 0.0f);
  const Comparison aligned = compare_sounds(a, b, {.align_frames = 100});
  CHECK(aligned.offset_frames == 37);
  CHECK(aligned.identical);
  CHECK(aligned.compared_frames == 1000);

  b.channels[0][137] += 0.25f;
  const Comparison different = compare_sounds(a, b, {.offset_frames = 37});
  CHECK_FALSE(different.identical);
  CHECK(different.different_samples == 1);
  CHECK(different.first_difference == 100);
  CHECK(double{different.max_difference} == doctest::Approx(0.25));
}

TEST_CASE("sounds of another length are not identical") {
  const Sound a{48000, {{0.1f, 0.2f, 0.3f}}};
  const Sound b{48000, {{0.1f, 0.2f}}};
  CHECK_FALSE(compare_sounds(a, b, {}).identical);
  CHECK(compare_sounds(a, b, {.frames = 2}).identical);
}

TEST_CASE("a sine keeps its frequency when it is resampled") {
  const TestSignal sine{SignalKind::sine, 44100, 441, 0.5f};
  Sound sound{44100, {std::vector<float>(44100)}};
  for (std::uint64_t i = 0; i < 44100; ++i) sound.channels[0][i] = sine.sample(i, 0);
  const Result<Sound> other = resampled(sound, 48000);
  REQUIRE(other);
  CHECK(std::abs(static_cast<double>(other.value().frames()) - 48000.0) <= 2.0);
  const TestSignal expected{SignalKind::sine, 48000, 441, 0.5f};
  float worst = 0;
  for (std::uint64_t i = 2000; i < 46000; ++i) {
    worst = std::max(worst, std::abs(other.value().channels[0][i] - expected.sample(i, 0)));
  }
  CHECK(worst < 1e-3f);
}

TEST_CASE("arguments name what is wrong") {
  auto arguments =
      Arguments::parse({"play", "--seconds=2", "--loop", "--to", "a,b,,c", "-x", "1"}, {"--loop"});
  REQUIRE(arguments);
  Arguments& given = arguments.value();
  CHECK(given.words() == std::vector<std::string>{"play"});
  CHECK(given.number("--seconds", 0, 0, 10) == 2.0);
  CHECK(given.flag("--loop"));
  CHECK(given.list("--to") == std::vector<std::string>{"a", "b", "c"});
  CHECK(given.error() == "unknown option -x");
  CHECK(given.number("-x", 5, 2, 9) == 5.0);
  CHECK(given.error() == "-x cannot be \"1\"");
  CHECK(Arguments::parse({"--to"}, {}).error().detail == "--to needs a value");
}

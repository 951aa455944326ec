#include <doctest/doctest.h>

#include "rt/cycle_watch.hpp"
#include "rt/reset_request.hpp"

namespace {

using namespace omx;

// 480 frames at 48 kHz: 10 ms.
constexpr std::uint32_t frames = 480;
constexpr std::uint64_t ms = 1'000'000;

struct Clock {
  RtCycleWatch watch{48000};
  std::uint64_t due_ms = 1000;
  std::uint32_t frame_time = 0xffff'ff00;  // wraps soon

  RtPunctuality cycle(std::uint64_t late_ms = 0, std::uint32_t skipped = 0) {
    due_ms += 10 * skipped;
    frame_time += skipped * frames;
    const RtPunctuality result = watch.begin((due_ms + late_ms) * ms, frame_time, frames);
    due_ms += 10;
    frame_time += frames;
    return result;
  }
};

TEST_CASE("a cycle is late when it begins more than half a period after its due time") {
  Clock clock;
  for (int i = 0; i < 10; ++i) CHECK(!clock.cycle().late);
  CHECK(!clock.cycle(4).late);
  CHECK(clock.cycle(6).late);
  CHECK(!clock.cycle().late);  // being late once moves nothing
  CHECK(clock.cycle(9).late);
}

TEST_CASE("a first cycle that was late does not make the others early") {
  Clock clock;
  clock.cycle(9);
  CHECK(!clock.cycle(0).late);
  CHECK(clock.cycle(6).late);
}

TEST_CASE("eight late cycles in a row are a new beat") {
  Clock clock;
  clock.cycle();
  for (int i = 0; i < 8; ++i) CHECK(clock.cycle(7).late);
  CHECK(!clock.cycle(7).late);
  CHECK(clock.cycle(13).late);
}

TEST_CASE("a slower clock than the nominal one is followed") {
  RtCycleWatch watch(48000);
  std::uint64_t now_ns = 0;
  for (std::uint32_t i = 0; i < 20000; ++i) {
    REQUIRE(!watch.begin(now_ns, i * frames, frames).late);
    now_ns += 10 * ms + 1000;  // 100 ppm
  }
}

TEST_CASE("skipped periods are counted from the frame time") {
  Clock clock;
  clock.cycle();
  CHECK(clock.cycle().missed_cycles == 0);
  CHECK(clock.cycle(0, 3).missed_cycles == 3);
  CHECK(clock.cycle().missed_cycles == 0);
}

TEST_CASE("another block size or a counter that starts again is no gap") {
  RtCycleWatch watch(48000);
  watch.begin(0, 1000, 480);
  CHECK(watch.begin(50 * ms, 1480, 64).missed_cycles == 0);
  CHECK(!watch.begin(100 * ms, 0, 64).late);
  CHECK(watch.begin(200 * ms, 0, 64).missed_cycles == 0);
}

TEST_CASE("a reset is taken once, at or after its frame, also where the frame time wraps") {
  RtResetRequest request;
  CHECK(!request.take(0));
  request.at(5);
  CHECK(!request.take(0xffff'fff0));
  CHECK(!request.take(4));
  CHECK(request.take(6));
  CHECK(!request.take(7));
  request.now();
  CHECK(request.take(0));
}

}  // namespace

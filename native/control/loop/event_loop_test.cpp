#include <doctest/doctest.h>

#include <sys/epoll.h>
#include <unistd.h>

#include <string>

#include "control/loop/event_loop.hpp"

using namespace omx;
using namespace std::chrono_literals;

TEST_CASE("timers run in the order of their times, repeating ones again") {
  EventLoop loop;
  std::string order;
  int ticks = 0;
  EventLoop::TimerId ticker = 0;
  const auto tick = [&] {
    order += "t";
    if (++ticks < 3) return;
    loop.cancel(ticker);
    loop.after(0ms, [&] { loop.stop(); });
  };
  // Far enough behind the next one that a busy machine does not set them in the other order.
  loop.after(500ms, [&] {
    order += "c";
    ticker = loop.every(1ms, tick);
  });
  loop.after(1ms, [&] { order += "a"; });
  const auto cancelled = loop.after(50ms, [&] { order += "x"; });
  loop.cancel(cancelled);
  loop.run();
  CHECK(order == "acttt");
}

TEST_CASE("a handler may forget its own descriptor and others") {
  int first[2];
  int second[2];
  REQUIRE(pipe(first) == 0);
  REQUIRE(pipe(second) == 0);
  REQUIRE(write(first[1], "x", 1) == 1);
  REQUIRE(write(second[1], "x", 1) == 1);
  EventLoop loop;
  int calls = 0;
  const auto handler = [&](std::uint32_t) {
    ++calls;
    loop.unwatch(first[0]);
    loop.unwatch(second[0]);
    loop.after(0ms, [&] { loop.stop(); });
  };
  loop.watch(first[0], EPOLLIN, handler);
  loop.watch(second[0], EPOLLIN, handler);
  loop.run();
  CHECK(calls == 1);
  for (const int fd : {first[0], first[1], second[0], second[1]}) close(fd);
}

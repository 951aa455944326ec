#include "formats/clap/lifecycle/clap_waits.hpp"

#include <poll.h>

#include "formats/clap/abi/posix_fd.hpp"
#include "formats/clap/lifecycle/test_host.hpp"

namespace {

using namespace omx;
using namespace std::chrono_literals;

constexpr clap_id turns = 1;
constexpr clap_id bytes = 2;
constexpr clap_id poke = 3;

/// The value as the plugin holds it: this fixture does not report it as an event.
double own_value(ClapInstance& instance, clap_id id) {
  REQUIRE(instance.load_state(instance.save_state().value()).has_value());
  return instance.param(id)->value;
}

}  // namespace

TEST_CASE("timers come due at their period, missed turns are skipped") {
  ClapWaits waits;
  const ClapWaits::Clock::time_point start{};
  CHECK_FALSE(waits.next_timer().has_value());
  const clap_id slow = waits.add_timer(100ms, start);
  const clap_id fast = waits.add_timer(1ms, start);  // lengthened to 10 ms
  CHECK(waits.next_timer() == start + 10ms);
  CHECK(waits.take_due(start + 9ms).empty());
  CHECK(waits.take_due(start + 35ms) == std::vector<clap_id>{fast});
  CHECK(waits.next_timer() == start + 40ms);
  CHECK(waits.take_due(start + 100ms) == std::vector<clap_id>{slow, fast});
  CHECK(waits.remove_timer(fast));
  CHECK_FALSE(waits.remove_timer(fast));
  CHECK(waits.next_timer() == start + 200ms);
}

TEST_CASE("descriptors are watched once each") {
  ClapWaits waits;
  CHECK(waits.add_fd({5, abi::posix_fd_read}));
  CHECK_FALSE(waits.add_fd({5, abi::posix_fd_write}));
  CHECK_FALSE(waits.add_fd({-1, abi::posix_fd_read}));
  CHECK(waits.modify_fd({5, abi::posix_fd_write}));
  CHECK_FALSE(waits.modify_fd({6, abi::posix_fd_write}));
  REQUIRE(waits.fds().size() == 1);
  CHECK(waits.fds()[0].flags == abi::posix_fd_write);
  CHECK(waits.remove_fd(5));
  CHECK_FALSE(waits.remove_fd(5));
}

TEST_CASE("a plugin's timer and descriptor are served by the main loop") {
  TestListener listener;
  auto instance = load_fixture("waits", {.listener = &listener});
  CHECK(listener.waits == 2);
  REQUIRE(instance->next_timer().has_value());
  const auto first = *instance->next_timer();
  instance->run_timers(first - 1ms);
  CHECK(own_value(*instance, turns) == 0);
  instance->run_timers(first);
  instance->run_timers(first + 20ms);
  CHECK(own_value(*instance, turns) == 2);

  REQUIRE(instance->fds().size() == 1);
  CHECK(instance->fds()[0].flags == abi::posix_fd_read);
  pollfd ready{instance->fds()[0].fd, POLLIN, 0};
  CHECK(poll(&ready, 1, 0) == 0);
  REQUIRE(instance->set_param(poke, 3).has_value());
  REQUIRE(poll(&ready, 1, 1000) == 1);
  instance->on_fd(ready.fd, abi::posix_fd_read);
  CHECK(own_value(*instance, bytes) == 3);

  REQUIRE(instance->set_param(poke, -1).has_value());
  CHECK(instance->fds().empty());
  CHECK_FALSE(instance->next_timer().has_value());
}

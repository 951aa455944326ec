#include "bridge/channel/ring_wake.hpp"

#include <ctime>

#include <poll.h>

namespace omx {

namespace {
constexpr std::uint64_t second_ns = 1'000'000'000;
}

void futex_sleep(std::atomic<std::uint32_t>& sleeping, std::uint64_t deadline_ns) noexcept {
  timespec deadline{};
  deadline.tv_sec = static_cast<std::time_t>(deadline_ns / second_ns);
  deadline.tv_nsec = static_cast<long>(deadline_ns % second_ns);
  // The bitset form takes an absolute time.
  syscall(SYS_futex, &sleeping, FUTEX_WAIT_BITSET, sleep_futex, &deadline, nullptr, FUTEX_BITSET_MATCH_ANY);
}

std::uint64_t channel_clock_ns() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * second_ns + static_cast<std::uint64_t>(now.tv_nsec);
}

void poll_until(std::span<pollfd> polled, std::uint64_t deadline_ns) {
  const std::uint64_t now_ns = channel_clock_ns();
  const std::uint64_t left_ns = deadline_ns > now_ns ? deadline_ns - now_ns : 0;
  const timespec left{static_cast<time_t>(left_ns / second_ns), static_cast<long>(left_ns % second_ns)};
  ppoll(polled.data(), polled.size(), deadline_ns == never_ns ? nullptr : &left, nullptr);
}

}  // namespace omx

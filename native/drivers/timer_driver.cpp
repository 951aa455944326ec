#include "drivers/timer_driver.hpp"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <system_error>

namespace omx {
namespace {

constexpr int audio_priority = 65;  // what jackd gives its clients by default
constexpr std::uint64_t second_ns = 1'000'000'000;

std::uint64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * second_ns + static_cast<std::uint64_t>(now.tv_nsec);
}

void sleep_until_ns(std::uint64_t due_ns) {
  const timespec due{static_cast<time_t>(due_ns / second_ns), static_cast<long>(due_ns % second_ns)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nullptr) != 0) {
  }
}

}  // namespace

TimerDriver::TimerDriver(
    std::string client_name, std::uint32_t sample_rate_hz, std::uint32_t block_frames, DriverHooks hooks)
    : name_(std::move(client_name)), sample_rate_hz_(sample_rate_hz), block_frames_(block_frames),
      hooks_(std::move(hooks)) {}

Result<RtPortHandle>
TimerDriver::register_port(DriverPortKind, const std::string& short_name, const std::string&) {
  ports_.push_back(std::make_unique<Port>(Port{name_ + ":" + short_name}));
  return RtPortHandle{ports_.back().get()};
}

void TimerDriver::unregister_port(RtPortHandle port) {
  std::erase_if(ports_, [&](const auto& own) { return own.get() == port; });
}

std::string TimerDriver::full_name(RtPortHandle port) const {
  return static_cast<const Port*>(port)->full_name;
}

Status TimerDriver::connect(const std::string&, const std::string&) {
  return Error{ErrorCode::connect_failed, "the timer driver has no audio server"};
}

Status TimerDriver::disconnect(const std::string&, const std::string&) {
  return Error{ErrorCode::disconnect_failed, "the timer driver has no audio server"};
}

Status TimerDriver::start(RtCycleRunner& runner) {
  stopping_ = false;
  try {
    thread_ = std::thread([this, &runner] { run(runner); });
  } catch (const std::system_error&) {
    return Error{ErrorCode::audio_activate, "no thread could be started"};
  }
  return done();
}

void TimerDriver::stop() {
  if (!thread_.joinable()) return;
  stopping_ = true;
  thread_.join();
}

void TimerDriver::run(RtCycleRunner& runner) {
  const sched_param priority{audio_priority};
  pthread_setschedparam(
      pthread_self(), SCHED_FIFO, &priority);  // without permission it stays an ordinary thread
  if (hooks_.prepare_thread) hooks_.prepare_thread();

  const std::uint64_t period_ns = std::uint64_t{block_frames_} * second_ns / sample_rate_hz_;
  const std::uint64_t start_ns = now_ns();
  std::uint64_t cycle = 0;
  while (!stopping_.load(std::memory_order_relaxed)) {
    const std::uint64_t due_ns = start_ns + cycle * block_frames_ * second_ns / sample_rate_hz_;
    sleep_until_ns(due_ns);
    const std::uint64_t begin_ns = now_ns();
    runner.run({nullptr, block_frames_, static_cast<std::uint32_t>(cycle * block_frames_)});
    const std::uint64_t end_ns = now_ns();

    const float load = 100.0f * static_cast<float>(end_ns - begin_ns) / static_cast<float>(period_ns);
    load_percent_.store(
        0.9f * load_percent_.load(std::memory_order_relaxed) + 0.1f * load, std::memory_order_relaxed);
    // Periods that are over already are skipped, and seen as missed in the frame time.
    const std::uint64_t behind = end_ns > due_ns ? (end_ns - due_ns) / period_ns : 0;
    cycle += std::max<std::uint64_t>(1, behind);
  }
}

double TimerDriver::load_percent() const {
  return static_cast<double>(load_percent_.load(std::memory_order_relaxed));
}

}  // namespace omx

/// The control thread's loop: descriptors and timers, asleep when there is nothing to do.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>

namespace omx {

/// One epoll set and a list of timers. [control] throughout; handlers run inside run() and may add and remove
/// anything, themselves included. No timer, no wake-up.
class EventLoop {
public:
  using Clock = std::chrono::steady_clock;
  using FdHandler = std::function<void(std::uint32_t epoll_events)>;
  using TimerHandler = std::function<void()>;
  using TimerId = std::uint64_t;

  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Calls `handler` when `fd` has one of `epoll_events` (EPOLLIN and so on). The descriptor stays the
  /// caller's.
  void watch(int fd, std::uint32_t epoll_events, FdHandler handler);
  /// Other events for a watched descriptor.
  void change(int fd, std::uint32_t epoll_events);
  /// Before the descriptor is closed.
  void unwatch(int fd);

  /// Calls `handler` once after `delay`.
  TimerId after(Clock::duration delay, TimerHandler handler);
  /// Calls `handler` again and again.
  TimerId every(Clock::duration period, TimerHandler handler);
  /// Unknown ids and 0 are fine.
  void cancel(TimerId id);

  /// Runs until stop().
  void run();
  void stop() { running_ = false; }

private:
  struct Timer {
    Clock::time_point due;
    Clock::duration period;  ///< zero: once
    std::shared_ptr<TimerHandler> handler;
  };

  TimerId add_timer(Clock::duration delay, Clock::duration period, TimerHandler handler);
  int wait_ms() const;
  void run_timers();
  void run_descriptors(int wait);

  int epoll_fd_ = -1;
  bool running_ = false;
  TimerId last_timer_ = 0;
  std::map<TimerId, Timer> timers_;
  std::unordered_map<int, std::shared_ptr<FdHandler>> handlers_;
};

}  // namespace omx

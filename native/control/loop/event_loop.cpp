#include "control/loop/event_loop.hpp"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <vector>

namespace omx {

EventLoop::EventLoop() : epoll_fd_(epoll_create1(EPOLL_CLOEXEC)) {}

EventLoop::~EventLoop() {
  if (epoll_fd_ >= 0) close(epoll_fd_);
}

void EventLoop::watch(int fd, std::uint32_t epoll_events, FdHandler handler) {
  handlers_[fd] = std::make_shared<FdHandler>(std::move(handler));
  epoll_event event{};
  event.events = epoll_events;
  event.data.fd = fd;
  if (epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, fd, &event) != 0) epoll_ctl(epoll_fd_, EPOLL_CTL_MOD, fd, &event);
}

void EventLoop::change(int fd, std::uint32_t epoll_events) {
  epoll_event event{};
  event.events = epoll_events;
  event.data.fd = fd;
  epoll_ctl(epoll_fd_, EPOLL_CTL_MOD, fd, &event);
}

void EventLoop::unwatch(int fd) {
  handlers_.erase(fd);
  epoll_ctl(epoll_fd_, EPOLL_CTL_DEL, fd, nullptr);
}

EventLoop::TimerId EventLoop::add_timer(Clock::duration delay, Clock::duration period, TimerHandler handler) {
  timers_[++last_timer_] = {Clock::now() + delay, period, std::make_shared<TimerHandler>(std::move(handler))};
  return last_timer_;
}

EventLoop::TimerId EventLoop::after(Clock::duration delay, TimerHandler handler) {
  return add_timer(delay, Clock::duration::zero(), std::move(handler));
}

EventLoop::TimerId EventLoop::every(Clock::duration period, TimerHandler handler) {
  return add_timer(period, period, std::move(handler));
}

void EventLoop::cancel(TimerId id) {
  timers_.erase(id);
}

int EventLoop::wait_ms() const {
  if (timers_.empty()) return -1;
  const auto earliest = std::min_element(timers_.begin(), timers_.end(), [](const auto& a, const auto& b) {
    return a.second.due < b.second.due;
  });
  const auto left = earliest->second.due - Clock::now();
  if (left <= Clock::duration::zero()) return 0;
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count());
}

void EventLoop::run_timers() {
  const auto now = Clock::now();
  std::vector<TimerId> due;
  for (const auto& [id, timer] : timers_) {
    if (timer.due <= now) due.push_back(id);
  }
  for (const TimerId id : due) {
    const auto found = timers_.find(id);
    if (found == timers_.end()) continue;
    const std::shared_ptr<TimerHandler> handler = found->second.handler;
    if (found->second.period > Clock::duration::zero()) {
      found->second.due = now + found->second.period;
    } else {
      timers_.erase(found);
    }
    (*handler)();
  }
}

void EventLoop::run_descriptors(int wait) {
  std::array<epoll_event, 32> events;
  const int count = epoll_wait(epoll_fd_, events.data(), static_cast<int>(events.size()), wait);
  for (int i = 0; i < count; ++i) {
    const auto found = handlers_.find(events[static_cast<std::size_t>(i)].data.fd);
    if (found == handlers_.end()) continue;
    const std::shared_ptr<FdHandler> handler = found->second;
    (*handler)(events[static_cast<std::size_t>(i)].events);
  }
}

void EventLoop::run() {
  running_ = true;
  while (running_) {
    run_descriptors(wait_ms());
    if (running_) run_timers();
  }
}

}  // namespace omx

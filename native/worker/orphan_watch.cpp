#include "worker/orphan_watch.hpp"

#include <algorithm>

namespace omx {
namespace {

constexpr double first_connection_s = 10.0;

}  // namespace

OrphanWatch::OrphanWatch(EventLoop& loop, std::optional<double> timeout_s, std::function<void()> end)
    : loop_(loop), timeout_s_(timeout_s), end_(std::move(end)) {
  if (timeout_s_) count_down(std::max(*timeout_s_, first_connection_s));
}

void OrphanWatch::set_presence(bool any) {
  loop_.cancel(timer_);
  timer_ = 0;
  if (!any && timeout_s_) count_down(*timeout_s_);
}

void OrphanWatch::count_down(double seconds) {
  const std::chrono::duration<double> left(seconds);
  timer_ = loop_.after(std::chrono::duration_cast<EventLoop::Clock::duration>(left), end_);
}

}  // namespace omx

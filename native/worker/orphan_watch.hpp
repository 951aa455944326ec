/// Ends a worker that nobody controls any more.
#pragma once

#include <functional>
#include <optional>

#include "control/loop/event_loop.hpp"

namespace omx {

/// Counts the time without a control connection. Before the first one it gives at least ten seconds, so that
/// a worker that is to end with its last connection is not gone before its first. [control]
class OrphanWatch {
public:
  /// Without a timeout nothing ever ends.
  OrphanWatch(EventLoop& loop, std::optional<double> timeout_s, std::function<void()> end);
  ~OrphanWatch() { loop_.cancel(timer_); }

  /// Whether there is a control connection now.
  void set_presence(bool any);

private:
  void count_down(double seconds);

  EventLoop& loop_;
  const std::optional<double> timeout_s_;
  const std::function<void()> end_;
  EventLoop::TimerId timer_ = 0;
};

}  // namespace omx

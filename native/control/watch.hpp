/// Looks at what plugins report by themselves, and tells subscribers.
#pragma once

#include <functional>
#include <string>

#include "control/loop/event_loop.hpp"
#include "control/rack.hpp"

namespace omx {

/// Compares parameters and fault counters with what was told last, four times a second while somebody
/// listens, twenty times while output parameters are monitored, never otherwise. [control]
class Watch {
public:
  using Tell = std::function<void(const std::string& line)>;

  Watch(EventLoop& loop, Rack& rack, Tell tell) : loop_(loop), rack_(rack), tell_(std::move(tell)) {}
  ~Watch() { loop_.cancel(timer_); }

  /// Call when subscribers or monitors changed.
  void adjust(bool somebody_listens);

private:
  void look();
  void look_at_params(Instance& instance);
  void look_at_faults(Instance& instance);

  EventLoop& loop_;
  Rack& rack_;
  const Tell tell_;
  EventLoop::TimerId timer_ = 0;
  EventLoop::Clock::duration period_{};
};

}  // namespace omx

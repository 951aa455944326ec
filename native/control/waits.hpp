/// Timers and descriptors that plugins want served by the main loop.
#pragma once

#include <set>

#include "control/loop/event_loop.hpp"
#include "control/rack.hpp"

namespace omx {

/// Mirrors the plugins' timers and descriptors in the event loop. [control]
class PluginWaits {
public:
  PluginWaits(EventLoop& loop, Rack& rack) : loop_(loop), rack_(rack) {}
  ~PluginWaits();

  /// Call when timers, descriptors or the set of instances changed.
  void refresh();

private:
  void refresh_descriptors();
  void arm_timer();
  void run_timers();
  void on_descriptor(int fd, std::uint32_t epoll_events);

  EventLoop& loop_;
  Rack& rack_;
  std::set<int> watched_;
  EventLoop::TimerId timer_ = 0;
};

}  // namespace omx

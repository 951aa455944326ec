/// The latest values that a plugin reported for its own parameters, from the audio thread to control.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include <clap/id.h>

#include "base/rt.hpp"

namespace omx {

/// One slot per parameter. A meter that reports a value in every block overwrites its slot, so nothing piles
/// up when control does not look, and the latest value is never lost. The set of parameters is fixed at
/// construction.
class RtParamBoard {
public:
  /// [control] `ids` may come in any order.
  explicit RtParamBoard(std::vector<clap_id> ids = {});

  /// [audio thread] Notes a value; an unknown id is ignored.
  void report(clap_id id, double value) noexcept OMX_RT;

  /// [control] Calls `take(id, value)` for every parameter reported since the last call.
  template <typename Take>
  void collect(Take&& take) {
    if (!any_.exchange(false, std::memory_order_acquire)) return;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (slots_[i].changed.exchange(false, std::memory_order_acquire)) {
        take(ids_[i], slots_[i].value.load(std::memory_order_relaxed));
      }
    }
  }

private:
  struct Slot {
    std::atomic<double> value{0};
    std::atomic<bool> changed{false};
  };

  const std::vector<clap_id> ids_;  // sorted
  const std::unique_ptr<Slot[]> slots_;
  std::atomic<bool> any_{false};
};

}  // namespace omx

/// The parameters of a plugin as the audio thread sees them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include <clap/id.h>

#include "base/rt.hpp"

namespace omx::lv2 {

/// How a value becomes one that the plugin may be given. Constant while the plugin is active.
struct RtRange {
  double min = 0;
  double max = 1;
  bool stepped = false;       ///< whole numbers only
  std::vector<float> points;  ///< if any, ascending: only these

  /// The allowed value that is nearest; the minimum for NaN.
  double nearest(double value) const noexcept OMX_RT;
};

struct RtParam {
  clap_id id = 0;
  float* port = nullptr;       ///< the control port's value; null for a property
  std::uint32_t property = 0;  ///< the property's number, without a port
  bool output = false;         ///< written by the plugin
  bool trigger = false;        ///< goes back to `rest` after a block
  float rest = 0;
  std::uint32_t told_bits = 0;  ///< audio thread's: an output as last reported
  RtRange range;

  std::atomic<double> value{0};      ///< as everybody sees it
  std::atomic<bool> pending{false};  ///< set on control, for the audio thread to take
};

/// All of them, sorted by id. Their number is fixed.
class RtParams {
public:
  explicit RtParams(std::size_t count) : params_(std::make_unique<RtParam[]>(count)), count_(count) {}

  RtParam* begin() noexcept OMX_RT { return params_.get(); }
  RtParam* end() noexcept OMX_RT { return params_.get() + count_; }
  std::size_t size() const noexcept OMX_RT { return count_; }
  RtParam& operator[](std::size_t index) noexcept OMX_RT { return params_.get()[index]; }

  /// Null for an unknown id.
  RtParam* find(clap_id id) noexcept OMX_RT;

  /// Sets a value that the audio thread takes over before its next block. On control, or on the audio thread
  /// itself.
  void set_from_control(RtParam& param, double value) noexcept OMX_RT;

  /// [audio thread, or control while inactive] Moves values set on control to their ports, and calls
  /// `changed(param)` for those that have none.
  template <typename Changed>
  void take_pending(Changed&& changed) noexcept OMX_RT {
    if (!any_pending_.load(std::memory_order_relaxed)) return;
    any_pending_.store(false, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    for (RtParam& param : *this) {
      if (!param.pending.exchange(false, std::memory_order_acquire)) continue;
      const double value = param.value.load(std::memory_order_relaxed);
      if (param.port != nullptr)
        *param.port = static_cast<float>(value);
      else
        changed(param);
    }
  }

private:
  const std::unique_ptr<RtParam[]> params_;
  const std::size_t count_;
  std::atomic<bool> any_pending_{false};
};

}  // namespace omx::lv2

#include "formats/lv2/process/rt_param.hpp"

#include <algorithm>
#include <cmath>

namespace omx::lv2 {

double RtRange::nearest(double value) const noexcept OMX_RT {
  // Written so that NaN becomes the minimum.
  const double clamped = std::min(value > min ? value : min, max);
  if (!points.empty()) {
    const float* best = points.data();
    for (const float& point : points) {
      if (std::fabs(static_cast<double>(point) - clamped) < std::fabs(static_cast<double>(*best) - clamped))
        best = &point;
    }
    return static_cast<double>(*best);
  }
  return stepped ? std::round(clamped) : clamped;
}

RtParam* RtParams::find(clap_id id) noexcept OMX_RT {
  std::size_t low = 0;
  std::size_t high = count_;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (params_.get()[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count_ && params_.get()[low].id == id ? &params_.get()[low] : nullptr;
}

void RtParams::set_from_control(RtParam& param, double value) noexcept OMX_RT {
  param.value.store(value, std::memory_order_relaxed);
  param.pending.store(true, std::memory_order_release);
  any_pending_.store(true, std::memory_order_release);
}

}  // namespace omx::lv2

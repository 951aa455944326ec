#include "rt/cycle_watch.hpp"

namespace omx {

namespace {

constexpr std::uint64_t ns_per_s = 1'000'000'000;
constexpr std::uint64_t creep_divisor = 5000;  // 200 ppm
constexpr std::uint32_t late_limit = 8;

}  // namespace

RtPunctuality
RtCycleWatch::begin(std::uint64_t now_ns, std::uint32_t frame_time, std::uint32_t frames) noexcept OMX_RT {
  RtPunctuality result;
  if (frames == 0) return result;
  const std::uint64_t period_ns = frames * ns_per_s / sample_rate_hz_;
  // A counter that stands still or falls is a driver that began anew, not a gap.
  const auto gap_frames = static_cast<std::int32_t>(frame_time - next_frame_time_);
  const bool steady = running_ && frames == frames_ && gap_frames >= 0;
  if (steady) {
    result.missed_cycles = static_cast<std::uint32_t>(gap_frames) / frames;
    due_ns_ += static_cast<std::uint64_t>(gap_frames) * ns_per_s / sample_rate_hz_;
    result.late = now_ns > due_ns_ + period_ns / 2;
  }
  late_in_row_ = result.late ? late_in_row_ + 1 : 0;
  const bool new_beat = !steady || result.missed_cycles > 0 || late_in_row_ == late_limit;
  if (new_beat || now_ns < due_ns_) due_ns_ = now_ns;
  running_ = true;
  frames_ = frames;
  next_frame_time_ = frame_time + frames;
  due_ns_ += period_ns + period_ns / creep_divisor;
  return result;
}

}  // namespace omx

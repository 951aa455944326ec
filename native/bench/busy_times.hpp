/// How long callbacks took, between two marks.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

namespace omx::floor {

/// Written by one audio thread with relaxed stores, read by one other thread.
class BusyTimes {
public:
  /// Audio thread: one callback took `busy_ns`.
  void add(std::uint32_t busy_ns) noexcept;

  /// Reader: count, sum, median, 99th percentile and maximum since the last mark as one JSON object; a new
  /// stretch begins. Of more callbacks than fit, the percentiles are of the latest.
  std::string mark();

private:
  static constexpr std::uint64_t capacity = 4096;
  std::array<std::atomic<std::uint32_t>, capacity> latest_ns_{};
  std::atomic<std::uint64_t> count_{0};
  std::atomic<std::uint64_t> sum_ns_{0};
  std::uint64_t marked_count_ = 0;
  std::uint64_t marked_sum_ns_ = 0;
};

}  // namespace omx::floor

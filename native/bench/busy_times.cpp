#include "bench/busy_times.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace omx::floor {

void BusyTimes::add(std::uint32_t busy_ns) noexcept {
  const auto count = count_.load(std::memory_order_relaxed);
  latest_ns_[count % capacity].store(busy_ns, std::memory_order_relaxed);
  sum_ns_.store(sum_ns_.load(std::memory_order_relaxed) + busy_ns, std::memory_order_relaxed);
  count_.store(count + 1, std::memory_order_release);
}

std::string BusyTimes::mark() {
  const auto count = count_.load(std::memory_order_acquire);
  const auto sum_ns = sum_ns_.load(std::memory_order_relaxed);
  const auto cycles = count - marked_count_;
  std::vector<std::uint32_t> times_ns;
  for (auto i = count - std::min(cycles, capacity); i != count; ++i) {
    times_ns.push_back(latest_ns_[i % capacity].load(std::memory_order_relaxed));
  }
  std::sort(times_ns.begin(), times_ns.end());
  const auto at = [&](std::size_t percent) -> unsigned {
    return times_ns.empty() ? 0 : times_ns[std::min(times_ns.size() - 1, times_ns.size() * percent / 100)];
  };
  std::array<char, 256> text{};
  std::snprintf(
      text.data(), text.size(), R"({"cycles":%llu,"busyNs":%llu,"medianNs":%u,"p99Ns":%u,"maxNs":%u})",
      static_cast<unsigned long long>(cycles), static_cast<unsigned long long>(sum_ns - marked_sum_ns_),
      at(50), at(99), at(100));
  marked_count_ = count;
  marked_sum_ns_ = sum_ns;
  return text.data();
}

}  // namespace omx::floor

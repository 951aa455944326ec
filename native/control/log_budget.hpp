/// How much of what a plugin logs is passed on.
#pragma once

#include <chrono>
#include <cstdint>

namespace omx {

/// A plugin that logs in every block must not drown those who listen: so many lines a second, the rest is
/// counted.
class LogBudget {
public:
  static constexpr std::uint32_t lines_per_second = 20;

  using Clock = std::chrono::steady_clock;

  /// Whether a line may pass. `dropped` gets the number of lines held back before it, when it is the first
  /// after those.
  bool take(Clock::time_point now, std::uint32_t& dropped) {
    dropped = 0;
    if (now >= second_ends_) {
      second_ends_ = now + std::chrono::seconds(1);
      passed_ = 0;
    }
    if (passed_ >= lines_per_second) {
      ++held_back_;
      return false;
    }
    ++passed_;
    dropped = held_back_;
    held_back_ = 0;
    return true;
  }

private:
  Clock::time_point second_ends_{};
  std::uint32_t passed_ = 0;
  std::uint32_t held_back_ = 0;
};

}  // namespace omx

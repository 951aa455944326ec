#include "probe/comparison.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace omx::probe {
namespace {

constexpr std::uint64_t align_window_frames = 8192;

/// The frames of a that have a counterpart in b.
struct Range {
  std::uint64_t begin;
  std::uint64_t end;
};

Range common_range(const Sound& a, const Sound& b, std::int64_t offset, const ComparisonOptions& options) {
  const auto a_frames = static_cast<std::int64_t>(a.frames());
  const auto b_frames = static_cast<std::int64_t>(b.frames());
  const std::int64_t begin =
      std::max({std::int64_t{0}, -offset, static_cast<std::int64_t>(options.skip_frames)});
  std::int64_t end = std::min(a_frames, b_frames - offset);
  if (options.frames > 0) end = std::min(end, begin + static_cast<std::int64_t>(options.frames));
  return {static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(std::max(begin, end))};
}

/// Sum of squared differences of the first channel over a window that begins where a first sounds.
double distance(const Sound& a, const Sound& b, std::int64_t offset, std::uint64_t begin) {
  double sum = 0;
  const std::vector<float>& left = a.channels.front();
  const std::vector<float>& right = b.channels.front();
  const std::uint64_t end = std::min<std::uint64_t>(left.size(), begin + align_window_frames);
  for (std::uint64_t i = begin; i < end; ++i) {
    const std::int64_t at = static_cast<std::int64_t>(i) + offset;
    const float other =
        at >= 0 && at < static_cast<std::int64_t>(right.size()) ? right[static_cast<std::size_t>(at)] : 0.0f;
    const double difference = static_cast<double>(left[i]) - static_cast<double>(other);
    sum += difference * difference;
  }
  return sum;
}

std::int64_t best_offset(const Sound& a, const Sound& b, const ComparisonOptions& options) {
  const std::vector<float>& left = a.channels.front();
  const auto sounds = std::find_if(
      left.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(options.skip_frames, left.size())),
      left.end(), [](float sample) { return std::abs(sample) > 1e-4f; });
  const auto begin = static_cast<std::uint64_t>(sounds - left.begin());
  const auto width = static_cast<std::int64_t>(options.align_frames);
  std::int64_t best = options.offset_frames;
  double least = distance(a, b, best, begin);
  for (std::int64_t offset = options.offset_frames - width; offset <= options.offset_frames + width;
       ++offset) {
    const double here = distance(a, b, offset, begin);
    if (here < least) {
      least = here;
      best = offset;
    }
  }
  return best;
}

void compare_channel(
    const std::vector<float>& a, const std::vector<float>& b, const Range& range, Comparison& result) {
  for (std::uint64_t i = range.begin; i < range.end; ++i) {
    const float left = a[i];
    const float right = b[static_cast<std::size_t>(static_cast<std::int64_t>(i) + result.offset_frames)];
    if (std::bit_cast<std::uint32_t>(left) == std::bit_cast<std::uint32_t>(right)) continue;
    ++result.different_samples;
    const auto frame = static_cast<std::int64_t>(i);
    if (result.first_difference < 0 || frame < result.first_difference) result.first_difference = frame;
    const float difference = std::abs(left - right);
    result.max_difference =
        std::isfinite(difference) ? std::max(result.max_difference, difference) : INFINITY;
  }
}

}  // namespace

Comparison compare_sounds(const Sound& a, const Sound& b, const ComparisonOptions& options) {
  Comparison result;
  if (a.frames() == 0 || b.frames() == 0) return result;
  result.offset_frames = options.align_frames > 0 ? best_offset(a, b, options) : options.offset_frames;
  const Range range = common_range(a, b, result.offset_frames, options);
  result.compared_frames = range.end - range.begin;
  const std::size_t channels = std::min(a.channels.size(), b.channels.size());
  for (std::size_t c = 0; c < channels; ++c) compare_channel(a.channels[c], b.channels[c], range, result);
  const bool all = options.frames == 0 && options.skip_frames == 0 && result.offset_frames == 0;
  result.identical = result.different_samples == 0 && result.compared_frames > 0 &&
                     a.channels.size() == b.channels.size() && (!all || a.frames() == b.frames());
  return result;
}

}  // namespace omx::probe

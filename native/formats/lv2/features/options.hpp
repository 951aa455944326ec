/// What a plugin is told of the host's blocks.
#pragma once

#include <array>
#include <cstdint>

#include <lv2/options/options.h>

namespace omx::lv2 {

/// Lives as long as the plugin that it is handed to.
class Options {
public:
  /// Blocks of `min_frames` to `max_frames`, `max_frames` as a rule; event ports of `sequence_bytes`.
  Options(
      double sample_rate_hz, std::uint32_t min_frames, std::uint32_t max_frames,
      std::uint32_t sequence_bytes);
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;

  /// Ended by an empty one.
  const LV2_Options_Option* list() const { return list_.data(); }

private:
  float sample_rate_hz_;
  std::int32_t min_frames_;
  std::int32_t max_frames_;
  std::int32_t sequence_bytes_;
  std::array<LV2_Options_Option, 6> list_;
};

}  // namespace omx::lv2

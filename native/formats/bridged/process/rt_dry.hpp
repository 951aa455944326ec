/// What is heard while a bridged plugin gives no answer.
#pragma once

#include <cstdint>
#include <vector>

#include <clap/process.h>

#include "base/rt.hpp"

namespace omx {

/// output channel of the main port += input channel of the main port · gain.
struct RtBridgedRoute {
  std::uint32_t output;
  std::uint32_t input;
  float gain;
};

/// The main ports of a plugin, and how dry sound passes between them.
struct RtBridgedDryShape {
  std::uint32_t input_port = 0;
  std::uint32_t output_port = 0;
  std::uint32_t output_channels = 0;  ///< of the main output port
  std::vector<RtBridgedRoute> routes;
  std::uint32_t max_frames = 0;
  std::uint32_t latency_frames = 0;
};

/// Keeps the inputs aligned with the plugin's latency, and joins dry and wet without a step. Built on
/// control; all else is the audio thread's. Per block: listen(), then one of wet() and dry().
class RtDry {
public:
  explicit RtDry(const RtBridgedDryShape& shape);

  /// Takes in the inputs, before anything is written: outputs may lie in the same buffers.
  void listen(const clap_process_t& process) noexcept OMX_RT;

  /// The outputs hold the plugin's answer: fades over to it from the dry signal within the block when that
  /// was heard before.
  void wet(const clap_process_t& process) noexcept OMX_RT;

  /// Writes the dry signal into the main output and silence into the others. After a wet block the step from
  /// its last sample melts away within a millisecond or so.
  void dry(const clap_process_t& process) noexcept OMX_RT;

private:
  static constexpr std::uint32_t melt_frames = 64;

  float* delayed(std::uint32_t channel) noexcept OMX_RT {
    return delayed_.data() + std::size_t{channel} * shape_.max_frames;
  }

  const RtBridgedDryShape shape_;
  std::vector<float> delayed_;  ///< this block's dry signal, channel by channel
  std::vector<float> lines_;    ///< the last latency_frames of the dry signal, channel by channel
  std::vector<float> last_;     ///< last sample that was heard, per channel
  std::uint32_t line_at_ = 0;
  bool was_wet_ = true;
};

}  // namespace omx

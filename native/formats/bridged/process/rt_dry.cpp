#include "formats/bridged/process/rt_dry.hpp"

#include <algorithm>

namespace omx {

RtDry::RtDry(const RtBridgedDryShape& shape)
    : shape_(shape), delayed_(std::size_t{shape.output_channels} * shape.max_frames),
      lines_(std::size_t{shape.output_channels} * shape.latency_frames), last_(shape.output_channels) {}

void RtDry::listen(const clap_process_t& process) noexcept OMX_RT {
  const std::uint32_t frames = process.frames_count;
  for (std::uint32_t c = 0; c < shape_.output_channels; ++c) std::fill_n(delayed(c), frames, 0.0f);
  for (const RtBridgedRoute& route : shape_.routes) {
    const float* const input = process.audio_inputs[shape_.input_port].data32[route.input];
    float* const sum = delayed(route.output);
    for (std::uint32_t i = 0; i < frames; ++i) sum[i] += route.gain * input[i];
  }
  if (shape_.latency_frames == 0) return;
  std::uint32_t at = line_at_;
  for (std::uint32_t c = 0; c < shape_.output_channels; ++c) {
    float* const line = lines_.data() + std::size_t{c} * shape_.latency_frames;
    float* const samples = delayed(c);
    at = line_at_;
    for (std::uint32_t i = 0; i < frames; ++i) {
      std::swap(samples[i], line[at]);
      if (++at == shape_.latency_frames) at = 0;
    }
  }
  line_at_ = at;
}

void RtDry::wet(const clap_process_t& process) noexcept OMX_RT {
  const std::uint32_t frames = process.frames_count;
  const float step = 1.0f / static_cast<float>(frames);
  for (std::uint32_t c = 0; c < shape_.output_channels; ++c) {
    float* const output = process.audio_outputs[shape_.output_port].data32[c];
    const float* const dry = delayed(c);
    if (!was_wet_) {
      for (std::uint32_t i = 0; i < frames; ++i)
        output[i] = dry[i] + (output[i] - dry[i]) * (static_cast<float>(i + 1) * step);
    }
    last_[c] = output[frames - 1];
  }
  was_wet_ = true;
}

void RtDry::dry(const clap_process_t& process) noexcept OMX_RT {
  const std::uint32_t frames = process.frames_count;
  for (std::uint32_t p = 0; p < process.audio_outputs_count; ++p) {
    if (p == shape_.output_port && shape_.output_channels > 0) continue;
    const clap_audio_buffer_t& port = process.audio_outputs[p];
    for (std::uint32_t c = 0; c < port.channel_count; ++c) std::fill_n(port.data32[c], frames, 0.0f);
  }
  for (std::uint32_t c = 0; c < shape_.output_channels; ++c) {
    float* const output = process.audio_outputs[shape_.output_port].data32[c];
    std::copy_n(delayed(c), frames, output);
    const std::uint32_t melt = std::min(frames, melt_frames);
    const float gap = was_wet_ ? last_[c] - output[0] : 0.0f;
    for (std::uint32_t i = 0; i < melt && gap != 0; ++i)
      output[i] += gap * (1.0f - static_cast<float>(i + 1) / static_cast<float>(melt));
    last_[c] = output[frames - 1];
  }
  was_wet_ = false;
}

}  // namespace omx

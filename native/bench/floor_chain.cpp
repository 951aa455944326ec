#include "bench/floor_chain.hpp"

#include <algorithm>

namespace omx::floor {
namespace {

using Channels = std::vector<float*>;

Channels& main_input(FloorPlugin& plugin) {
  return plugin.input_channels[static_cast<std::size_t>(plugin.main_input)];
}

Channels& main_output(FloorPlugin& plugin) {
  return plugin.output_channels[static_cast<std::size_t>(plugin.main_output)];
}

void point(Channels& channels, const Stereo& at) noexcept {
  for (std::size_t c = 0; c < std::min(channels.size(), at.size()); ++c) {
    channels[c] = at[c];
  }
}

void point_all(std::vector<Channels>& ports, float* at) {
  for (auto& port : ports) {
    std::fill(port.begin(), port.end(), at);
  }
}

}  // namespace

bool FloorChain::load(
    const std::vector<std::string>& specs, double rate_hz, std::uint32_t max_frames, std::string& error) {
  for (const auto& spec : specs) {
    FloorPlugin* plugin = load_floor_plugin(spec, rate_hz, max_frames, error);
    if (plugin == nullptr) {
      return false;
    }
    if (plugin->main_input < 0 || plugin->main_output < 0) {
      error = spec + " has no main input and output";
      return false;
    }
    plugins_.push_back(plugin);
  }
  for (auto& pair : buffers_) {
    for (auto& buffer : pair) {
      buffer.assign(max_frames, 0.0F);
    }
  }
  silence_.assign(max_frames, 0.0F);
  unused_.assign(max_frames, 0.0F);
  wire();
  return true;
}

void FloorChain::wire() {
  Stereo sound{silence_.data(), silence_.data()};
  std::size_t turn = 0;
  for (auto* each : plugins_) {
    point_all(each->input_channels, silence_.data());
    point_all(each->output_channels, unused_.data());
    point(main_input(*each), sound);
    point(main_output(*each), {buffers_[turn][0].data(), buffers_[turn][1].data()});
    const auto& written = main_output(*each);
    sound = {written[0], written[written.size() > 1 ? 1 : 0]};
    turn ^= 1;
  }
}

void FloorChain::start() noexcept {
  for (auto* each : plugins_) {
    each->plugin->start_processing(each->plugin);
  }
  started_ = true;
}

void FloorChain::process(const Stereo& in, const Stereo& out, std::uint32_t frames) noexcept {
  if (!started_) {
    start();
  }
  point(main_input(*plugins_.front()), in);
  point(main_output(*plugins_.back()), out);
  for (auto* each : plugins_) {
    each->process.frames_count = frames;
    each->process.steady_time = steady_frames_;
    each->plugin->process(each->plugin, &each->process);
  }
  if (main_output(*plugins_.back()).size() == 1) {
    std::copy_n(out[0], frames, out[1]);
  }
  steady_frames_ += frames;
}

}  // namespace omx::floor

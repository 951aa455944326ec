/// What tests of instances share: loading a fixture, running blocks, and a listener that remembers.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "bridge/control_wake.hpp"
#include "formats/clap/lifecycle/clap_instance.hpp"

namespace omx {

inline constexpr double test_rate_hz = 48000;
inline constexpr std::uint32_t test_frames = 64;

class TestListener : public ClapHostListener {
public:
  void restart_requested(ClapInstance&) override { ++restarts; }
  void latency_changed(ClapInstance&) override { ++latencies; }
  void params_changed(ClapInstance&, std::uint32_t flags) override { params_flags |= flags; }
  void ports_changed(ClapInstance&) override { ++ports; }
  void state_dirtied(ClapInstance&) override { ++dirty; }
  void waits_changed(ClapInstance&) override { ++waits; }
  void logged(ClapInstance&, abi::LogSeverity severity, std::string_view message) override {
    log.emplace_back(severity, message);
  }

  int restarts = 0;
  int latencies = 0;
  int ports = 0;
  int dirty = 0;
  int waits = 0;
  std::uint32_t params_flags = 0;
  std::vector<std::pair<abi::LogSeverity, std::string>> log;
};

inline Result<std::unique_ptr<ClapInstance>>
create_from(const std::string& path, const std::string& id, const ClapInstanceOptions& options = {}) {
  auto library = ClapLibrary::open(path);
  if (!library) return library.error();
  return ClapInstance::create(library.value(), id, options);
}

inline std::string fixture_path(const std::string& file) {
  return std::string(OMX_FIXTURES_DIR) + "/" + file + ".clap";
}

/// A fixture that must load; `id` is that of the file when left out.
inline std::unique_ptr<ClapInstance>
load_fixture(const std::string& file, const ClapInstanceOptions& options = {}, std::string id = "") {
  auto instance =
      create_from(fixture_path(file), "org.plugin-hostd.fixture." + (id.empty() ? file : id), options);
  INFO(file << ": " << (instance ? "" : instance.error().detail));
  REQUIRE(instance.has_value());
  return std::move(instance).value();
}

/// Buffers for an instance, and blocks with the calling thread as the audio thread.
class TestBlocks {
public:
  explicit TestBlocks(ClapInstance& instance, std::uint32_t frames = test_frames)
      : instance_(instance), frames_(frames) {
    give(instance.rt().inputs, instance.rt().process.audio_inputs_count, inputs);
    give(instance.rt().outputs, instance.rt().process.audio_outputs_count, outputs);
  }

  using Notes = std::function<void(RtEventList&)>;

  RtOutcome run(bool inputs_quiet = false, const Notes& notes = {}) {
    const RtAudioRole role;
    RtPlugin& p = instance_.rt();
    rt_plugin_begin(p, frames_);
    if (notes) notes(p.in_events);
    const RtOutcome outcome = rt_plugin_process(p, frames_, steady_time_, inputs_quiet);
    if (outcome == RtOutcome::ran) rt_plugin_settle(p, outputs_quiet());
    steady_time_ += frames_;
    return outcome;
  }

  void stop() {
    const RtAudioRole role;
    rt_plugin_stop(instance_.rt());
  }

  bool outputs_quiet() const {
    for (const auto& channel : outputs) {
      for (const float sample : channel) {
        if (sample != 0.0f) return false;
      }
    }
    return true;
  }

  std::vector<std::vector<float>> inputs;   ///< one per channel, ports in order
  std::vector<std::vector<float>> outputs;  ///< the same

private:
  void
  give(clap_audio_buffer_t* ports, std::uint32_t count, std::vector<std::vector<float>>& channels) const {
    for (std::uint32_t port = 0; port < count; ++port) {
      for (std::uint32_t c = 0; c < ports[port].channel_count; ++c) {
        channels.emplace_back(frames_, 0.0f);
        ports[port].data32[c] = channels.back().data();
      }
    }
  }

  ClapInstance& instance_;
  const std::uint32_t frames_;
  std::int64_t steady_time_ = 0;
};

}  // namespace omx

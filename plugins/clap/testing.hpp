/// A small CLAP host for the test of omx.clap.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <clap/entry.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>
#include <doctest/doctest.h>

#include "effect/testing.hpp"
#include "formats/clap/abi/preset_load.hpp"
#include "formats/clap/abi/tail.hpp"

namespace omx::clap_testing {

/// The built file, opened.
class Library {
public:
  Library() : handle_(dlopen(OMX_CLAP_FILE, RTLD_NOW | RTLD_LOCAL)) {
    REQUIRE(handle_ != nullptr);
    REQUIRE(entry().init(OMX_CLAP_FILE));
  }
  ~Library() {
    entry().deinit();
    dlclose(handle_);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  void* symbol(const char* name) const { return dlsym(handle_, name); }
  const clap_plugin_entry_t& entry() const {
    return *static_cast<const clap_plugin_entry_t*>(symbol("clap_entry"));
  }
  const clap_plugin_factory_t& factory() const {
    return *static_cast<const clap_plugin_factory_t*>(entry().get_factory(CLAP_PLUGIN_FACTORY_ID));
  }

private:
  void* handle_;
};

/// Counts what a plugin tells it.
struct Host {
  clap_host_t clap{};
  clap_host_params_t params{};
  abi::HostTail tail{};
  abi::HostPresetLoad presets{};
  std::vector<std::string> preset_log;
  clap_param_rescan_flags rescanned = 0;
  int tail_changes = 0;

  Host() {
    clap.clap_version = CLAP_VERSION;
    clap.host_data = this;
    clap.name = "test";
    clap.vendor = "test";
    clap.url = "";
    clap.version = "1";
    clap.get_extension = [](const clap_host_t* host, const char* id) -> const void* {
      Host& self = of(host);
      if (std::strcmp(id, CLAP_EXT_PARAMS) == 0) {
        return &self.params;
      }
      if (std::strcmp(id, abi::preset_load_id) == 0) {
        return &self.presets;
      }
      return std::strcmp(id, abi::tail_id) == 0 ? &self.tail : nullptr;
    };
    presets.on_error = [](const clap_host_t* host, std::uint32_t, const char*, const char*, std::int32_t,
                          const char* message) { of(host).preset_log.emplace_back(message); };
    presets.loaded = [](const clap_host_t* host, std::uint32_t, const char*, const char* key) {
      of(host).preset_log.push_back(std::string("loaded ") + (key != nullptr ? key : ""));
    };
    clap.request_restart = clap.request_process = clap.request_callback = [](const clap_host_t*) {};
    params.rescan = [](const clap_host_t* host, clap_param_rescan_flags flags) {
      of(host).rescanned |= flags;
    };
    params.clear = [](const clap_host_t*, clap_id, clap_param_clear_flags) {};
    params.request_flush = [](const clap_host_t*) {};
    tail.changed = [](const clap_host_t* host) { ++of(host).tail_changes; };
  }

  static Host& of(const clap_host_t* host) { return *static_cast<Host*>(host->host_data); }
};

struct ParamEvent {
  std::uint32_t frame;
  clap_id id;
  double value;
};

/// In place of a parameter's id: the value is the tempo from this frame on.
inline constexpr clap_id tempo_event = 0x7fffffff;

inline clap_event_transport_t transport_at(std::uint32_t frame, double tempo) {
  clap_event_transport_t made{};
  made.header = {sizeof made, frame, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_TRANSPORT, 0};
  made.flags = CLAP_TRANSPORT_HAS_TEMPO;
  made.tempo = tempo;
  return made;
}

/// A list of events as CLAP hands it over.
class Events {
public:
  explicit Events(const std::vector<ParamEvent>& events) {
    for (const ParamEvent& event : events) {
      if (event.id == tempo_event) {
        events_.push_back({.transport = transport_at(event.frame, event.value)});
        continue;
      }
      clap_event_param_value_t made{};
      made.header = {sizeof made, event.frame, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_PARAM_VALUE, 0};
      made.param_id = event.id;
      made.note_id = -1;
      made.port_index = made.channel = made.key = -1;
      made.value = event.value;
      events_.push_back({.param = made});
    }
    list_.ctx = this;
    list_.size = [](const clap_input_events_t* list) {
      return static_cast<std::uint32_t>(static_cast<Events*>(list->ctx)->events_.size());
    };
    list_.get = [](const clap_input_events_t* list, std::uint32_t index) -> const clap_event_header_t* {
      return &static_cast<Events*>(list->ctx)->events_[index].header;
    };
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  const clap_input_events_t* list() const { return &list_; }

private:
  union Event {
    clap_event_header_t header;
    clap_event_param_value_t param;
    clap_event_transport_t transport;
  };

  std::vector<Event> events_;
  clap_input_events_t list_{};
};

// As an audio thread calls: RealtimeSanitizer stops whatever blocks or allocates inside.
OMX_RT_UNCHECKED_BEGIN
inline clap_process_status
rt_process(const clap_plugin_t* plugin, const clap_process_t& block) noexcept OMX_RT {
  return plugin->process(plugin, &block);
}
OMX_RT_UNCHECKED_END

/// An instance with its host.
class Plugin {
public:
  explicit Plugin(const char* id)
      : plugin_(library_.factory().create_plugin(&library_.factory(), &host_.clap, id)) {
    REQUIRE(plugin_ != nullptr);
    REQUIRE(plugin_->init(plugin_));
  }
  ~Plugin() {
    if (active_) {
      plugin_->stop_processing(plugin_);
      plugin_->deactivate(plugin_);
    }
    plugin_->destroy(plugin_);
  }
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  const clap_plugin_t* get() const { return plugin_; }
  Host& host() { return host_; }
  clap_process_status status() const { return status_; }

  template <typename Extension>
  const Extension* extension(const char* id) const {
    return static_cast<const Extension*>(plugin_->get_extension(plugin_, id));
  }
  const clap_plugin_params_t& params() const { return *extension<clap_plugin_params_t>(CLAP_EXT_PARAMS); }

  double value(clap_id id) const {
    double value = 0.0;
    REQUIRE(params().get_value(plugin_, id, &value));
    return value;
  }

  void activate(double sample_rate_hz = 48000.0) {
    REQUIRE(plugin_->activate(plugin_, sample_rate_hz, 1, 8192));
    REQUIRE(plugin_->start_processing(plugin_));
    active_ = true;
  }

  void flush(const std::vector<ParamEvent>& events) {
    const Events list(events);
    params().flush(plugin_, list.list(), nullptr);
  }

  /// Plays a signal in blocks; the events belong to the first block.
  testing::Stereo play(
      const testing::Stereo& in, std::size_t block_frames, const std::vector<ParamEvent>& events = {},
      const testing::Stereo* side_chain = nullptr) {
    testing::Stereo copy = in;
    testing::Stereo side = side_chain != nullptr ? *side_chain : testing::Stereo(in.frames());
    testing::Stereo out(in.frames());
    for (std::size_t at = 0; at < in.frames(); at += block_frames) {
      const Events list(at == 0 ? events : std::vector<ParamEvent>{});
      float* ins[] = {copy.left.data() + at, copy.right.data() + at};
      float* sides[] = {side.left.data() + at, side.right.data() + at};
      float* outs[] = {out.left.data() + at, out.right.data() + at};
      const clap_audio_buffer_t inputs[] = {{ins, nullptr, 2, 0, 0}, {sides, nullptr, 2, 0, 0}};
      clap_audio_buffer_t output{outs, nullptr, 2, 0, 0};
      process(inputs, side_chain != nullptr ? 2 : 1, output, std::min(block_frames, in.frames() - at), list);
    }
    return out;
  }

  std::vector<float> play_mono(std::vector<float> signal, std::size_t block_frames) {
    for (std::size_t at = 0; at < signal.size(); at += block_frames) {
      float* channel = signal.data() + at;
      const clap_audio_buffer_t input{&channel, nullptr, 1, 0, 0};
      clap_audio_buffer_t output{&channel, nullptr, 1, 0, 0};
      process(&input, 1, output, std::min(block_frames, signal.size() - at), Events({}));
    }
    return signal;
  }

  /// Of the blocks to come; 0: the host has no transport.
  double tempo = 0.0;

  std::string save() const {
    std::string text;
    const clap_ostream_t stream{&text, [](const clap_ostream_t* to, const void* bytes, std::uint64_t) {
                                  *static_cast<std::string*>(to->ctx) += *static_cast<const char*>(bytes);
                                  return std::int64_t{1};
                                }};
    REQUIRE(extension<clap_plugin_state_t>(CLAP_EXT_STATE)->save(plugin_, &stream));
    return text;
  }

  bool load(std::string text) {
    const clap_istream_t stream{&text, [](const clap_istream_t* from, void* bytes, std::uint64_t) {
                                  auto& rest = *static_cast<std::string*>(from->ctx);
                                  if (rest.empty()) {
                                    return std::int64_t{0};
                                  }
                                  *static_cast<char*>(bytes) = rest.front();
                                  rest.erase(0, 1);
                                  return std::int64_t{1};
                                }};
    return extension<clap_plugin_state_t>(CLAP_EXT_STATE)->load(plugin_, &stream);
  }

private:
  void process(
      const clap_audio_buffer_t* inputs, std::uint32_t input_count, clap_audio_buffer_t& output,
      std::size_t frames, const Events& events) {
    const clap_event_transport_t transport = transport_at(0, tempo);
    clap_process_t block{};
    block.steady_time = -1;
    block.frames_count = static_cast<std::uint32_t>(frames);
    block.transport = tempo > 0.0 ? &transport : nullptr;
    block.audio_inputs = inputs;
    block.audio_outputs = &output;
    block.audio_inputs_count = input_count;
    block.audio_outputs_count = 1;
    block.in_events = events.list();
    status_ = rt_process(plugin_, block);
  }

  Library library_;
  Host host_;
  const clap_plugin_t* plugin_;
  bool active_ = false;
  clap_process_status status_ = CLAP_PROCESS_ERROR;
};

}  // namespace omx::clap_testing

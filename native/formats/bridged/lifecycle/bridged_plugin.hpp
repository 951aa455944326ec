/// A plugin in a process of its own: CLAP's functions on this side.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <clap/plugin.h>

#include "base/result.hpp"
#include "bridge/stage/stage_memory.hpp"
#include "formats/bridged/lifecycle/bridge_process.hpp"
#include "formats/bridged/lifecycle/bridged_extension.hpp"
#include "formats/bridged/lifecycle/description.hpp"
#include "formats/bridged/process/rt_bridged.hpp"
#include "formats/clap/abi/log.hpp"

namespace omx {

/// Control thread but for rt(). When its process ends, another takes its place: the plugin loaded anew, its
/// last known state restored, faded in. One that ends again and again stays dry.
class BridgedPlugin {
public:
  BridgedPlugin(const clap_host_t* host, std::string path, std::string id);
  ~BridgedPlugin();
  BridgedPlugin(const BridgedPlugin&) = delete;
  BridgedPlugin& operator=(const BridgedPlugin&) = delete;

  static BridgedPlugin& of(const clap_plugin_t* plugin) noexcept OMX_RT {
    return *static_cast<BridgedPlugin*>(plugin->plugin_data);
  }
  const clap_plugin_t* clap() const { return &clap_; }
  const BridgedDescription& description() const { return description_; }
  /// [audio thread] Null while inactive.
  RtBridged* rt() noexcept OMX_RT { return rt_.get(); }

  bool init();
  bool activate(double sample_rate_hz, std::uint32_t max_frames);
  void deactivate();
  std::uint32_t latency_frames() const { return latency_frames_; }

  double value(clap_id id);
  std::string text(clap_id id, double value);
  bool parse(clap_id id, const char* text, double& value);
  /// While inactive: at once.
  void set_param(clap_id id, double value);

  std::optional<std::vector<std::byte>> save();
  bool restore(std::vector<std::byte> state);
  bool load_preset(const char* path, const char* key);
  bool set_offline(bool offline);
  bool needs_realtime() const { return needs_realtime_; }

  BridgedStatus status() const;

  // The main loop

  void serve();     ///< the process has something to say, or the audio thread has
  void on_timer();  ///< while there is something to wait for

private:
  using Clock = std::chrono::steady_clock;

  Status begin();
  Status start_stage();
  std::optional<LinkMessage>
  ask(LinkKind kind, const MessageWriter& payload = {},
      std::chrono::seconds patience = BridgeProcess::usual_patience, int fd = -1);
  Status ask_outcome(LinkKind kind, const MessageWriter& payload, std::chrono::seconds patience);
  void serve_news();
  void take_news(const LinkMessage& news);
  void tell_state();
  void replace();
  void end_process();
  bool may_replace();
  std::string obituary() const;
  void collect_values();
  void drop_old_stages();
  void refresh_state();
  void set_timer(bool wanted);
  void log(abi::LogSeverity severity, const std::string& text);
  template <typename Extension>
  const Extension* host_extension(const char* id) const;

  const clap_host_t* const host_;
  const std::string path_;
  const std::string id_;
  clap_plugin_t clap_;
  std::unique_ptr<BridgeProcess> process_;
  BridgedDescription description_;
  std::unique_ptr<RtBridged> rt_;
  std::vector<std::unique_ptr<StageMemory>> stages_;  // the last one is in use; older ones until nobody looks

  // Of the current activation.
  bool active_ = false;
  double sample_rate_hz_ = 0;
  std::uint32_t max_frames_ = 0;
  std::uint32_t latency_frames_ = 0;

  // What a new process needs to be as the old one was.
  std::optional<std::vector<std::byte>> state_;
  std::map<clap_id, double> values_;  // set or reported since
  bool state_stale_ = false;
  bool offline_ = false;
  bool needs_realtime_ = false;

  std::uint32_t restarts_ = 0;
  std::vector<Clock::time_point> recent_ends_;
  RtBridgedState told_state_ = RtBridgedState::running;
  Clock::time_point dry_since_{};
  clap_id timer_ = CLAP_INVALID_ID;
};

/// CLAP's extension of that name, or null.
const void* bridged_plugin_extension(const clap_plugin_t* plugin, const char* id) noexcept OMX_RT;

/// See open_bridged.hpp.
void set_bridged_failure(const Error& error);

}  // namespace omx

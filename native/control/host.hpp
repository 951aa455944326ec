/// A worker's control thread: the rack, those who speak to it, and what connects them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bridge/control_wake.hpp"
#include "bridge/status_page_file.hpp"
#include "control/driver_factory.hpp"
#include "control/loop/connection.hpp"
#include "control/loop/event_loop.hpp"
#include "control/midi_input.hpp"
#include "control/rack.hpp"
#include "control/renderer.hpp"
#include "control/waits.hpp"
#include "control/watch.hpp"

namespace omx {

struct HostOptions {
  std::string name;         ///< of the worker
  std::string version;      ///< of the program
  std::string status_path;  ///< of the status page
  DriverKind driver = DriverKind::jack;
  std::uint32_t sample_rate_hz = 48000;
  std::uint32_t block_frames = 256;
  std::function<void()> prepare_audio_thread;  ///< called first on every new audio thread
};

/// How a connection came to be.
enum class ConnectionKind : std::uint8_t {
  control,   ///< ours: errors carry a sentence, the worker may depend on it
  mod_host,  ///< TCP: bare codes
  feedback,  ///< TCP: receives feedback lines from the start
};

/// [control] throughout.
class Host final : private RackListener {
public:
  Host(EventLoop& loop, StatusPageFile& status, const HostOptions& options);
  ~Host() override;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// Takes over a connected, non-blocking socket.
  void adopt(int fd, ConnectionKind kind);
  /// Called when the number of open connections that are no feedback went to zero or up from it.
  std::function<void(bool any)> on_presence;

  /// Sends a line to all who subscribed.
  void tell(std::string_view line);
  void tell_log(int level, const std::string& text);
  /// Call when subscriptions or monitored outputs changed.
  void adjust_watch();
  /// Ends the loop after the reply is sent.
  void quit();

  Rack& rack() { return rack_; }
  Renderer& renderer() { return renderer_; }
  DriverFactory& drivers() { return drivers_; }
  EventLoop& loop() { return loop_; }
  ControlWake& wake() { return wake_; }
  const HostOptions& options() const { return options_; }

  /// Which connection edits between begin and commit; null for none.
  Connection* editor = nullptr;
  /// Which connection waits for a render; null for none.
  Connection* rendering_for = nullptr;
  /// What a controller box is connected to; null until asked for.
  std::unique_ptr<MidiInput> midi_input;
  /// Highest load seen since max_cpu_load was asked last, in percent.
  double max_load_percent = 0;
  double sample_load();

private:
  void on_message(const std::shared_ptr<Connection>& connection, const std::string& message);
  void on_closed(Connection& connection);
  void sweep();
  void tell_midi();
  void serve();

  void latency_changed(Instance& instance) override;
  void parameters_changed(Instance& instance) override;
  void state_dirtied(Instance& instance) override;
  void waits_changed() override;
  void logged(Instance& instance, int level, std::string_view text) override;
  void block_changed(Client& client) override;
  void server_gone(Client& client, const std::string& reason) override;

  EventLoop& loop_;
  const HostOptions options_;
  ControlWake wake_;
  DriverFactory drivers_;
  std::vector<std::shared_ptr<Connection>> connections_;
  std::vector<const Connection*> feedback_only_;
  PluginWaits waits_;
  Watch watch_;
  Rack rack_;          // what it calls at its end is above
  Renderer renderer_;  // its thread ends before the rack
};

}  // namespace omx

/// One client of the audio server: its driver, its engine, its instances and the ports it shows.
#pragma once

#include <array>
#include <functional>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bridge/status_page_file.hpp"
#include "control/instance.hpp"
#include "control/wiring.hpp"
#include "drivers/driver.hpp"
#include "program/compile.hpp"
#include "rt/engine.hpp"

namespace omx {

/// A port of an instance that is visible in the audio server.
struct ExposedPort {
  InstancePort port;
  RtPortHandle handle = nullptr;
  NodeId node = 0;
  bool kept = false;      ///< stays without connections: asked for by name, or a port of an own client
  bool leaving = false;   ///< nothing feeds it any more: it fades to silence, and then it goes
  bool silenced = false;  ///< leaving, and the silence is heard: out of the graph, about to be unregistered
  std::set<std::string> peers;       ///< ports of the server that we connected it to
  std::uint32_t latency_frames = 0;  ///< longest, to or from the client's ports of the other direction
};

/// Edits change what is described here (instances, exposed ports, the worker's wiring), then touch(); pump()
/// compiles and publishes the whole as soon as the edit before has settled. [control]
class Client {
public:
  using Action = std::function<void()>;

  /// Takes over an open driver that does not run yet. `own_number` names its own inputs in the wiring, the
  /// number after it its own outputs. Error: capacity (no record left in the status page).
  static Result<std::unique_ptr<Client>>
  create(std::unique_ptr<Driver> driver, std::uint32_t own_number, StatusPageFile& status, ControlWake& wake);
  /// Stops the driver, frees all programs, closes.
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// The client's own port of that flow and channel, as the wiring names it.
  InstancePort own_port(const PortSymbol& symbol) const {
    return {own_number_ + (symbol.flow == PortFlow::output ? 1u : 0u), symbol};
  }
  /// What its own inputs and outputs are called in the wiring.
  std::array<std::uint32_t, 2> own_numbers() const { return {own_number_, own_number_ + 1}; }
  const std::string& name() const { return driver_->client_name(); }
  Driver& driver() { return *driver_; }
  const Driver& driver() const { return *driver_; }
  RtEngine& engine() { return engine_; }
  StatusClient& status() { return *record_; }

  /// Begins to run, with the graph as it is. Error: audio_activate. Does nothing when it was started before.
  Status start(const Wiring& wiring);
  bool started() const { return started_; }

  void add(Instance& instance);
  void remove(Instance& instance);
  const std::vector<Instance*>& instances() const { return instances_; }

  /// The exposed port, registered now if it was not. Error: port_register.
  Result<ExposedPort*> expose(const InstancePort& port);
  ExposedPort* find_exposed(const InstancePort& port);
  ExposedPort* find_exposed(const std::string& full_name);
  /// Takes a port out of the graph; it is unregistered, and with that disconnected, once that is heard.
  void unexpose(ExposedPort& exposed);
  void unexpose_instance(std::uint32_t instance);
  std::list<ExposedPort>& exposed() { return exposed_; }

  /// Something changed: the next pump() publishes it.
  void touch() { dirty_ = true; }
  /// Runs `action` once all changes so far are heard, at once when there are none on their way.
  void after_edit(Action action);
  /// Runs due actions, publishes due changes. Call after touch() and when the wake rang.
  void pump(const Wiring& wiring);
  /// Nothing is on its way.
  bool settled() const { return !dirty_ && in_flight_.empty() && waiting_.empty() && engine_.settled(); }

  /// The driver has another rate or period.
  void follow_driver();

private:
  /// What the driver calls.
  class Runner final : public RtCycleRunner {
  public:
    explicit Runner(RtEngine& engine) : engine_(engine) {}
    void run(const RtCycle& cycle) noexcept OMX_RT override { engine_.run(cycle); }
    void count_xrun() noexcept override { engine_.count_xrun(); }

  private:
    RtEngine& engine_;
  };

  Client(
      std::unique_ptr<Driver> driver, std::uint32_t own_number, StatusPageFile& status, StatusClient& record,
      ControlWake& wake);
  void publish(const Wiring& wiring);
  void publish_latencies(const std::vector<PortLatency>& latencies);
  std::string server_name(const InstancePort& port) const;
  void drop_left(const InstancePort& port);
  void unregister_left(const InstancePort& port);
  bool settle();

  const std::uint32_t own_number_;
  StatusPageFile& status_;
  StatusClient* const record_;
  RtEngine engine_;
  Runner runner_;
  const std::unique_ptr<Driver> driver_;
  std::shared_ptr<const CompiledState> compiled_;
  std::vector<Instance*> instances_;
  std::list<ExposedPort> exposed_;
  NodeId last_node_ = 0;
  bool started_ = false;
  bool dirty_ = false;
  std::vector<Action> waiting_;    ///< for the next publication
  std::vector<Action> in_flight_;  ///< for the running one to settle
};

}  // namespace omx

/// What a worker hosts: instances, clients and their wiring. The verbs are written on top of it.
#pragma once

#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "control/client.hpp"
#include "control/driver_factory.hpp"
#include "control/instance.hpp"
#include "control/wiring.hpp"

namespace omx {

/// What the rack tells of its own accord. [control]
class RackListener {
public:
  virtual ~RackListener() = default;
  virtual void latency_changed(Instance&) {}
  virtual void parameters_changed(Instance&) {}
  virtual void state_dirtied(Instance&) {}
  virtual void waits_changed() {}
  virtual void logged(Instance&, int /*level*/, std::string_view /*text*/) {}
  virtual void block_changed(Client&) {}
  virtual void server_gone(Client&, const std::string& /*reason*/) {}
};

/// [control] Edits are heard at once, each with a crossfade, or together at commit() after begin().
class Rack final : private ClapHostListener {
public:
  using Done = std::function<void(Status)>;

  static constexpr std::uint32_t highest_instance = 9990;

  Rack(StatusPageFile& status, ControlWake& wake, DriverFactory& drivers, RackListener& listener);
  ~Rack() override;
  Rack(const Rack&) = delete;
  Rack& operator=(const Rack&) = delete;

  Instance* find(std::uint32_t number);
  const std::map<std::uint32_t, std::shared_ptr<Instance>>& instances() const { return instances_; }
  const std::list<std::unique_ptr<Client>>& clients() const { return clients_; }
  Client* find_client(const std::string& name);

  /// Loads a plugin into a client, which is opened when it is new. Errors: see the verb add.
  Status
  add(const std::string& uri, std::uint32_t number, const std::string& client_name, InstanceLayout layout,
      InstancePlacement placement = InstancePlacement::in_line);
  /// Unloads; `done` is called when nothing of it is left, during begin…commit at once.
  void remove(std::uint32_t number, Done done);

  Status connect(const std::string& from, const std::string& to, float gain);
  Status disconnect(const std::string& from, const std::string& to);
  /// The full name of the port in the audio server.
  Result<std::string> expose(const std::string& port);

  /// Holds back edits until commit(). False when they are held already.
  bool begin();
  bool holding() const { return holding_; }
  /// Makes the edits heard; `done` gets the first failure of a connection, once all is heard.
  void commit(Done done);

  void set_bypassed(Instance& instance, bool bypassed);
  Status set_active(Instance& instance, bool active);
  void set_side_chain(Instance& instance, SideChainSource source);
  /// Activates anew behind the dry signal: the plugin asked for it, or the period grew.
  void restart(Instance& instance);

  /// Serves plugins, drivers and edits that settled. Call when the wake rang.
  void serve();

private:
  /// One end of a connection.
  struct End {
    Client* client = nullptr;  ///< ours; null for a port of the server
    InstancePort port;
    std::string server_name;
  };
  struct ServerConnection {
    std::string from;
    std::string to;
  };

  End resolve(const std::string& name);
  std::optional<InstancePort> lv2_end(const std::string& name);
  Status wire(const End& from, const End& to, float gain);
  Result<std::string> expose_end(const End& end, const std::string& peer, bool keep);
  Status connect_outside(const End& from, const End& to);
  void forget(const ServerConnection& connection);
  Status disconnect_outside(const End& from, const End& to);
  std::string outside_name(const End& end);
  bool leave_with(const End& end, const std::string& peer);
  Driver* any_running_driver();
  /// A driver on its way, opened beside what else there is to do; none for a client that exists.
  using OpeningDriver = std::future<Result<std::unique_ptr<Driver>>>;
  OpeningDriver begin_to_open(const std::string& client_name);
  Result<Client*> client_for(const std::string& name, OpeningDriver opening);
  Status take_in(const std::shared_ptr<Instance>& instance, Client& client);
  Status apply();
  Status apply_to_server();
  void pump_all();
  void close_empty_clients();
  void reactivate(Instance& instance);
  void serve_news(Client& client);
  Instance* instance_of(const ClapInstance& copy);

  void restart_requested(ClapInstance& copy) override;
  void latency_changed(ClapInstance& copy) override;
  void params_changed(ClapInstance& copy, std::uint32_t flags) override;
  void ports_changed(ClapInstance& copy) override;
  void state_dirtied(ClapInstance& copy) override;
  void waits_changed(ClapInstance& copy) override;
  void logged(ClapInstance& copy, abi::LogSeverity severity, std::string_view message) override;

  StatusPageFile& status_;
  ControlWake& wake_;
  DriverFactory& drivers_;
  RackListener& listener_;
  Wiring wiring_;
  std::map<std::uint32_t, std::shared_ptr<Instance>> instances_;
  std::list<std::unique_ptr<Client>> clients_;
  std::vector<ServerConnection> to_connect_;
  std::vector<ServerConnection> to_disconnect_;
  std::vector<std::uint32_t> to_restart_;
  std::uint32_t next_own_number_ = own_numbers_begin;
  bool holding_ = false;
  bool pumping_ = false;
};

}  // namespace omx

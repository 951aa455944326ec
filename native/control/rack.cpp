#include "control/rack.hpp"

#include <algorithm>

namespace omx {
namespace {

/// While it lives, no client publishes latencies.
class [[nodiscard]] LatencyHold {
public:
  explicit LatencyHold(const std::list<std::unique_ptr<Client>>& clients) : clients_(clients) {
    for (const auto& client : clients_) client->driver().hold_latencies();
  }
  ~LatencyHold() {
    for (const auto& client : clients_) client->driver().release_latencies();
  }
  LatencyHold(const LatencyHold&) = delete;
  LatencyHold& operator=(const LatencyHold&) = delete;

private:
  const std::list<std::unique_ptr<Client>>& clients_;
};

}  // namespace

Rack::Rack(StatusPageFile& status, ControlWake& wake, DriverFactory& drivers, RackListener& listener)
    : status_(status), wake_(wake), drivers_(drivers), listener_(listener) {}

Rack::~Rack() {
  const auto leaving = std::exchange(instances_, {});  // nobody finds them from now on
  clients_.clear();  // no driver runs and no program is left when the plugins go
}

Instance* Rack::find(std::uint32_t number) {
  const auto found = instances_.find(number);
  return found != instances_.end() ? found->second.get() : nullptr;
}

Client* Rack::find_client(const std::string& name) {
  const auto found = std::find_if(
      clients_.begin(), clients_.end(), [&](const auto& client) { return client->name() == name; });
  return found != clients_.end() ? found->get() : nullptr;
}

Rack::OpeningDriver Rack::begin_to_open(const std::string& client_name) {
  if (find_client(client_name) != nullptr) return {};
  // The audio server takes its time, and it is spent elsewhere. The other drivers open at once.
  const auto policy = drivers_.kind() == DriverKind::jack ? std::launch::async : std::launch::deferred;
  return std::async(policy, [this, client_name] { return drivers_.open(client_name); });
}

Result<Client*> Rack::client_for(const std::string& name, OpeningDriver opening) {
  if (Client* const known = find_client(name)) {
    if (known->driver().lost()) return Error{ErrorCode::audio_client, "its audio server is gone"};
    return known;
  }
  Result<std::unique_ptr<Driver>> driver = opening.get();
  if (!driver) return driver.error();
  Result<std::unique_ptr<Client>> client =
      Client::create(std::move(driver).value(), next_own_number_, status_, wake_);
  if (!client) return client.error();
  next_own_number_ += 2;
  clients_.push_back(std::move(client).value());
  return clients_.back().get();
}

Status Rack::add(
    const std::string& uri, std::uint32_t number, const std::string& client_name, InstanceLayout layout,
    InstancePlacement placement) {
  if (number > highest_instance) return Error{ErrorCode::invalid_instance, "the highest is 9990"};
  if (find(number) != nullptr) return Error{ErrorCode::instance_exists, ""};
  const bool offline = drivers_.kind() == DriverKind::file;
  OpeningDriver opening = begin_to_open(client_name);
  auto loaded = Instance::load(uri, {number, layout, placement, this, &wake_, offline});
  if (!loaded) return loaded.error();
  const std::shared_ptr<Instance> instance = std::move(loaded).value();
  Result<Client*> client = client_for(client_name, std::move(opening));
  if (!client) return client.error();
  Status taken = take_in(instance, *client.value());
  if (taken) taken = apply();
  if (!taken) {
    if (find(number) != nullptr) remove(number, [](Status) {});
    close_empty_clients();
  }
  return taken;
}

Status Rack::take_in(const std::shared_ptr<Instance>& instance, Client& client) {
  if (Status active = instance->activate(client.driver().sample_rate_hz(), client.driver().block_frames());
      !active) {
    return active;
  }
  instance->rt.status = status_.add_instance(instance->number(), client.status());
  if (instance->rt.status == nullptr) {
    return Error{
        ErrorCode::capacity, "a worker runs " + std::to_string(instance_capacity) + " instances at most"};
  }
  instance->rt.status->latency_frames = instance->latency_frames();
  instances_[instance->number()] = instance;
  client.add(*instance);
  listener_.waits_changed();
  if (client.name() != default_client_name(instance->number())) return done();
  // A client of its own shows everything, as mod-host's do.
  for (const PortSymbol& symbol : instance->symbols()) {
    Result<ExposedPort*> exposed = client.expose({instance->number(), symbol});
    if (!exposed) return exposed.error();
    exposed.value()->kept = true;
  }
  return done();
}

void Rack::remove(std::uint32_t number, Done on_done) {
  const auto found = instances_.find(number);
  if (found == instances_.end()) return on_done(done());
  const std::shared_ptr<Instance> instance = found->second;
  Client& client = *instance->client;
  instances_.erase(found);
  wiring_.remove_instance(number);
  client.unexpose_instance(number);
  client.remove(*instance);
  listener_.waits_changed();
  const bool told = holding_;
  // The last owner goes with this action: when nothing of the instance is heard or called any more.
  client.after_edit([this, instance, on_done, told, &client] {
    status_.remove_instance(*instance->rt.status);
    instance->rt.status = nullptr;
    if (!told) client.after_edit([on_done] { on_done(done()); });  // its ports are unregistered by then
  });
  if (told) return on_done(done());
  static_cast<void>(apply());
}

bool Rack::begin() {
  if (holding_) return false;
  holding_ = true;
  return true;
}

void Rack::commit(Done on_done) {
  holding_ = false;
  const Status applied = apply();
  // Called when the last client has settled.
  auto last = std::shared_ptr<void>(nullptr, [applied, on_done](void*) { on_done(applied); });
  for (const auto& client : clients_) client->after_edit([last] {});
}

/// Starts new clients, makes and undoes connections of the server, publishes what changed. Reports the first
/// failure.
Status Rack::apply() {
  if (holding_) return done();
  const Status outcome = apply_to_server();
  pump_all();
  return outcome;
}

Status Rack::apply_to_server() {
  const LatencyHold hold(clients_);
  Status outcome = done();
  for (const auto& client : clients_) {
    Status started = client->start(wiring_);
    if (!started && outcome) outcome = started;
  }
  for (const ServerConnection& connection : std::exchange(to_connect_, {})) {
    Driver* const driver = any_running_driver();
    Status connected = driver != nullptr ? driver->connect(connection.from, connection.to)
                                         : Error{ErrorCode::connect_failed, "no client runs"};
    if (connected) continue;
    forget(connection);
    if (outcome) outcome = connected;
  }
  for (const ServerConnection& connection : std::exchange(to_disconnect_, {})) {
    Driver* const driver = any_running_driver();
    Status gone = driver != nullptr ? driver->disconnect(connection.from, connection.to) : done();
    if (!gone && outcome) outcome = gone;
  }
  return outcome;
}

void Rack::pump_all() {
  if (pumping_) return;  // an action of pump() edited: the loop below takes it up
  pumping_ = true;
  for (const auto& client : clients_) {
    if (!holding_) client->pump(wiring_);
  }
  pumping_ = false;
  close_empty_clients();
}

void Rack::close_empty_clients() {
  if (holding_ || pumping_) return;
  std::erase_if(clients_, [this](const auto& client) {
    return client->instances().empty() && !wiring_.uses(client->own_numbers()) && client->settled();
  });
}

Driver* Rack::any_running_driver() {
  for (const auto& client : clients_) {
    if (client->started() && !client->driver().lost()) return &client->driver();
  }
  return nullptr;
}

void Rack::set_bypassed(Instance& instance, bool bypassed) {
  if (instance.bypassed == bypassed) return;
  instance.bypassed = bypassed;
  instance.client->touch();
  static_cast<void>(apply());
}

Status Rack::set_active(Instance& instance, bool active) {
  if (instance.wanted_active == active) return done();
  Client& client = *instance.client;
  if (active) {
    const Driver& driver = client.driver();
    if (Status activated = instance.activate(driver.sample_rate_hz(), driver.block_frames()); !activated) {
      return Error{ErrorCode::audio_activate, activated.error().detail};
    }
  }
  instance.wanted_active = active;
  client.touch();
  if (!active) {
    client.after_edit([this, number = instance.number()] {
      Instance* const still = find(number);
      if (still != nullptr && !still->wanted_active) still->deactivate();
    });
  }
  return apply();
}

void Rack::set_side_chain(Instance& instance, SideChainSource source) {
  if (instance.side_chain == source) return;
  instance.side_chain = source;
  instance.client->touch();
  static_cast<void>(apply());
}

}  // namespace omx

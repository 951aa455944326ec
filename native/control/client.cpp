#include "control/client.hpp"

#include <algorithm>

#include "control/client_graph.hpp"
#include "control/lv2_library.hpp"

namespace omx {
namespace {

constexpr std::uint32_t fade_frames = 512;

DriverPortKind kind_of(const PortSymbol& symbol) {
  if (symbol.kind == PortKind::audio) {
    return symbol.flow == PortFlow::input ? DriverPortKind::audio_input : DriverPortKind::audio_output;
  }
  return symbol.flow == PortFlow::input ? DriverPortKind::midi_input : DriverPortKind::midi_output;
}

}  // namespace

Result<std::unique_ptr<Client>> Client::create(
    std::unique_ptr<Driver> driver, std::uint32_t own_number, StatusPageFile& status, ControlWake& wake) {
  StatusClient* const record =
      status.add_client(driver->client_name(), driver->sample_rate_hz(), driver->block_frames());
  if (record == nullptr)
    return Error{
        ErrorCode::capacity, "a worker runs " + std::to_string(client_capacity) + " clients at most"};
  return std::unique_ptr<Client>(new Client(std::move(driver), own_number, status, *record, wake));
}

Client::Client(
    std::unique_ptr<Driver> driver, std::uint32_t own_number, StatusPageFile& status, StatusClient& record,
    ControlWake& wake)
    : own_number_(own_number), status_(status), record_(&record),
      engine_({driver->sample_rate_hz(), &record, &wake}), runner_(engine_), driver_(std::move(driver)) {}

Client::~Client() {
  driver_->stop();
  instances_.clear();
  touch();
  pump(Wiring());  // in the audio thread's place: plugins are stopped before they go
  status_.remove_client(*record_);
}

Status Client::start(const Wiring& wiring) {
  if (started_) return done();
  pump(wiring);
  Status started = driver_->start(runner_);
  started_ = started.has_value();
  return started;
}

void Client::add(Instance& instance) {
  instance.client = this;
  instance.node = ++last_node_;
  instances_.push_back(&instance);
  touch();
}

void Client::remove(Instance& instance) {
  std::erase(instances_, &instance);
  touch();
}

/// Short name of a port. In a client of its own, a port of an LV2 plugin is called by its symbol, as in
/// mod-host.
std::string Client::server_name(const InstancePort& port) const {
  const std::string ours = short_port_name(name(), port);
  if (is_own(port) || name() != default_client_name(port.instance)) return ours;
  const auto found = std::find_if(instances_.begin(), instances_.end(), [&](const Instance* own) {
    return own->number() == port.instance;
  });
  return found != instances_.end() ? lv2_port_symbol((*found)->plugin(), port.symbol).value_or(ours) : ours;
}

Result<ExposedPort*> Client::expose(const InstancePort& port) {
  if (ExposedPort* const known = find_exposed(port)) {
    if (known->leaving) {
      known->leaving = false;
      known->silenced = false;
      touch();
    }
    return known;
  }
  const std::string short_name = server_name(port);
  const bool needs_alias = !is_own(port) && name() + ":" + short_name != format_port(port);
  const std::string alias = needs_alias ? format_port(port) : "";
  Result<RtPortHandle> handle = driver_->register_port(kind_of(port.symbol), short_name, alias);
  if (!handle) return handle.error();
  ExposedPort& exposed = exposed_.emplace_back();
  exposed.port = port;
  exposed.handle = handle.value();
  exposed.node = ++last_node_;
  touch();
  return &exposed;
}

ExposedPort* Client::find_exposed(const InstancePort& port) {
  const auto found = std::find_if(
      exposed_.begin(), exposed_.end(), [&](const ExposedPort& own) { return own.port == port; });
  return found != exposed_.end() ? &*found : nullptr;
}

ExposedPort* Client::find_exposed(const std::string& full_name) {
  const auto found = std::find_if(exposed_.begin(), exposed_.end(), [&](const ExposedPort& own) {
    return driver_->full_name(own.handle) == full_name;
  });
  return found != exposed_.end() ? &*found : nullptr;
}

void Client::unexpose(ExposedPort& exposed) {
  if (exposed.leaving) return;
  exposed.leaving = true;
  exposed.kept = false;
  exposed.peers.clear();
  touch();
  after_edit([this, port = exposed.port] { drop_left(port); });
}

void Client::unexpose_instance(std::uint32_t instance) {
  for (ExposedPort& exposed : exposed_) {
    if (exposed.port.instance == instance) unexpose(exposed);
  }
}

/// The server goes on playing what a port held last, so it is written until that is silence.
void Client::drop_left(const InstancePort& port) {
  ExposedPort* const exposed = find_exposed(port);
  if (exposed == nullptr || !exposed->leaving) return;  // it is wanted again
  exposed->silenced = true;
  touch();
  after_edit([this, port] { unregister_left(port); });
}

void Client::unregister_left(const InstancePort& port) {
  ExposedPort* const exposed = find_exposed(port);
  if (exposed == nullptr || !exposed->silenced) return;
  driver_->unregister_port(exposed->handle);
  std::erase_if(exposed_, [&](const ExposedPort& own) { return &own == exposed; });
}

void Client::after_edit(Action action) {
  if (dirty_) {
    waiting_.push_back(std::move(action));
  } else if (!engine_.settled()) {
    in_flight_.push_back(std::move(action));
  } else {
    action();
  }
}

bool Client::settle() {
  if (!driver_->running()) engine_.settle_without_driver();
  engine_.collect();
  if (!engine_.settled()) return false;
  for (const Action& action : std::exchange(in_flight_, {})) action();
  return true;
}

void Client::pump(const Wiring& wiring) {
  while (settle() && dirty_) publish(wiring);
}

void Client::publish(const Wiring& wiring) {
  dirty_ = false;
  in_flight_ = std::exchange(waiting_, {});
  ProgramOptions options;
  options.max_frames = driver_->block_frames();
  options.period_frames = driver_->block_frames();
  options.fade_frames = driver_->running() ? fade_frames : 0;
  Result<CompiledEdit> edit = compile(compiled_, build_graph(instances_, exposed_, wiring), options);
  if (!edit) return;  // wires that close a cycle are marked, ends exist: nothing is left to refuse
  compiled_ = edit.value().state;
  engine_.publish(std::move(edit.value().programs));
  publish_latencies(edit.value().latencies);
}

void Client::publish_latencies(const std::vector<PortLatency>& latencies) {
  const auto handle_of = [&](NodeId node) -> RtPortHandle {
    for (const ExposedPort& exposed : exposed_) {
      if (exposed.node == node && !exposed.leaving) return exposed.handle;
    }
    return nullptr;
  };
  std::vector<DriverPortLatency> of_ports;
  for (const PortLatency& latency : latencies) {
    DriverPortLatency own{handle_of(latency.node), latency.min_frames, latency.max_frames, {}};
    if (own.port == nullptr) continue;
    for (const NodeId peer : latency.peers) {
      if (const RtPortHandle handle = handle_of(peer)) own.peers.push_back(handle);
    }
    of_ports.push_back(std::move(own));
  }
  for (ExposedPort& exposed : exposed_) {
    const auto found = std::find_if(
        of_ports.begin(), of_ports.end(), [&](const auto& own) { return own.port == exposed.handle; });
    exposed.latency_frames = found != of_ports.end() ? found->max_frames : 0;
  }
  driver_->set_latencies(std::move(of_ports));
}

void Client::follow_driver() {
  engine_.follow_rate(driver_->sample_rate_hz());
  status_.describe_client(*record_, name(), driver_->sample_rate_hz(), driver_->block_frames());
}

}  // namespace omx

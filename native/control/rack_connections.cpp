// Connections: wires inside a client, connections of the audio server outside.
#include "control/lv2_library.hpp"
#include "control/rack.hpp"

namespace omx {
namespace {

/// Whether sound comes out of a port, seen from inside its client: there a client's own inputs give it.
bool gives(const InstancePort& port, bool inside) {
  return (port.symbol.flow == PortFlow::output) != (inside && is_own(port));
}

/// Whether two ends fit; the reason when they do not.
Status check_ends(const InstancePort& from, const InstancePort& to, bool inside) {
  if (!gives(from, inside) || gives(to, inside)) {
    return Error{ErrorCode::connect_failed, "a connection goes from an output to an input"};
  }
  if (from.symbol.kind != to.symbol.kind)
    return Error{ErrorCode::connect_failed, "one port is for audio, the other for notes"};
  return done();
}

}  // namespace

/// `effect_<i>:<symbol>` of an instance of ours, `<client>:effect_<i>:<symbol>` as the server shows it, or
/// else a port of somebody else.
Rack::End Rack::resolve(const std::string& name) {
  std::optional<InstancePort> port = parse_port(name);
  if (!port) {
    for (const auto& client : clients_) {
      if (!name.starts_with(client->name() + ":")) continue;
      const std::string_view short_name = std::string_view(name).substr(client->name().size() + 1);
      if (const auto own = parse_own_symbol(short_name)) return End{client.get(), client->own_port(*own), ""};
      port = parse_port(short_name);
      if (port) break;
    }
  }
  if (!port) port = lv2_end(name);
  if (port) {
    Instance* const instance = find(port->instance);
    if (instance != nullptr && instance->has(port->symbol)) return End{instance->client, *port, ""};
  }
  return End{nullptr, {}, name};
}

/// A port of an LV2 plugin by its own symbol: `effect_<i>:<symbol>`.
std::optional<InstancePort> Rack::lv2_end(const std::string& name) {
  const std::size_t colon = name.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  for (const auto& [number, instance] : instances_) {
    if (!name.ends_with(default_client_name(number) + name.substr(colon))) continue;
    const auto symbol = lv2_port(instance->plugin(), std::string_view(name).substr(colon + 1));
    if (symbol) return InstancePort{number, *symbol};
  }
  return std::nullopt;
}

Status Rack::connect(const std::string& from_name, const std::string& to_name, float gain) {
  const End from = resolve(from_name);
  const End to = resolve(to_name);
  if (from.client != nullptr && to.client != nullptr) {
    const bool inside = from.client == to.client;
    if (Status fit = check_ends(from.port, to.port, inside); !fit) return fit;
    if (inside) return wire(from, to, gain);
  }
  if (gain != 1) return Error{ErrorCode::connect_failed, "a gain needs both ends inside one client"};
  return connect_outside(from, to);
}

Status Rack::wire(const End& from, const End& to, float gain) {
  for (const End* const end : {&from, &to}) {
    if (!is_own(end->port)) continue;
    if (Result<std::string> exposed = expose_end(*end, "", true); !exposed) return exposed.error();
  }
  const bool closes_cycle = wiring_.reaches(to.port.instance, from.port.instance);
  wiring_.connect({from.port, to.port, gain, closes_cycle});
  from.client->touch();
  return apply();
}

std::string Rack::outside_name(const End& end) {
  if (end.client == nullptr) return end.server_name;
  const ExposedPort* const exposed = end.client->find_exposed(end.port);
  return exposed != nullptr ? end.client->driver().full_name(exposed->handle) : "";
}

/// Makes sure that an end of ours is visible, with one more connection, or for ever.
Result<std::string> Rack::expose_end(const End& end, const std::string& peer, bool keep) {
  Result<ExposedPort*> exposed = end.client->expose(end.port);
  if (!exposed) return exposed.error();
  if (keep) exposed.value()->kept = true;
  if (!peer.empty()) exposed.value()->peers.insert(peer);
  return end.client->driver().full_name(exposed.value()->handle);
}

Status Rack::connect_outside(const End& from, const End& to) {
  for (const End* const end : {&from, &to}) {
    if (end->client == nullptr) continue;
    if (Result<std::string> exposed = expose_end(*end, "", false); !exposed) return exposed.error();
  }
  const ServerConnection connection{outside_name(from), outside_name(to)};
  if (from.client != nullptr) static_cast<void>(expose_end(from, connection.to, false));
  if (to.client != nullptr) static_cast<void>(expose_end(to, connection.from, false));
  to_connect_.push_back(connection);
  return apply();
}

/// Undoes what was prepared for a connection that the server refused.
void Rack::forget(const ServerConnection& connection) {
  leave_with(resolve(connection.from), connection.to);
  leave_with(resolve(connection.to), connection.from);
}

/// Drops a connection from an end of ours. True when the port goes with it: it had no other and was not kept.
bool Rack::leave_with(const End& end, const std::string& peer) {
  if (end.client == nullptr) return false;
  ExposedPort* const exposed = end.client->find_exposed(end.port);
  if (exposed == nullptr || exposed->leaving) return false;
  const bool known = exposed->peers.erase(peer) > 0;
  if (!known || exposed->kept || !exposed->peers.empty()) return false;
  end.client->unexpose(*exposed);
  return true;
}

Status Rack::disconnect(const std::string& from_name, const std::string& to_name) {
  const End from = resolve(from_name);
  const End to = resolve(to_name);
  if (from.client != nullptr && from.client == to.client) {
    if (!wiring_.disconnect(from.port, to.port)) {
      return Error{ErrorCode::disconnect_failed, "they are not connected"};
    }
    from.client->touch();
    return apply();
  }
  return disconnect_outside(from, to);
}

Status Rack::disconnect_outside(const End& from, const End& to) {
  const ServerConnection connection{outside_name(from), outside_name(to)};
  if (std::erase_if(to_connect_, [&](const ServerConnection& waiting) {
        return waiting.from == connection.from && waiting.to == connection.to;
      }) > 0) {
    leave_with(from, connection.to);
    leave_with(to, connection.from);
    return apply();
  }
  // An end that goes away with its last connection fades out first, and the server forgets the rest.
  const bool from_leaves = leave_with(from, connection.to);
  const bool to_leaves = leave_with(to, connection.from);
  if (from_leaves || to_leaves) return apply();
  if (any_running_driver() == nullptr) return Error{ErrorCode::disconnect_failed, "no client runs"};
  to_disconnect_.push_back(connection);
  return apply();
}

Result<std::string> Rack::expose(const std::string& name) {
  const End end = resolve(name);
  if (end.client == nullptr) return Error{ErrorCode::connect_failed, "there is no such port here"};
  Result<std::string> exposed = expose_end(end, "", true);
  if (!exposed) return exposed;
  if (Status applied = apply(); !applied) return applied.error();
  return exposed;
}

}  // namespace omx

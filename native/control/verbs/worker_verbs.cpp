// The worker itself.
#include <unistd.h>

#include <cmath>

#include "control/verbs/instance_argument.hpp"
#include "text/json.hpp"

namespace omx {
namespace {

void write_client(JsonWriter& json, const Client& client) {
  json.begin_object();
  json.field("name", client.name());
  json.field("sampleRate", client.driver().sample_rate_hz());
  json.field("period", client.driver().block_frames());
  json.end_object();
}

constexpr const char* bridge_states[] = {"running", "late", "bypassed", "absent"};

void write_bridge(JsonWriter& json, const BridgedStatus& bridge) {
  json.key("bridge").begin_object();
  json.field("pid", bridge.pid);
  json.field("state", bridge_states[bridge.state & 3]);
  json.field("dryCycles", static_cast<double>(bridge.dry_cycles));
  json.field("restarts", bridge.restarts);
  json.end_object();
}

void write_instance(JsonWriter& json, const Instance& instance) {
  json.begin_object();
  json.field("instance", instance.number());
  json.field("uri", instance.uri());
  json.field("client", instance.client->name());
  json.field("layout", instance.layout() == InstanceLayout::dual ? "dual" : "native");
  json.field("placement", instance.placement() == InstancePlacement::bridged ? "bridged" : "inline");
  if (const auto bridge = instance.bridge()) write_bridge(json, *bridge);
  json.field("bypassed", instance.bypassed);
  json.field("active", instance.wanted_active);
  json.field("latencyFrames", instance.latency_frames());
  json.end_object();
}

/// With four digits after the point, as mod-host prints it.
Answer load_reply(double percent) {
  return text_reply(format_number(std::round(percent * 1e4) / 1e4));
}

}  // namespace

Answer handle_midi_input(Host& host, const Command& command) {
  if (host.midi_input) return Error{ErrorCode::name_taken, "there is a MIDI input already"};
  Result<std::unique_ptr<MidiInput>> input = MidiInput::open(host.drivers(), host.wake(), command.text(0));
  if (!input) return input.error();
  host.midi_input = std::move(input.value());
  return text_reply(host.midi_input->port_name());
}

Answer handle_cpu_load(Host& host, const Command&) {
  return load_reply(host.sample_load());
}

Answer handle_max_cpu_load(Host& host, const Command&) {
  host.sample_load();
  return load_reply(std::exchange(host.max_load_percent, 0.0));
}

Answer handle_info(Host& host, const Command&) {
  const Rack& rack = host.rack();
  const Driver* const driver = rack.clients().empty() ? nullptr : &rack.clients().front()->driver();
  JsonWriter json;
  json.begin_object();
  json.field("name", host.options().name);
  json.field("version", host.options().version);
  json.field("pid", getpid());
  json.field("driver", name_of(host.drivers().kind()));
  json.field("sampleRate", driver != nullptr ? driver->sample_rate_hz() : host.drivers().sample_rate_hz());
  json.field("period", driver != nullptr ? driver->block_frames() : host.drivers().block_frames());
  json.field("statusPage", host.options().status_path);
  json.key("clients").begin_array();
  for (const auto& client : rack.clients()) write_client(json, *client);
  json.end_array().key("instances").begin_array();
  for (const auto& [number, instance] : rack.instances()) write_instance(json, *instance);
  json.end_array().end_object();
  return text_reply(json.take());
}

Answer handle_subscribe(Host& host, const Command& command) {
  command.connection().subscribe();
  host.adjust_watch();
  return Reply{};
}

Answer handle_help(Host&, const Command&) {
  std::string text;
  for (const VerbSpec& spec : verb_table) {
    if (!text.empty()) text.push_back('\n');
    text.append(spec.usage).append("  ").append(spec.summary);
  }
  return text_reply(text);
}

Answer handle_quit(Host& host, const Command&) {
  host.quit();
  return Reply{};
}

}  // namespace omx

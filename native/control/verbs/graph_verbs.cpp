// Ports and connections.
#include "control/verbs/instance_argument.hpp"
#include "text/json.hpp"

namespace omx {
namespace {

/// The CLAP port of an audio symbol.
const ClapAudioPort& audio_port(const Instance& instance, const PortSymbol& symbol) {
  const ClapPorts& ports = instance.ports();
  return (symbol.flow == PortFlow::input ? ports.audio_inputs : ports.audio_outputs)[symbol.port];
}

std::uint32_t latency_of(const Instance& instance, const PortSymbol& symbol, const ExposedPort* exposed) {
  if (exposed != nullptr && !exposed->leaving) return exposed->latency_frames;
  return symbol.flow == PortFlow::output ? instance.latency_frames() : 0;
}

void write_port(JsonWriter& json, const Instance& instance, const PortSymbol& symbol) {
  const bool audio = symbol.kind == PortKind::audio;
  const ExposedPort* const exposed = instance.client->find_exposed({instance.number(), symbol});
  json.begin_object();
  json.field("symbol", format_symbol(symbol));
  json.field("direction", symbol.flow == PortFlow::input ? "input" : "output");
  json.field("kind", audio ? "audio" : "note");
  json.field("port", symbol.port);
  json.field("channel", symbol.channel);
  json.field("channels", audio ? audio_port(instance, symbol).channels * instance.copy_count() : 1u);
  json.field("main", audio ? audio_port(instance, symbol).main : symbol.port == 0);
  json.field("latencyFrames", latency_of(instance, symbol, exposed));
  json.key("serverName");
  if (exposed != nullptr && !exposed->leaving) {
    json.value(instance.client->driver().full_name(exposed->handle));
  } else {
    json.null();
  }
  json.end_object();
}

}  // namespace

Answer handle_connect(Host& host, const Command& command) {
  double gain = 1.0;
  if (command.has(2)) {
    const Result<double> given = command.number(2);
    if (!given) return given.error();
    gain = given.value();
  }
  return answer(host.rack().connect(command.text(0), command.text(1), static_cast<float>(gain)));
}

Answer handle_disconnect(Host& host, const Command& command) {
  return answer(host.rack().disconnect(command.text(0), command.text(1)));
}

Answer handle_expose(Host& host, const Command& command) {
  const Result<std::string> name = host.rack().expose(command.text(0));
  if (!name) return name.error();
  return text_reply(name.value());
}

Answer handle_begin(Host& host, const Command& command) {
  if (!host.rack().begin()) return Error{ErrorCode::invalid_operation, "edits are being collected already"};
  host.editor = &command.connection();
  return Reply{};
}

Answer handle_commit(Host& host, const Command& command) {
  if (host.editor != &command.connection()) return Error{ErrorCode::invalid_operation, "there was no begin"};
  host.editor = nullptr;
  const LaterAnswer later = command.defer();
  host.rack().commit([later](const Status& heard) {
    later.give(heard ? Result<Reply>(Reply{}) : Result<Reply>(heard.error()));
  });
  return std::nullopt;
}

Answer handle_port_info(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  JsonWriter json;
  json.begin_array();
  for (const PortSymbol& symbol : instance.value()->symbols()) write_port(json, *instance.value(), symbol);
  json.end_array();
  return text_reply(json.take());
}

}  // namespace omx

#include "scan/describe.hpp"

#include "text/json.hpp"

namespace omx {

namespace {

void write_ports(JsonWriter& json, const char* name, const std::vector<ClapAudioPort>& ports) {
  json.key(name).begin_array();
  for (const ClapAudioPort& port : ports) {
    json.begin_object()
        .field("name", port.name)
        .field("channels", port.channels)
        .field("main", port.main)
        .end_object();
  }
  json.end_array();
}

void write_params(JsonWriter& json, ClapInstance& instance) {
  const std::vector<ClapParam> params = instance.params();
  json.field("parameters", params.size()).key("params").begin_array();
  for (const ClapParam& param : params) {
    json.begin_object()
        .field("symbol", std::to_string(param.id))
        .field("name", param.name)
        .field("module", param.module)
        .field("min", param.min)
        .field("max", param.max)
        .field("default", param.default_value)
        .field("value", param.value)
        .field("text", instance.param_text(param.id, param.value))
        .field("readonly", param.readonly())
        .field("stepped", param.stepped())
        .field("hidden", param.hidden())
        .end_object();
  }
  json.end_array();
}

}  // namespace

std::string describe_plugin(ClapInstance& instance, const std::string& path, std::uint32_t latency_frames) {
  const ClapDescriptor& plugin = instance.descriptor();
  const ClapPorts& ports = instance.ports();
  JsonWriter json;
  json.begin_object()
      .field("uri", "clap:" + path + "#" + plugin.id)
      .field("id", plugin.id)
      .field("name", plugin.name)
      .field("vendor", plugin.vendor)
      .field("version", plugin.version)
      .field("format", "clap")
      .key("features")
      .begin_array();
  for (const std::string& feature : plugin.features) json.value(feature);
  json.end_array();
  write_ports(json, "audioInputs", ports.audio_inputs);
  write_ports(json, "audioOutputs", ports.audio_outputs);
  json.field("noteInputs", ports.note_inputs.size()).field("noteOutputs", ports.note_outputs.size());
  write_params(json, instance);
  json.field("latencyFrames", latency_frames).end_object();
  return json.take();
}

}  // namespace omx

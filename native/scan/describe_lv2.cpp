#include "scan/describe_lv2.hpp"

#include "formats/lv2/model/value_text.hpp"
#include "formats/lv2/plugin/build_rt.hpp"
#include "text/json.hpp"

namespace omx {

namespace {

constexpr double sample_rate_hz = 48000;

void write_symbols(
    JsonWriter& json, const char* name, const lv2::PluginModel& model,
    const std::vector<std::uint32_t>& ports) {
  json.key(name).begin_array();
  for (const std::uint32_t port : ports) json.value(model.ports[port].symbol);
  json.end_array();
}

void write_buses(
    JsonWriter& json, const char* name, const lv2::PluginModel& model,
    const std::vector<lv2::BusModel>& buses) {
  json.key(name).begin_array();
  for (const lv2::BusModel& bus : buses) {
    json.begin_object().field("name", bus.name).field("channels", bus.ports.size()).field("main", bus.main);
    write_symbols(json, "symbols", model, bus.ports);
    json.end_object();
  }
  json.end_array();
}

void write_param(JsonWriter& json, const lv2::PluginModel& model, const lv2::ParamModel& param) {
  const lv2::ValueModel& value = model.value_of(param);
  const double start = lv2::default_of(value, sample_rate_hz);
  const bool of_port = param.source == lv2::ParamSource::control;
  json.begin_object()
      .field("symbol", model.symbol_of(param))
      .field("name", model.name_of(param))
      .field("module", of_port ? model.ports[param.index].group_name : std::string())
      .field("min", lv2::min_of(value, sample_rate_hz))
      .field("max", lv2::max_of(value, sample_rate_hz))
      .field("default", start)
      .field("value", start)
      .field("text", lv2::value_text(value, start))
      .field("readonly", param.readonly)
      .field("stepped", lv2::is_stepped(value))
      .field("hidden", value.hidden)
      .end_object();
}

}  // namespace

std::string
describe_lv2_plugin(const lv2::PluginModel& model, const std::string& bundle, std::uint32_t latency_frames) {
  JsonWriter json;
  json.begin_object()
      .field("uri", "lv2:" + model.uri)
      .field("id", model.uri)
      .field("name", model.name.empty() ? model.uri : model.name)
      .field("vendor", model.vendor)
      .field("version", model.version)
      .field("format", "lv2")
      .field("bundle", bundle)
      .key("features")
      .begin_array();
  for (const std::string& feature : model.clap_features) json.value(feature);
  json.end_array();
  write_buses(json, "audioInputs", model, model.audio_inputs);
  write_buses(json, "audioOutputs", model, model.audio_outputs);
  write_symbols(json, "noteInputSymbols", model, model.note_inputs);
  write_symbols(json, "noteOutputSymbols", model, model.note_outputs);
  json.field("noteInputs", model.note_inputs.size()).field("noteOutputs", model.note_outputs.size());
  json.field("parameters", model.params.size()).key("params").begin_array();
  for (const lv2::ParamModel& param : model.params) write_param(json, model, param);
  json.end_array();
  json.field("latencyFrames", latency_frames);
  if (!model.verdict.ok()) json.field("refusal", model.verdict.text);
  json.end_object();
  return json.take();
}

}  // namespace omx

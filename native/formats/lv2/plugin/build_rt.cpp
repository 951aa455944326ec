#include "formats/lv2/plugin/build_rt.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <lv2/buf-size/buf-size.h>

#include "formats/lv2/features/known_urids.hpp"
#include "formats/lv2/features/urid_map.hpp"
#include "formats/lv2/plugin/event_size.hpp"

namespace omx::lv2 {

namespace {

std::vector<RtChannel> channels_of(const std::vector<BusModel>& buses) {
  std::vector<RtChannel> channels;
  for (std::uint32_t bus = 0; bus < buses.size(); ++bus) {
    for (std::uint32_t c = 0; c < buses[bus].ports.size(); ++c)
      channels.push_back({buses[bus].ports[c], bus, c});
  }
  return channels;
}

double scaled(float bound, bool times_rate, double sample_rate_hz) {
  return static_cast<double>(bound) * (times_rate ? sample_rate_hz : 1);
}

bool whole(float value) {
  return value == std::round(value);
}

bool whole_points(const ValueModel& value) {
  return std::ranges::all_of(value.points, [](const ScalePoint& point) { return whole(point.value); });
}

void build_params(RtLv2& rt, const PluginModel& model) {
  std::vector<const ParamModel*> sorted;
  for (const ParamModel& param : model.params) sorted.push_back(&param);
  std::ranges::sort(sorted, {}, [](const ParamModel* param) { return param->id; });
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const ParamModel& from = *sorted[i];
    RtParam& to = rt.params[i];
    to.id = from.id;
    to.output = from.readonly;
    if (from.source == ParamSource::property) {
      to.property = from.index;
      continue;
    }
    to.port = &rt.controls[from.index];
    to.trigger = model.ports[from.index].value.trigger && !from.readonly;
    if (from.readonly) rt.outgoing.push_back(&to);
    if (to.trigger) rt.triggers.push_back(&to);
  }
}

RtNumber number_of(PropertyType type) {
  switch (type) {
  case PropertyType::boolean:
    return RtNumber::boolean;
  case PropertyType::integer32:
    return RtNumber::int32;
  case PropertyType::integer64:
    return RtNumber::int64;
  case PropertyType::float32:
    return RtNumber::float32;
  case PropertyType::float64:
    return RtNumber::float64;
  default:
    return RtNumber::none;
  }
}

void build_properties(RtLv2& rt, const PluginModel& model) {
  for (const PropertyModel& property : model.properties)
    rt.properties.push_back(
        {UridMap::process().map(property.uri.c_str()), number_of(property.type), nullptr});
  for (RtParam& param : rt.params) {
    if (param.port == nullptr) rt.properties[param.property].param = &param;
  }
}

std::int32_t note_index(const std::vector<std::uint32_t>& ports, std::uint32_t port) {
  const auto found = std::ranges::find(ports, port);
  return found != ports.end() ? static_cast<std::int32_t>(found - ports.begin()) : -1;
}

RtEventPort event_port(const PluginModel& model, std::uint32_t index) {
  const PortModel& from = model.ports[index];
  RtEventPort to;
  to.port = index;
  to.notes = note_index(from.input ? model.note_inputs : model.note_outputs, index);
  to.sequence = from.sequence;
  to.position = from.takes_position;
  to.control = from.takes_patch || from.is_control;
  to.capacity_bytes = event_bytes(from);
  to.memory = std::make_unique<std::uint64_t[]>(to.capacity_bytes / sizeof(std::uint64_t));
  return to;
}

void build_event_ports(RtLv2& rt, const PluginModel& model) {
  for (std::uint32_t i = 0; i < model.ports.size(); ++i) {
    if (model.ports[i].kind != PortKind::atom) continue;
    (model.ports[i].input ? rt.event_inputs : rt.event_outputs).push_back(event_port(model, i));
  }
  for (RtEventPort& port : rt.event_inputs) {
    rt.takes_position = rt.takes_position || (port.position && port.sequence);
    const PortModel& from = model.ports[port.port];
    const bool better = rt.patch_port == nullptr || from.is_control;
    if (port.sequence && from.takes_patch && better) rt.patch_port = &port;
  }
}

void build_designations(RtLv2& rt, const PluginModel& model) {
  for (std::uint32_t i = 0; i < model.ports.size(); ++i) {
    float* const value = &rt.controls[i];
    RtTransportPorts& transport = rt.transport;
    switch (model.ports[i].designation) {
    case Designation::none:
    case Designation::enabled:
      continue;
    case Designation::latency:
      rt.latency = value;
      continue;
    case Designation::free_wheeling:
      rt.free_wheeling = value;
      continue;
    case Designation::bar:
      transport.bar = value;
      break;
    case Designation::bar_beat:
      transport.bar_beat = value;
      break;
    case Designation::beat:
      transport.beat = value;
      break;
    case Designation::beat_unit:
      transport.beat_unit = value;
      break;
    case Designation::beats_per_bar:
      transport.beats_per_bar = value;
      break;
    case Designation::beats_per_minute:
      transport.beats_per_minute = value;
      break;
    case Designation::frame:
      transport.frame = value;
      break;
    case Designation::frames_per_second:
      transport.frames_per_second = value;
      break;
    case Designation::speed:
      transport.speed = value;
      break;
    }
    transport.any = true;
  }
}

}  // namespace

double min_of(const ValueModel& value, double sample_rate_hz) {
  return value.toggled ? 0 : scaled(value.min, value.times_rate, sample_rate_hz);
}

double max_of(const ValueModel& value, double sample_rate_hz) {
  return value.toggled ? 1 : scaled(value.max, value.times_rate, sample_rate_hz);
}

double default_of(const ValueModel& value, double sample_rate_hz) {
  const double plain = scaled(value.default_value, value.default_times_rate, sample_rate_hz);
  if (value.toggled) return plain > 0 ? 1 : 0;
  return std::clamp(plain, min_of(value, sample_rate_hz), max_of(value, sample_rate_hz));
}

bool is_stepped(const ValueModel& value) {
  if (value.toggled || value.integer) return true;
  return value.enumeration && !value.points.empty() && whole_points(value) && whole(value.min) &&
         whole(value.max);
}

bool set_ranges(RtLv2& rt, const PluginModel& model, double sample_rate_hz) {
  bool changed = false;
  for (const ParamModel& from : model.params) {
    const ValueModel& value = model.value_of(from);
    RtParam& to = *rt.params.find(from.id);
    const double min = min_of(value, sample_rate_hz);
    const double max = max_of(value, sample_rate_hz);
    const bool was_default =
        rt.sample_rate_hz == 0 || to.value.load() == default_of(value, rt.sample_rate_hz);
    const bool same = rt.sample_rate_hz != 0 && to.range.min == min && to.range.max == max;
    if (same) continue;
    changed = true;
    to.range.min = min;
    to.range.max = max;
    to.range.stepped = is_stepped(value);
    to.range.points.clear();
    if (value.enumeration) {
      for (const ScalePoint& point : value.points) to.range.points.push_back(point.value);
    }
    to.rest = static_cast<float>(default_of(value, sample_rate_hz));
    if (to.output) continue;
    const double fresh = was_default ? default_of(value, sample_rate_hz) : to.range.nearest(to.value.load());
    to.value.store(fresh);
    if (to.port != nullptr) *to.port = static_cast<float>(fresh);
  }
  rt.sample_rate_hz = sample_rate_hz;
  return changed;
}

std::unique_ptr<RtLv2> build_rt(const PluginModel& model, const clap_host_t* host) {
  auto rt = std::make_unique<RtLv2>(model.params.size(), message_bytes(model));
  rt->host = host;
  rt->inputs = channels_of(model.audio_inputs);
  rt->outputs = channels_of(model.audio_outputs);
  rt->controls.assign(model.ports.size(), 0.0f);
  rt->urids = map_urids();
  build_params(*rt, model);
  build_properties(*rt, model);
  build_event_ports(*rt, model);
  build_designations(*rt, model);
  if (model.needs(LV2_BUF_SIZE__fixedBlockLength))
    rt->block_rule = RtBlockRule::fixed;
  else if (model.needs(LV2_BUF_SIZE__powerOf2BlockLength))
    rt->block_rule = RtBlockRule::power_of_two;
  else if (model.wants(LV2_BUF_SIZE__coarseBlockLength))
    rt->block_rule = RtBlockRule::whole;
  constexpr double usual_rate_hz = 48000;
  set_ranges(*rt, model, usual_rate_hz);
  return rt;
}

std::uint32_t longest_run(const PluginModel& model, std::uint32_t max_frames) {
  return model.needs(LV2_BUF_SIZE__powerOf2BlockLength) ? std::bit_floor(max_frames) : max_frames;
}

std::uint32_t shortest_run(const PluginModel& model, const Rates& rates) {
  if (model.needs(LV2_BUF_SIZE__fixedBlockLength)) return longest_run(model, rates.max_frames);
  if (model.needs(LV2_BUF_SIZE__powerOf2BlockLength)) return 1;
  return std::min(rates.min_frames, shortest_piece_frames);
}

void connect_ports(RtLv2& rt, const PluginModel& model, std::uint32_t max_frames) {
  rt.max_frames = max_frames;
  rt.silence.assign(max_frames, 0.0f);
  rt.nowhere.assign(max_frames, 0.0f);
  rt.copies.assign(max_frames * rt.inputs.size(), 0.0f);
  if (rt.block_rule == RtBlockRule::fixed) {
    rt.fixed_frames = longest_run(model, max_frames);
    rt.padding.assign(rt.fixed_frames * (rt.inputs.size() + rt.outputs.size()), 0.0f);
  }
  const auto connect = [&rt](std::uint32_t port, void* data) {
    rt.descriptor->connect_port(rt.handle, port, data);
  };
  for (RtChannel& input : rt.inputs) connect(input.port, input.connected = rt.silence.data());
  for (RtChannel& output : rt.outputs) connect(output.port, output.connected = rt.nowhere.data());
  rt_clear_event_ports(rt);
  for (RtEventPort& port : rt.event_inputs) connect(port.port, port.buffer());
  for (RtEventPort& port : rt.event_outputs) connect(port.port, port.buffer());
  for (std::uint32_t i = 0; i < model.ports.size(); ++i) {
    if (model.ports[i].kind == PortKind::control) connect(i, &rt.controls[i]);
    if (model.ports[i].kind == PortKind::other) connect(i, nullptr);
  }
}

}  // namespace omx::lv2

// The ports of a plugin, one by one.
#include <array>

#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/patch/patch.h>
#include <lv2/port-groups/port-groups.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/time/time.h>

#include "formats/lv2/world/read_plugin.hpp"
#include "formats/lv2/world/vocabulary.hpp"

namespace omx::lv2 {

namespace {

constexpr std::uint32_t most_ports = 4096;

struct Designated {
  const char* uri;
  Designation designation;
};

constexpr std::array<Designated, 13> designations = {{
    {LV2_CORE__latency, Designation::latency},
    {LV2_CORE__reportsLatency, Designation::latency},
    {LV2_CORE__enabled, Designation::enabled},
    {LV2_CORE__freeWheeling, Designation::free_wheeling},
    {LV2_TIME__bar, Designation::bar},
    {LV2_TIME__barBeat, Designation::bar_beat},
    {LV2_TIME__beat, Designation::beat},
    {LV2_TIME__beatUnit, Designation::beat_unit},
    {LV2_TIME__beatsPerBar, Designation::beats_per_bar},
    {LV2_TIME__beatsPerMinute, Designation::beats_per_minute},
    {LV2_TIME__frame, Designation::frame},
    {LV2_TIME__framesPerSecond, Designation::frames_per_second},
    {LV2_TIME__speed, Designation::speed},
}};

class PortReader {
public:
  PortReader(const BundleWorld& world, const LilvPlugin* plugin, const LilvPort* port)
      : world_(world), plugin_(plugin), port_(port), node_(lilv_port_get_node(plugin, port)) {}

  PortModel read() const {
    PortModel model;
    model.index = lilv_port_get_index(plugin_, port_);
    model.symbol = text_of(lilv_port_get_symbol(plugin_, port_));
    model.name = text_of(Node(lilv_port_get_name(plugin_, port_)).get());
    if (model.name.empty()) model.name = model.symbol;
    model.kind = kind();
    model.input = is_a(LV2_CORE__InputPort);
    model.optional = has(LV2_CORE__connectionOptional);
    model.side_chain = has(uris::is_side_chain) || !objects(LV2_PORT_GROUPS__sideChainOf).empty();
    read_group(model);
    if (model.kind == PortKind::control || model.kind == PortKind::cv) {
      model.value = read_value(world_, node_);
      model.designation = designation(model.input);
      // Its value is for the host, not for a person.
      if (model.designation == Designation::latency) model.value.hidden = true;
    }
    if (model.kind == PortKind::atom) read_atom(model);
    return model;
  }

private:
  bool is_a(const char* type) const { return lilv_port_is_a(plugin_, port_, world_.uri(type).get()); }
  bool has(const char* property) const {
    return lilv_port_has_property(plugin_, port_, world_.uri(property).get());
  }
  std::vector<Node> objects(const char* predicate) const { return world_.objects(node_, predicate); }
  bool names(const char* predicate, const char* uri) const { return world_.ask(node_, predicate, uri); }

  PortKind kind() const {
    if (is_a(LV2_CORE__AudioPort)) return PortKind::audio;
    if (is_a(LV2_CORE__CVPort)) return PortKind::cv;
    if (is_a(LV2_CORE__ControlPort)) return PortKind::control;
    if (is_a(LV2_ATOM__AtomPort)) return PortKind::atom;
    return PortKind::other;
  }

  Designation designation(bool input) const {
    for (const Designated& known : designations) {
      if (input != (known.designation == Designation::latency) &&
          (names(LV2_CORE__designation, known.uri) || has(known.uri)))
        return known.designation;
    }
    return Designation::none;
  }

  void read_group(PortModel& model) const {
    const auto groups = objects(LV2_PORT_GROUPS__group);
    if (groups.empty()) return;
    const LilvNode* const group = groups.front().get();
    model.group = text_of(group);
    for (const char* name : {LV2_CORE__name, uris::rdfs_label, LV2_CORE__symbol}) {
      if (!model.group_name.empty()) break;
      model.group_name = world_.text(group, name).value_or("");
    }
    if (!world_.objects(group, LV2_PORT_GROUPS__sideChainOf).empty()) model.side_chain = true;
  }

  void read_atom(PortModel& model) const {
    const auto sizes = objects(LV2_RESIZE_PORT__minimumSize);
    if (!sizes.empty() && lilv_node_is_int(sizes.front().get())) {
      const int size = lilv_node_as_int(sizes.front().get());
      model.minimum_size_bytes = size > 0 ? static_cast<std::uint32_t>(size) : 0;
    }
    model.sequence = objects(LV2_ATOM__bufferType).empty() || names(LV2_ATOM__bufferType, LV2_ATOM__Sequence);
    model.takes_midi = names(LV2_ATOM__supports, LV2_MIDI__MidiEvent);
    model.takes_position = names(LV2_ATOM__supports, LV2_TIME__Position);
    model.takes_patch = names(LV2_ATOM__supports, LV2_PATCH__Message);
    model.is_control = names(LV2_CORE__designation, LV2_CORE__control);
  }

  const BundleWorld& world_;
  const LilvPlugin* const plugin_;
  const LilvPort* const port_;
  const LilvNode* const node_;
};

/// lilv keeps no ports at all when one of them lacks an index or a symbol, or shares an index.
std::string complaint(const BundleWorld& world, const LilvPlugin* plugin) {
  std::vector<std::string> indices;
  for (const Node& port : world.objects(lilv_plugin_get_uri(plugin), LV2_CORE__port)) {
    const auto symbol = world.text(port.get(), LV2_CORE__symbol);
    const auto index = world.text(port.get(), LV2_CORE__index);
    if (!symbol) return "a port has no lv2:symbol";
    if (!index) return "its port " + *symbol + " has no lv2:index";
    indices.push_back(*index);
  }
  return "the indices of its " + std::to_string(indices.size()) + " ports are not 0 to " +
         std::to_string(indices.size() - 1);
}

}  // namespace

Verdict read_ports(const BundleWorld& world, const LilvPlugin* plugin, std::vector<PortModel>& ports) {
  const std::size_t declared = world.objects(lilv_plugin_get_uri(plugin), LV2_CORE__port).size();
  const std::uint32_t count = lilv_plugin_get_num_ports(plugin);
  if (count != declared) return {OMX_CLAP_LV2_BROKEN_BUNDLE, complaint(world, plugin)};
  if (count > most_ports) return {OMX_CLAP_LV2_BROKEN_BUNDLE, "it lists " + std::to_string(count) + " ports"};
  for (std::uint32_t i = 0; i < count; ++i) {
    const LilvPort* const port = lilv_plugin_get_port_by_index(plugin, i);
    if (port == nullptr) return {OMX_CLAP_LV2_BROKEN_BUNDLE, "it has no port " + std::to_string(i)};
    ports.push_back(PortReader(world, plugin, port).read());
  }
  return {};
}

}  // namespace omx::lv2

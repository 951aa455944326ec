// Lays ports out as audio ports of CLAP's.
#include <algorithm>

#include <lv2/port-groups/port-groups.h>

#include "formats/lv2/world/read_plugin.hpp"

namespace omx::lv2 {

namespace {

/// Ports of one direction: those that share a group are one bus; of the others, the sound inputs that are no
/// side chains are one, each side chain is one, and each control voltage is one. In the order of their first
/// ports but for the main bus, which comes first.
class Layout {
public:
  Layout(const PluginModel& model, bool input, std::string main_group)
      : model_(model), input_(input), main_group_(std::move(main_group)) {}

  std::vector<BusModel> make() {
    for (std::uint32_t i = 0; i < model_.ports.size(); ++i) {
      const PortModel& port = model_.ports[i];
      if (port.input == input_ && (port.kind == PortKind::audio || port.kind == PortKind::cv)) place(port, i);
    }
    choose_main();
    std::vector<BusModel> result;
    for (Group& group : groups_) result.push_back(std::move(group.bus));
    return result;
  }

private:
  struct Group {
    std::string key;
    bool side_chain;
    BusModel bus;
  };

  static constexpr char plain[] = " plain";  // no URI begins with a space

  void place(const PortModel& port, std::uint32_t index) {
    const bool cv = port.kind == PortKind::cv;
    std::string key = port.group;
    if (cv || (key.empty() && port.side_chain)) key = " " + port.symbol;
    if (key.empty()) key = plain;
    // A side chain inside of a group that is none is a bus of its own.
    if (port.side_chain) key += " side chain";
    const auto found = std::ranges::find(groups_, key, &Group::key);
    if (found != groups_.end()) {
      found->bus.ports.push_back(index);
      return;
    }
    const std::string name = port.group.empty() || cv ? port.name : port.group_name;
    groups_.push_back({key, port.side_chain, {name.empty() ? port.name : name, false, cv, {index}}});
  }

  /// The group that the plugin calls main; else the first that is neither side chain nor control voltage.
  void choose_main() {
    auto main = std::ranges::find_if(
        groups_, [&](const Group& g) { return !main_group_.empty() && g.key == main_group_; });
    if (main == groups_.end()) {
      main = std::ranges::find_if(groups_, [](const Group& g) { return !g.side_chain && !g.bus.cv; });
    }
    if (main == groups_.end()) return;
    main->bus.main = true;
    if (main->key == plain && main->bus.ports.size() > 1) main->bus.name = input_ ? "Input" : "Output";
    std::rotate(groups_.begin(), main, main + 1);
  }

  const PluginModel& model_;
  const bool input_;
  const std::string main_group_;
  std::vector<Group> groups_;
};

}  // namespace

void arrange_ports(const BundleWorld& world, const LilvPlugin* plugin, PluginModel& model) {
  const LilvNode* const self = lilv_plugin_get_uri(plugin);
  model.audio_inputs = Layout(model, true, world.text(self, LV2_PORT_GROUPS__mainInput).value_or("")).make();
  model.audio_outputs =
      Layout(model, false, world.text(self, LV2_PORT_GROUPS__mainOutput).value_or("")).make();
  for (std::uint32_t i = 0; i < model.ports.size(); ++i) {
    const PortModel& port = model.ports[i];
    if (port.kind == PortKind::atom && port.takes_midi)
      (port.input ? model.note_inputs : model.note_outputs).push_back(i);
  }
}

}  // namespace omx::lv2

/// Reads a plugin's description.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/lv2/model/plugin_model.hpp"
#include "formats/lv2/world/bundle_world.hpp"

namespace omx::lv2 {

/// Everything that Turtle says of the plugin `uri` of `bundle`; its verdict says whether that is enough to
/// run it. `more` are other bundles that describe it, too. Loads no code.
std::shared_ptr<const PluginModel>
read_plugin(const std::string& uri, const std::string& bundle, const std::vector<std::string>& more);

// The parts of it, a file each.

/// All ports in the order of their indices; the verdict when they contradict each other.
Verdict read_ports(const BundleWorld& world, const LilvPlugin* plugin, std::vector<PortModel>& ports);

/// Range, kind and texts of a control port or property.
ValueModel read_value(const BundleWorld& world, const LilvNode* subject);

/// Properties that patch messages set or report.
std::vector<PropertyModel> read_properties(const BundleWorld& world, const LilvPlugin* plugin);

/// Lays ports out as audio ports of CLAP's, and finds those that take notes.
void arrange_ports(const BundleWorld& world, const LilvPlugin* plugin, PluginModel& model);

/// CLAP's words for what kind of plugin it is.
std::vector<std::string> clap_features(const BundleWorld& world, const PluginModel& model);

}  // namespace omx::lv2

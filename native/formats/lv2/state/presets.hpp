/// Presets: states that lie in bundles.
#pragma once

#include <string>
#include <vector>

#include "formats/lv2/model/verdict.hpp"

namespace omx::lv2 {

class Adapter;
struct PluginModel;

struct PresetEntry {
  std::string uri;
  std::string label;
  std::string bank;    ///< empty for none
  std::string bundle;  ///< without a slash at the end
};

/// The presets of a plugin that `bundles` hold, by label.
std::vector<PresetEntry> list_presets(const PluginModel& model, const std::vector<std::string>& bundles);

/// Loads a preset into a plugin: `key` is its URI, `path` the bundle or file that holds it. Without a path
/// the bundles known to hold presets for the plugin are looked through; without a key the path must hold one
/// only.
Verdict load_preset(Adapter& adapter, const std::string& path, const std::string& key);

/// The state that the plugin's own description gives it, if any.
Verdict load_default_state(Adapter& adapter);

/// Writes the plugin's state as a preset into the bundle `folder`, with the files that it names.
Verdict save_preset(Adapter& adapter, const std::string& folder, const std::string& label);

}  // namespace omx::lv2

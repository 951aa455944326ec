/// The adapter that makes LV2 plugins CLAP plugins: a library that is loaded when the first one is wanted.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "control/port_names.hpp"
#include "formats/clap/lifecycle/clap_instance.hpp"

namespace omx {

/// A plugin by its LV2 URI, without a scheme of ours before it. Errors: plugin_not_found, plugin_failed (the
/// adapter's sentence: what is broken, or which feature is not offered). [control]
Result<std::shared_ptr<ClapLibrary>> open_lv2(const std::string& uri);

/// Why the adapter's last call failed, to be put in place of what CLAP has no words for; empty when it has
/// nothing to say.
std::string lv2_failure();

/// Takes in a bundle that LV2_PATH does not name, or forgets one. Error: plugin_not_found.
Status add_lv2_bundle(const std::string& path);
Status remove_lv2_bundle(const std::string& path);

/// Whether it is a plugin of LV2's.
bool is_lv2(ClapInstance& plugin);

struct Lv2Preset {
  std::string uri;
  std::string label;
  std::string bank;  ///< empty for none
};

/// The presets that bundles hold for a plugin, by label; none of a CLAP plugin.
std::vector<Lv2Preset> lv2_presets(ClapInstance& plugin);
/// Writes the state of a plugin as a preset into the bundle `folder`. Error: preset_failed.
Status save_lv2_preset(ClapInstance& plugin, const std::string& folder, const std::string& label);

/// The names of an LV2 plugin's own. Nothing for plugins of CLAP's and for unknown symbols.
std::optional<clap_id> lv2_param(ClapInstance& plugin, std::string_view symbol);
std::optional<PortSymbol> lv2_port(ClapInstance& plugin, std::string_view symbol);
/// The other way round: nothing for plugins of CLAP's and for ports that the plugin has not.
std::optional<std::string> lv2_port_symbol(ClapInstance& plugin, const PortSymbol& port);

/// What a parameter is called on the wire: an LV2 symbol, or the number of a CLAP parameter.
std::string param_symbol(ClapInstance& plugin, clap_id id);

}  // namespace omx

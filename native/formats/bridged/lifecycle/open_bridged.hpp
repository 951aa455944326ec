/// Plugins that run in processes of their own, presented as CLAP plugins.
#pragma once

#include <memory>
#include <string>

#include "formats/clap/lifecycle/clap_library.hpp"

namespace omx {

/// A library of one plugin; every instance created from it runs in a process of its own. `path` is empty for
/// LV2, `id` may be empty when the file holds one plugin. The plugin is looked for when it is initialised;
/// its id in the library is bridged_plugin_id. [control]
std::shared_ptr<ClapLibrary> open_bridged(const std::string& path, const std::string& id);

inline constexpr char bridged_plugin_id[] = "org.plugin-hostd.bridged";

/// Why the last plugin could not be initialised or activated, with the code of its error; worker_lost when
/// its process was gone. [control]
Error bridged_failure();

}  // namespace omx

/// CLAP's render extension, declared from its published interface: the headers we build with lack it.
#pragma once

#include <cstdint>

#include <clap/plugin.h>

namespace omx::abi {

inline constexpr char render_id[] = "clap.render";

inline constexpr std::int32_t render_realtime = 0;
inline constexpr std::int32_t render_offline = 1;

struct PluginRender {
  /// Whether the plugin cannot render faster than real time (it drives hardware). [main-thread]
  bool(CLAP_ABI* has_hard_realtime_requirement)(const clap_plugin_t* plugin);
  /// Sets the mode; false when it could not be applied. [main-thread]
  bool(CLAP_ABI* set)(const clap_plugin_t* plugin, std::int32_t mode);
};

}  // namespace omx::abi

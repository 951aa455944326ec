/// CLAP's preset-load extension, declared from its published interface: the headers we build with lack it.
#pragma once

#include <cstdint>

#include <clap/plugin.h>

namespace omx::abi {

inline constexpr char preset_load_id[] = "clap.preset-load/2";
/// The same interface under the name of its draft, which older plugins use.
inline constexpr char preset_load_draft_id[] = "clap.preset-load.draft/2";

inline constexpr std::uint32_t preset_in_file = 0;    ///< the location is a path
inline constexpr std::uint32_t preset_in_plugin = 1;  ///< the location is null

struct PluginPresetLoad {
  /// Loads the preset `load_key` (null for a file that holds one) of a location. [main-thread]
  bool(CLAP_ABI* from_location)(
      const clap_plugin_t* plugin, std::uint32_t location_kind, const char* location, const char* load_key);
};

struct HostPresetLoad {
  /// Loading failed; `os_error` is 0 when the system had no part in it. [main-thread]
  void(CLAP_ABI* on_error)(
      const clap_host_t* host, std::uint32_t location_kind, const char* location, const char* load_key,
      std::int32_t os_error, const char* message);
  /// A preset was loaded. [main-thread]
  void(CLAP_ABI* loaded)(
      const clap_host_t* host, std::uint32_t location_kind, const char* location, const char* load_key);
};

}  // namespace omx::abi

/// What a bridged plugin tells its host beyond CLAP.
#pragma once

#include <cstdint>

#include <clap/plugin.h>

namespace omx {

inline constexpr char bridged_extension_id[] = "org.plugin-hostd.bridged/1";

struct BridgedStatus {
  std::int32_t pid;          ///< of its process; 0 for none
  std::uint32_t state;       ///< RtBridgedState
  std::uint64_t dry_cycles;  ///< blocks that it gave no answer for
  std::uint32_t restarts;    ///< processes that were replaced
};

struct BridgedExtension {
  BridgedStatus (*status)(const clap_plugin_t* plugin);  ///< [main-thread]
};

}  // namespace omx

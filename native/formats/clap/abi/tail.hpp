/// CLAP's tail extension, declared from its published interface: the headers we build with lack it.
#pragma once

#include <cstdint>

#include <clap/plugin.h>

namespace omx::abi {

inline constexpr char tail_id[] = "clap.tail";

struct PluginTail {
  /// Frames for which a plugin sounds after input and events have ceased; from INT32_MAX on: for ever.
  /// [main-thread, audio-thread]
  std::uint32_t(CLAP_ABI* get)(const clap_plugin_t* plugin);
};

struct HostTail {
  /// The tail has changed. [audio-thread]
  void(CLAP_ABI* changed)(const clap_host_t* host);
};

}  // namespace omx::abi

/// CLAP's gain adjustment metering extension, declared from its published interface: the headers we build
/// with lack it.
#pragma once

#include <clap/plugin.h>

namespace omx::abi {

inline constexpr char gain_adjustment_id[] = "clap.gain-adjustment-metering/0";

struct PluginGainAdjustment {
  /// The gain in dB that the plugin applied to the last sample of the last block: 0 for none or when it does
  /// not process, below 0 for a reduction; make-up gain is not counted. [audio-thread]
  double(CLAP_ABI* get)(const clap_plugin_t* plugin);
};

}  // namespace omx::abi

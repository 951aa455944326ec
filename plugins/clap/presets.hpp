/// CLAP's preset-load extension.
#pragma once

#include "formats/clap/abi/preset_load.hpp"

namespace omx::clap {

/// Loads a declared preset by its symbol, or a file that holds a state.
extern const abi::PluginPresetLoad preset_load_extension;

}  // namespace omx::clap

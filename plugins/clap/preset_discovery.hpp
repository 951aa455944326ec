/// CLAP's preset-discovery factory: lets hosts list the declared presets without an instance.
#pragma once

#include "formats/clap/abi/preset_discovery.hpp"

namespace omx::clap {

extern const abi::PresetDiscoveryFactory preset_discovery_factory;

}  // namespace omx::clap

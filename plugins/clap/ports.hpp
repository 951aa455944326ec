/// CLAP's audio ports: the main input, the side chain where one is declared, the output; all stereo or all
/// mono, as the host chooses.
#pragma once

#include <clap/ext/audio-ports.h>

#include "formats/clap/abi/audio_ports_config.hpp"

namespace omx::clap {

extern const clap_plugin_audio_ports_t audio_ports_extension;
extern const abi::PluginAudioPortsConfig audio_ports_config_extension;

}  // namespace omx::clap

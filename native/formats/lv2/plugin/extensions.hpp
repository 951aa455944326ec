/// The CLAP extensions of an LV2 plugin.
#pragma once

#include <clap/ext/audio-ports.h>
#include <clap/ext/latency.h>
#include <clap/ext/note-ports.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>

#include "formats/clap/abi/preset_load.hpp"
#include "formats/clap/abi/render.hpp"
#include "formats/lv2/include/omx-clap-lv2.h"

namespace omx::lv2 {

class Adapter;

/// The extension of that name, or null when the plugin has no use for it.
const void* plugin_extension(Adapter& adapter, const char* id);

// A file each.
extern const clap_plugin_audio_ports_t audio_ports_extension;
extern const clap_plugin_note_ports_t note_ports_extension;
extern const clap_plugin_params_t params_extension;
extern const clap_plugin_latency_t latency_extension;
extern const clap_plugin_state_t state_extension;
extern const abi::PluginPresetLoad preset_extension;
extern const abi::PluginRender render_extension;
extern const omx_clap_lv2_plugin own_extension;

}  // namespace omx::lv2

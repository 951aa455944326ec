/// CLAP's state extension.
#pragma once

#include <clap/ext/state.h>

namespace omx::clap {

extern const clap_plugin_state_t state_extension;

}  // namespace omx::clap

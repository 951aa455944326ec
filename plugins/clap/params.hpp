/// CLAP's params extension.
#pragma once

#include <clap/ext/params.h>

namespace omx::clap {

extern const clap_plugin_params_t params_extension;

}  // namespace omx::clap

/// CLAP's state extension.
#pragma once

#include <cstddef>

#include <clap/ext/state.h>

namespace omx::clap {

/// More than any state of ours; a longer stream is none.
inline constexpr std::size_t longest_state_bytes = 65536;

extern const clap_plugin_state_t state_extension;

}  // namespace omx::clap

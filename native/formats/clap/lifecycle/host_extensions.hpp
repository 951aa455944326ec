/// The host's side of CLAP's extensions.
#pragma once

#include <clap/host.h>

#include "base/rt.hpp"

namespace omx {

/// clap_host_t::get_extension: audio-ports, latency, log, note-ports, params, posix-fd-support, preset-load,
/// state, tail, thread-check, timer-support; null for others. [any thread]
const void* host_extension(const clap_host_t* host, const char* id) noexcept OMX_RT;

}  // namespace omx

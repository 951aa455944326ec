/// Fetching ahead what the next plugin call will touch.
///
/// Between two cycles other programs take the caches, and waiting for our own records, line after line, costs
/// more than what is done with them. So while one plugin runs, the records of the next are on their way.
/// Measured with 16 gains on a busy machine: 0.36 µs a call against 0.48. Fetching more than this
/// (histograms, the plugins' own memory, what only pointers in those records lead to) made it slower again.
#pragma once

#include <cstddef>

#include "rt/program.hpp"

namespace omx {

/// Starts fetching `bytes` from `begin`, to be written.
inline void rt_fetch(const void* begin, std::size_t bytes) noexcept OMX_RT {
  constexpr std::size_t line_bytes = 64;
  constexpr int for_writing = 1;
  for (std::size_t i = 0; i < bytes; i += line_bytes) {
    __builtin_prefetch(static_cast<const std::byte*>(begin) + i, for_writing);
  }
}

/// At the beginning of a block: the instances, which lead to all else.
inline void rt_fetch_instances(const RtProgram& program) noexcept OMX_RT {
  for (const RtCall& call : program.calls) rt_fetch(call.instance, 1);
}

/// Before a call: the records of the call at `index`, if there is one.
inline void rt_fetch_call(const RtProgram& program, std::size_t index) noexcept OMX_RT {
  if (index >= program.calls.size()) return;
  const RtInstance& instance = *program.calls[index].instance;
  rt_fetch(instance.copies[0], sizeof(RtPlugin));
  if (instance.status != nullptr) rt_fetch(instance.status, offsetof(StatusInstance, histogram));
}

}  // namespace omx

/// Calling an instance, and checking what it hands back.
#pragma once

#include "rt/block.hpp"

namespace omx {

/// Runs an instance for a block: wires its channels, gives it its events, calls it, guards and meters its
/// outputs, and notes the time. What it fails to deliver is silence, or its dry signal once it is isolated.
void rt_call(RtProgram& program, const RtCall& call, RtBlock& block) noexcept OMX_RT;

/// Hands waiting parameter changes to an instance that is bypassed.
void rt_flush(const RtCall& call, const RtBlock& block) noexcept OMX_RT;

}  // namespace omx

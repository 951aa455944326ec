/// Nothing that a plugin does wrong with its samples goes any further.
#pragma once

#include "rt/block.hpp"

namespace omx {

/// Looks at all outputs of a call once: non-finite samples make the whole block silence, samples beyond +24
/// dBFS are clamped, both are counted, and an instance with too many faulty blocks in a row is isolated.
/// Notes the peaks of the output buffers. After an `error` the outputs are silence. Returns the largest
/// magnitude that is left.
float rt_guard(RtProgram& program, const RtCall& call, RtBlock& block, bool error) noexcept OMX_RT;

/// Gives an isolated instance's main input in place of its outputs; what has no counterpart is silence.
void rt_pass_dry(RtProgram& program, const RtCall& call, std::uint32_t frames) noexcept OMX_RT;

}  // namespace omx

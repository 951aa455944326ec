/// Handing a block's notes from where they arise to where they go.
#pragma once

#include "rt/block.hpp"

namespace omx {

/// Adds the events of all sources of a call to the in_events of each copy of its plugin.
void rt_gather_notes(const RtProgram& program, const RtCall& call, const RtBlock& block) noexcept OMX_RT;

/// Merges the events of all sources of a MIDI output in order of time and writes them to the driver's port.
void rt_write_midi(RtProgram& program, const RtMidiOutput& output, const RtBlock& block) noexcept OMX_RT;

}  // namespace omx

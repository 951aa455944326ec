/// One pass over a program's steps.
#pragma once

#include <cstdint>

#include "rt/cycle.hpp"
#include "rt/guard_settings.hpp"
#include "rt/program.hpp"

namespace omx {

/// A cycle, or the part of one that fits the program's maximum.
struct RtBlock {
  const RtCycle& cycle;
  StatusClient* status;  ///< blame register; may be null
  RtGuardSettings guards;
  const clap_event_transport_t* transport = nullptr;  ///< for plugins; null where the cycle has none
  float peak_fall = 1;                                ///< factor by which meters fall in a block
  std::uint32_t offset_frames = 0;
  std::uint32_t frames = 0;
  std::int64_t steady_time_frames = 0;
  bool instance_isolated = false;  ///< set when control has something to look at
};

/// Runs all steps for a block of at most `program.max_frames`, and moves the program's fade on.
void rt_run_block(RtProgram& program, RtBlock& block) noexcept OMX_RT;

}  // namespace omx

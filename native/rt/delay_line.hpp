/// A delay of a fixed number of frames.
#pragma once

#include <cstdint>

#include "base/rt.hpp"
#include "rt/sample_memory.hpp"

namespace omx {

/// A ring as long as the delay. Built on control, afterwards the audio thread's alone; programs that follow
/// each other share it, so that a delay plays on over an edit.
struct RtDelayLine {
  explicit RtDelayLine(std::uint32_t delay_frames) : frames(delay_frames), samples(delay_frames) {}

  const std::uint32_t frames;  ///< at least 1
  std::uint32_t position = 0;
  RtSampleMemory samples;
};

/// target = source, late by the line's length. Any number of frames; target may be source.
void rt_delay(RtDelayLine& line, float* target, const float* source, std::uint32_t frames) noexcept OMX_RT;

/// The two halves of rt_delay() for feedback: first what went in one delay ago, later in the same block what
/// goes in now. At most as many frames as the line is long.
void rt_delay_read(const RtDelayLine& line, float* target, std::uint32_t frames) noexcept OMX_RT;
void rt_delay_write(RtDelayLine& line, const float* source, std::uint32_t frames) noexcept OMX_RT;

/// Forgets what is in it.
void rt_delay_clear(RtDelayLine& line) noexcept OMX_RT;

}  // namespace omx

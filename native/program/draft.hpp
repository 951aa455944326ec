/// A program before its buffers are given places in memory.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "program/plan.hpp"
#include "rt/program.hpp"

namespace omx::program {

/// Delay lines by what they delay; carried from edit to edit.
using DelayLines = std::map<Source, std::shared_ptr<RtDelayLine>>;

/// Index in Draft::buffers. Every buffer holds one signal, written by one step (a sum by several).
using DraftBuffer = std::uint32_t;

enum class Place : std::uint8_t {
  silence,  ///< the buffer of zeros
  memory,   ///< to be given a place
  driver_input,
  driver_output,
  elsewhere,  ///< the same as another buffer: the producer writes where the consumer wants it
};

struct DraftBufferInfo {
  Place place = Place::memory;
  RtPortHandle port = nullptr;  ///< driver's
  DraftBuffer same_as = 0;      ///< elsewhere
};

struct DraftStep {
  RtStepKind kind;
  DraftBuffer target = 0;
  DraftBuffer source = 0;
  std::uint16_t index = 0;
  RtGain gain{};
};

/// The wiring of RtProgram::calls at the same index; all channels in the order of RtCall.
struct DraftCall {
  const GraphNode* node;
  std::vector<DraftBuffer> inputs;
  std::vector<DraftBuffer> outputs;
};

struct Draft {
  static constexpr DraftBuffer silence = 0;

  std::vector<DraftBufferInfo> buffers{{Place::silence}};
  std::vector<DraftStep> steps;
  std::vector<DraftCall> calls;
  std::unique_ptr<RtProgram> program;  ///< complete but for steps, channels and memory

  /// The buffer that `buffer` really is.
  DraftBuffer resolved(DraftBuffer buffer) const {
    while (buffers[buffer].place == Place::elsewhere) buffer = buffers[buffer].same_as;
    return buffer;
  }
};

/// Turns a plan into steps. Delay lines that `lines` lacks are made and added.
Draft draft(const Plan& plan, DelayLines& lines, std::uint32_t max_frames);

/// Gives every buffer its place and completes the program.
std::unique_ptr<RtProgram> place_buffers(Draft draft);

}  // namespace omx::program

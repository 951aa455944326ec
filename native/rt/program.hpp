/// A client's part of the graph as the process loop runs it: a flat list of steps over a fixed set of
/// buffers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rt/cycle.hpp"
#include "rt/delay_line.hpp"
#include "rt/instance.hpp"
#include "rt/notes.hpp"
#include "rt/sample_memory.hpp"

namespace omx {

/// Index of a sample buffer in RtProgram::buffers. Several steps may use the same one in turn.
using RtBuffer = std::uint16_t;

enum class RtStepKind : std::uint8_t {
  clear,           ///< target = 0
  copy,            ///< target = source
  mix,             ///< target = source · gain
  mix_add,         ///< target += source · gain
  delay,           ///< target = source, late by delay_lines[index]
  feedback_read,   ///< target = what feedback_write stored one period ago in delay_lines[index]
  feedback_write,  ///< stores source in delay_lines[index]
  process,         ///< calls the instance of calls[index]
  flush,           ///< hands waiting parameter changes to the instance of calls[index], which is not called
  midi_output,     ///< writes midi_outputs[index]
};

/// A linear gain, or its course during the program's fade.
struct RtGain {
  float from = 1;
  float to = 1;  ///< equal to `from` when constant
};

struct RtStep {
  RtStepKind kind;
  RtBuffer target = 0;
  RtBuffer source = 0;
  std::uint16_t index = 0;
  RtGain gain;
};

/// A run of elements in one of the program's tables.
struct RtSpan {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// output channel += input channel · gain; channels counted as in RtCall.
struct RtDryRoute {
  std::uint16_t output;
  std::uint16_t input;
  float gain;
};

/// Where events come from: a MIDI port of the driver or a note output of an instance.
struct RtNoteSource {
  RtPortHandle midi_port = nullptr;
  RtInstance* instance = nullptr;
  std::uint16_t from_port = 0;
  std::uint16_t to_port = 0;
  NoteDialect to_dialect = NoteDialect::clap;
};

/// A note input that lost a source: whatever sounds there is ended in the program's first block.
struct RtNoteRelease {
  std::uint16_t port = 0;
  NoteDialect dialect = NoteDialect::clap;
};

/// An instance with its wiring. Channels count over copies, within a copy over its ports, within a port over
/// its channels.
struct RtCall {
  RtInstance* instance = nullptr;
  RtSpan inputs;    ///< in channels
  RtSpan outputs;   ///< in channels
  RtSpan dry;       ///< in dry_routes: what replaces the outputs of an isolated instance
  RtSpan notes;     ///< in note_sources
  RtSpan releases;  ///< in note_releases
};

struct RtMidiOutput {
  RtPortHandle port = nullptr;
  RtSpan notes;     ///< in note_sources
  RtSpan releases;  ///< in note_releases
};

/// A buffer that belongs to the driver; its address is fetched in every cycle.
struct RtPortBuffer {
  RtPortHandle port = nullptr;
  RtBuffer buffer = 0;
  bool is_input = false;
  float* fallback = nullptr;  ///< used when the driver has none: silence, or memory of its own
};

/// Frames that a program plays before it gives way to the next: first the new delay lines and plugins fill
/// up, then the gains move.
struct RtFade {
  std::uint64_t prime_frames = 0;
  std::uint32_t fade_frames = 0;

  std::uint64_t length_frames() const noexcept OMX_RT { return prime_frames + fade_frames; }
};

/// Built on control by compile(), run by one engine, freed on control. Constant once published but for what
/// is marked as the audio thread's.
struct RtProgram {
  static constexpr RtBuffer silence = 0;  ///< buffer that always holds zeros

  std::vector<RtStep> steps;
  std::vector<RtCall> calls;
  std::vector<RtBuffer> channels;
  std::vector<RtDryRoute> dry_routes;
  std::vector<RtNoteSource> note_sources;
  std::vector<RtNoteRelease> note_releases;
  std::vector<RtMidiOutput> midi_outputs;
  std::vector<RtPortBuffer> port_buffers;
  std::vector<std::shared_ptr<RtDelayLine>> delay_lines;  ///< shared with the programs before and after
  std::vector<RtInstance*> to_reset;                      ///< before its first block
  std::vector<RtInstance*> to_stop;                       ///< before its first block

  RtSampleMemory memory;
  std::vector<float*> buffers;  ///< into `memory` or the driver's ports; the latter are the audio thread's
  std::vector<float> peaks;     ///< [audio thread] of each buffer in this block; negative: not measured

  std::uint32_t max_frames = 0;
  std::uint32_t latency_frames = 0;  ///< longest from an input of the client to an output
  RtFade fade;
  std::unique_ptr<RtEventList> midi_merge;  ///< [audio thread] events on their way to a MIDI port

  std::uint64_t sequence = 0;         ///< given by the engine when it is published
  RtProgram* next = nullptr;          ///< what follows the fade; set by the engine
  std::uint64_t position_frames = 0;  ///< [audio thread] frames run so far
};

/// Programs to run one after the other.
using RtProgramChain = std::vector<std::unique_ptr<RtProgram>>;

}  // namespace omx

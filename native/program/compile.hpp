/// From a graph to the programs that bring it about.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.hpp"
#include "program/graph.hpp"
#include "rt/program.hpp"

namespace omx {

struct ProgramOptions {
  std::uint32_t max_frames = 1024;  ///< longest block that the plugins are activated for
  std::uint32_t period_frames = 0;  ///< delay of feedback edges; 0 takes max_frames
  std::uint32_t fade_frames = 512;  ///< length of a crossfade; 0 switches at once
};

/// How late sound arrives from the client's inputs at an output, or from an input at the client's outputs.
/// Inside a client all paths to a node are aligned, so an output has one latency.
struct PortLatency {
  NodeId node;
  std::uint32_t min_frames;
  std::uint32_t max_frames;
  std::vector<NodeId> peers;  ///< the client's ports of the other direction that it is connected to
};

class CompiledState;

/// What an edit comes to.
struct CompiledEdit {
  /// To run in this order; each but the last plays a fade and gives way to the next by itself.
  RtProgramChain programs;
  std::vector<PortLatency> latencies;  ///< of every audio port of the driver, once the last program runs
  /// Hand it to the next compile() as `from`.
  std::shared_ptr<const CompiledState> state;
};

/// Compiles the step from what runs (`from`, null at first) to a graph. Pure but for memory; control thread.
/// Common edges keep their delay lines and play on; the others fade. Where old and new wiring together form
/// a cycle the outputs are faded out and in instead.
/// Errors: connect_failed (a cycle without a feedback edge, or an end that does not exist).
Result<CompiledEdit>
compile(const std::shared_ptr<const CompiledState>& from, const Graph& to, const ProgramOptions& options);

}  // namespace omx

/// A graph with its bypasses, latencies and feedback worked out: for every input channel, what it is the sum
/// of.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "base/result.hpp"
#include "program/graph.hpp"

namespace omx::program {

/// Where a node's sound is taken.
enum class Tap : std::uint8_t {
  output,  ///< what it gives
  input,   ///< what it is given: the dry signal of a bypassed plugin
};

/// The sound of one channel. It lives on over edits as long as its node does.
struct Signal {
  AudioEnd end;
  Tap tap = Tap::output;
  auto operator<=>(const Signal&) const = default;
};

/// A signal as one input hears it. Sources that are equal share a delay line, also over edits.
struct Source {
  Signal signal;
  std::uint32_t delay_frames = 0;
  bool feedback = false;
  auto operator<=>(const Source&) const = default;
};

/// Sources of an input channel with their linear gains.
using Sources = std::map<Source, float>;

/// A note connection; bypassed plugins are already left out.
struct NoteRoute {
  NoteEnd from;
  NoteEnd to;
  bool feedback = false;
  auto operator<=>(const NoteRoute&) const = default;
};

struct Wiring {
  std::map<NodeId, GraphNode> nodes;
  std::map<AudioEnd, Sources> inputs;  ///< input channels without sources are absent
  std::vector<NoteRoute> notes;        ///< sorted
  /// Latency from the client's inputs to each node's inputs, which are aligned to the longest of them.
  std::map<NodeId, std::uint32_t> arrival_frames;

  /// A node of this wiring; null when it is not there.
  const GraphNode* find(NodeId id) const;
  /// Whether a plugin is there and called.
  bool runs(NodeId id) const;
};

/// Errors: connect_failed (an end that does not exist; a cycle without a feedback edge).
Result<Wiring> wire(const Graph& graph, std::uint32_t period_frames);

/// The same without any sound at the client's outputs.
Wiring muted(Wiring wiring);

/// By node, those that hear it; every node is a key.
using Dependencies = std::map<NodeId, std::vector<NodeId>>;

/// The nodes such that each comes after those that it hears; of nodes that may come next the lowest id. Empty
/// when there is a cycle (and for no nodes).
std::vector<NodeId> sorted(const Dependencies& listeners);

}  // namespace omx::program

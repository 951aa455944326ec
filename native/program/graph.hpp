/// The part of the user's graph that one client runs, as control describes it to the compiler.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "formats/clap/lifecycle/clap_ports.hpp"
#include "rt/cycle.hpp"
#include "rt/instance.hpp"

namespace omx {

/// Names a node over all edits of its client; never used again for another.
using NodeId = std::uint32_t;

enum class NodeKind : std::uint8_t {
  plugin,
  audio_input,   ///< a port of the driver that we read: one output of one channel
  audio_output,  ///< a port of the driver that we write: one input of one channel
  midi_input,    ///< one note output
  midi_output,   ///< one note input
};

/// What a plugin node does.
enum class NodeMode : std::uint8_t {
  running,
  bypassed,  ///< passes its main input on, delayed by its latency; parameters still reach the plugin
  inactive,  ///< as bypassed, but the plugin is stopped and not touched: it may be deactivated
};

struct GraphNode {
  NodeId id = 0;
  NodeKind kind = NodeKind::plugin;
  NodeMode mode = NodeMode::running;
  RtInstance* instance = nullptr;    ///< plugins
  ClapPorts ports;                   ///< plugins: those of one copy
  std::uint32_t latency_frames = 0;  ///< plugins
  RtPortHandle port = nullptr;       ///< ports of the driver
};

/// A channel of an audio port. A node of two copies shows each of its ports with twice the channels: those of
/// the first copy, then those of the second.
struct AudioEnd {
  NodeId node = 0;
  std::uint16_t port = 0;
  std::uint16_t channel = 0;
  auto operator<=>(const AudioEnd&) const = default;
};

/// From an output to an input; edges to the same input add up.
struct GraphEdge {
  AudioEnd from;
  AudioEnd to;
  float gain = 1;         ///< linear
  bool feedback = false;  ///< hears what `from` gave one period ago; closes a cycle lawfully
};

struct NoteEnd {
  NodeId node = 0;
  std::uint16_t port = 0;
  auto operator<=>(const NoteEnd&) const = default;
};

struct NoteEdge {
  NoteEnd from;
  NoteEnd to;
  bool feedback = false;  ///< hears the events of the block before
};

struct Graph {
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
  std::vector<NoteEdge> note_edges;
};

/// Whether an edge from one node to another would close a cycle of edges that are not marked as feedback.
bool closes_cycle(const Graph& graph, NodeId from, NodeId to);

}  // namespace omx

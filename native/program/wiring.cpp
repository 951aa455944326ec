#include "program/wiring.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "program/ports.hpp"

namespace omx::program {

namespace {

Error no_such_end(NodeId node, std::size_t port) {
  return {
      ErrorCode::connect_failed,
      "node " + std::to_string(node) + " has no such channel at port " + std::to_string(port)};
}

bool has_audio(const Wiring& wiring, const AudioEnd& end, Direction direction) {
  const GraphNode* const node = wiring.find(end.node);
  if (node == nullptr) return false;
  const auto channels = shown_channels(*node, direction);
  return end.port < channels.size() && end.channel < channels[end.port];
}

bool has_notes(const Wiring& wiring, const NoteEnd& end, Direction direction) {
  const GraphNode* const node = wiring.find(end.node);
  return node != nullptr && end.port < note_port_count(*node, direction);
}

Status check(const Wiring& wiring, const Graph& graph) {
  for (const GraphEdge& edge : graph.edges) {
    if (!has_audio(wiring, edge.from, Direction::output)) return no_such_end(edge.from.node, edge.from.port);
    if (!has_audio(wiring, edge.to, Direction::input)) return no_such_end(edge.to.node, edge.to.port);
  }
  for (const NoteEdge& edge : graph.note_edges) {
    if (!has_notes(wiring, edge.from, Direction::output)) return no_such_end(edge.from.node, edge.from.port);
    if (!has_notes(wiring, edge.to, Direction::input)) return no_such_end(edge.to.node, edge.to.port);
  }
  return done();
}

Dependencies dependencies(const Graph& graph) {
  Dependencies listeners;
  for (const GraphNode& node : graph.nodes) listeners[node.id];
  for (const GraphEdge& edge : graph.edges) {
    if (!edge.feedback) listeners[edge.from.node].push_back(edge.to.node);
  }
  for (const NoteEdge& edge : graph.note_edges) {
    if (!edge.feedback) listeners[edge.from.node].push_back(edge.to.node);
  }
  return listeners;
}

std::uint32_t departure_frames(const Wiring& wiring, NodeId id) {
  return wiring.arrival_frames.at(id) + wiring.find(id)->latency_frames;
}

void find_arrivals(Wiring& wiring, const Graph& graph, const std::vector<NodeId>& order) {
  std::map<NodeId, std::vector<NodeId>> heard;
  for (const GraphEdge& edge : graph.edges) {
    if (!edge.feedback) heard[edge.to.node].push_back(edge.from.node);
  }
  for (const NodeId id : order) {
    std::uint32_t arrival = 0;
    for (const NodeId from : heard[id]) arrival = std::max(arrival, departure_frames(wiring, from));
    wiring.arrival_frames[id] = arrival;
  }
}

void add(Wiring& wiring, const AudioEnd& to, const Source& source, float gain) {
  wiring.inputs[to][source] += gain;
}

// What a node gives is heard at its output, or, of a bypassed plugin, at its input and later by its latency.
void connect(Wiring& wiring, const GraphEdge& edge, std::uint32_t period_frames) {
  const GraphNode& node = *wiring.find(edge.from.node);
  const std::uint32_t delay_frames =
      edge.feedback ? period_frames
                    : wiring.arrival_frames.at(edge.to.node) - departure_frames(wiring, node.id);
  if (node.kind != NodeKind::plugin || node.mode == NodeMode::running) {
    add(wiring, edge.to, {{edge.from, Tap::output}, delay_frames, edge.feedback}, edge.gain);
    return;
  }
  for (const DryPath& path : dry_paths(node)) {
    if (path.to != edge.from) continue;
    const Source dry{{path.from, Tap::input}, delay_frames + node.latency_frames, edge.feedback};
    add(wiring, edge.to, dry, edge.gain * path.gain);
  }
}

// Notes pass a bypassed plugin from a note input to the output of the same index.
void connect_notes(Wiring& wiring, const Graph& graph, const NoteRoute& route, std::set<NoteEnd>& passed) {
  const GraphNode& node = *wiring.find(route.from.node);
  if (node.kind != NodeKind::plugin || node.mode == NodeMode::running) {
    wiring.notes.push_back(route);
    return;
  }
  if (!passed.insert(route.from).second) return;
  for (const NoteEdge& edge : graph.note_edges) {
    if (edge.to == route.from) {
      connect_notes(wiring, graph, {edge.from, route.to, edge.feedback || route.feedback}, passed);
    }
  }
}

}  // namespace

const GraphNode* Wiring::find(NodeId id) const {
  const auto found = nodes.find(id);
  return found == nodes.end() ? nullptr : &found->second;
}

bool Wiring::runs(NodeId id) const {
  const GraphNode* const node = find(id);
  return node != nullptr && node->kind == NodeKind::plugin && node->mode == NodeMode::running;
}

Result<Wiring> wire(const Graph& graph, std::uint32_t period_frames) {
  Wiring wiring;
  for (const GraphNode& node : graph.nodes) wiring.nodes.emplace(node.id, node);
  if (const Status valid = check(wiring, graph); !valid) return valid.error();
  const std::vector<NodeId> order = sorted(dependencies(graph));
  if (order.size() != wiring.nodes.size()) {
    return Error{ErrorCode::connect_failed, "the connections close a cycle; one of them must be feedback"};
  }
  find_arrivals(wiring, graph, order);
  for (const GraphEdge& edge : graph.edges) connect(wiring, edge, period_frames);
  for (const NoteEdge& edge : graph.note_edges) {
    std::set<NoteEnd> passed;
    connect_notes(wiring, graph, {edge.from, edge.to, edge.feedback}, passed);
  }
  std::ranges::sort(wiring.notes);
  const auto repeated = std::ranges::unique(wiring.notes);
  wiring.notes.erase(repeated.begin(), repeated.end());
  return wiring;
}

Wiring muted(Wiring wiring) {
  std::erase_if(wiring.inputs, [&](const auto& input) {
    return wiring.find(input.first.node)->kind == NodeKind::audio_output;
  });
  return wiring;
}

std::vector<NodeId> sorted(const Dependencies& listeners) {
  std::map<NodeId, std::size_t> waits_for;
  for (const auto& [id, heard_by] : listeners) waits_for[id];
  for (const auto& [id, heard_by] : listeners) {
    for (const NodeId listener : heard_by) ++waits_for[listener];
  }
  std::set<NodeId> ready;
  for (const auto& [id, count] : waits_for) {
    if (count == 0) ready.insert(id);
  }
  std::vector<NodeId> order;
  while (!ready.empty()) {
    const NodeId id = *ready.begin();
    ready.erase(ready.begin());
    order.push_back(id);
    for (const NodeId listener : listeners.at(id)) {
      if (--waits_for[listener] == 0) ready.insert(listener);
    }
  }
  if (order.size() != listeners.size()) order.clear();
  return order;
}

}  // namespace omx::program

namespace omx {

bool closes_cycle(const Graph& graph, NodeId from, NodeId to) {
  const program::Dependencies listeners = program::dependencies(graph);
  std::set<NodeId> seen;
  std::vector<NodeId> next{to};
  while (!next.empty()) {
    const NodeId id = next.back();
    next.pop_back();
    if (id == from) return true;
    const auto found = listeners.find(id);
    if (found == listeners.end() || !seen.insert(id).second) continue;
    next.insert(next.end(), found->second.begin(), found->second.end());
  }
  return false;
}

}  // namespace omx

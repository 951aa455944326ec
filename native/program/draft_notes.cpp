#include "program/draft_notes.hpp"

namespace omx::program {

namespace {

using PlannedNodes = std::map<NodeId, PlannedNode>;

NoteDialect dialect_of(const GraphNode& node, std::uint16_t port) {
  return node.kind == NodeKind::plugin ? node.ports.note_inputs[port].dialect : NoteDialect::midi;
}

RtSpan add_sources(Draft& draft, const Plan& plan, const PlannedNodes& nodes, const GraphNode& to) {
  auto& sources = draft.program->note_sources;
  RtSpan span{static_cast<std::uint32_t>(sources.size()), 0};
  for (const NoteRoute& route : plan.notes) {
    const PlannedNode& from = nodes.at(route.from.node);
    if (route.to.node != to.id || (from.node->kind == NodeKind::plugin && !from.runs)) continue;
    RtNoteSource source;
    source.instance = from.node->instance;
    source.midi_port = from.node->port;
    source.from_port = route.from.port;
    source.to_port = route.to.port;
    source.to_dialect = dialect_of(to, route.to.port);
    sources.push_back(source);
    ++span.count;
  }
  return span;
}

RtSpan add_releases(Draft& draft, const Plan& plan, const GraphNode& to) {
  auto& releases = draft.program->note_releases;
  RtSpan span{static_cast<std::uint32_t>(releases.size()), 0};
  for (const NoteEnd& end : plan.released) {
    if (end.node != to.id) continue;
    releases.push_back({end.port, dialect_of(to, end.port)});
    ++span.count;
  }
  return span;
}

}  // namespace

void add_note_routes(Draft& draft, const Plan& plan) {
  PlannedNodes nodes;
  for (const PlannedNode& planned : plan.nodes) nodes.emplace(planned.node->id, planned);
  RtProgram& program = *draft.program;
  for (std::size_t i = 0; i < draft.calls.size(); ++i) {
    program.calls[i].notes = add_sources(draft, plan, nodes, *draft.calls[i].node);
    program.calls[i].releases = add_releases(draft, plan, *draft.calls[i].node);
  }
  for (const auto& [id, planned] : nodes) {
    const GraphNode& node = *planned.node;
    if (node.kind != NodeKind::midi_output) continue;
    const auto index = static_cast<std::uint16_t>(program.midi_outputs.size());
    program.midi_outputs.push_back(
        {node.port, add_sources(draft, plan, nodes, node), add_releases(draft, plan, node)});
    draft.steps.push_back({RtStepKind::midi_output, 0, 0, index});
  }
  if (!program.midi_outputs.empty()) program.midi_merge = std::make_unique<RtEventList>();
}

}  // namespace omx::program

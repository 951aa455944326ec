#include "program/plan.hpp"

#include <algorithm>

namespace omx::program {

namespace {

bool exists(const Wiring& wiring, NodeId id) {
  return wiring.find(id) != nullptr;
}

void depend_on_sources(const Wiring& wiring, Dependencies& listeners) {
  for (const auto& [id, node] : wiring.nodes) listeners[id];
  for (const auto& [to, sources] : wiring.inputs) {
    for (const auto& [source, gain] : sources) {
      if (!source.feedback) listeners[source.signal.end.node].push_back(to.node);
    }
  }
  for (const NoteRoute& route : wiring.notes) {
    if (!route.feedback) listeners[route.from.node].push_back(route.to.node);
  }
}

PlannedNode planned(NodeId id, const Wiring& from, const Wiring& to) {
  const GraphNode* const later = to.find(id);
  PlannedNode result{later != nullptr ? later : from.find(id)};
  result.runs = from.runs(id) || to.runs(id);
  result.flushes =
      !result.runs && result.node->kind == NodeKind::plugin && result.node->mode == NodeMode::bypassed;
  return result;
}

enum class Course { from_only, to_only, moving };

Course course_of(NodeId id, const Wiring& from, const Wiring& to) {
  const GraphNode* const node = exists(to, id) ? to.find(id) : from.find(id);
  if (node->kind != NodeKind::plugin) return Course::moving;
  if (!exists(from, id)) return Course::to_only;
  return exists(to, id) ? Course::moving : Course::from_only;
}

void blend_inputs(Plan& plan, const Wiring& from, const Wiring& to) {
  for (const auto& [end, sources] : from.inputs) {
    const bool stays = course_of(end.node, from, to) == Course::from_only;
    for (const auto& [source, gain] : sources) plan.inputs[end][source] = {gain, stays ? gain : 0};
  }
  for (const auto& [end, sources] : to.inputs) {
    const bool at_once = course_of(end.node, from, to) == Course::to_only;
    for (const auto& [source, gain] : sources) {
      RtGain& course = plan.inputs[end].try_emplace(source, RtGain{0, 0}).first->second;
      course.to = gain;
      if (at_once) course.from = gain;
    }
  }
}

// What is heard by nodes that stay is as in the new wiring; nodes that leave keep what they heard.
void blend_notes(Plan& plan, const Wiring& from, const Wiring& to) {
  plan.notes = to.notes;
  for (const NoteRoute& route : from.notes) {
    if (!exists(to, route.to.node)) plan.notes.push_back(route);
  }
}

/// How long after the edit each signal is what it should be for good: new delay lines and new plugins begin
/// empty.
class Priming {
public:
  Priming(const Wiring& from, const Wiring& to, const Plan& plan) : from_(from), to_(to), plan_(plan) {
    for (const auto& [end, sources] : from.inputs) {
      for (const auto& [source, gain] : sources) filled_.insert(source);
    }
    for (const auto& [end, sources] : plan.inputs) inputs_of_[end.node].push_back(&sources);
  }

  /// The longest over all sources that are about to be heard.
  std::uint64_t frames() {
    for (const PlannedNode& planned : plan_.nodes) note(planned.node->id);
    std::uint64_t longest = 0;
    for (const auto& [end, sources] : plan_.inputs) {
      for (const auto& [source, gain] : sources) {
        if (gain.from != gain.to && gain.to != 0) longest = std::max(longest, filled_after(source));
      }
    }
    return longest;
  }

private:
  void note(NodeId id) {
    std::uint64_t heard = 0;
    for (const auto* sources : inputs_of_[id]) {
      for (const auto& [source, gain] : *sources) heard = std::max(heard, filled_after(source));
    }
    const bool was_there = exists(from_, id);
    input_ready_[id] = was_there ? 0 : heard;
    const bool starts = to_.runs(id) && !from_.runs(id);
    output_ready_[id] = starts ? heard + to_.find(id)->latency_frames : 0;
  }

  std::uint64_t filled_after(const Source& source) const {
    if (source.feedback) return 0;  // begins with silence by its nature
    const auto& ready = source.signal.tap == Tap::output ? output_ready_ : input_ready_;
    return ready.at(source.signal.end.node) + (filled_.contains(source) ? 0 : source.delay_frames);
  }

  const Wiring& from_;
  const Wiring& to_;
  const Plan& plan_;
  std::set<Source> filled_;  // sources that were there before, their delay lines with them
  std::map<NodeId, std::vector<const std::map<Source, RtGain>*>> inputs_of_;
  std::map<NodeId, std::uint64_t> input_ready_;
  std::map<NodeId, std::uint64_t> output_ready_;
};

}  // namespace

bool Plan::fades() const {
  return std::ranges::any_of(inputs, [](const auto& input) {
    return std::ranges::any_of(
        input.second, [](const auto& source) { return source.second.from != source.second.to; });
  });
}

Plan steady(const Wiring& wiring) {
  return *crossfade(wiring, wiring, 0);  // a wiring alone has no cycle
}

std::optional<Plan> crossfade(const Wiring& from, const Wiring& to, std::uint32_t fade_frames) {
  Dependencies listeners;
  depend_on_sources(from, listeners);
  depend_on_sources(to, listeners);
  const std::vector<NodeId> order = sorted(listeners);
  if (order.size() != listeners.size()) return std::nullopt;
  Plan plan;
  for (const NodeId id : order) plan.nodes.push_back(planned(id, from, to));
  blend_inputs(plan, from, to);
  blend_notes(plan, from, to);
  plan.fade = {Priming(from, to, plan).frames(), fade_frames};
  return plan;
}

std::set<NoteEnd> released_notes(const Wiring& from, const Wiring& to) {
  std::set<NoteEnd> released;
  for (const NoteRoute& route : from.notes) {
    if (exists(to, route.to.node) && !std::ranges::binary_search(to.notes, route)) released.insert(route.to);
  }
  return released;
}

}  // namespace omx::program

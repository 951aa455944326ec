#include "program/compile.hpp"

#include <algorithm>

#include "program/draft.hpp"
#include "program/latencies.hpp"
#include "program/plan.hpp"
#include "program/wiring.hpp"

namespace omx {

/// What runs once an edit has settled.
class CompiledState {
public:
  program::Wiring wiring;
  program::DelayLines lines;
};

namespace {

using namespace program;

constexpr std::size_t max_buffers = 60'000;  // they are counted in 16 bits

// Plugins that the audio thread lets go of. One that was inactive before may not be touched: control has it.
std::vector<RtInstance*> leaving(const Wiring& from, const Wiring& to) {
  std::vector<RtInstance*> instances;
  for (const auto& [id, node] : from.nodes) {
    if (node.kind != NodeKind::plugin || node.mode == NodeMode::inactive) continue;
    const GraphNode* const later = to.find(id);
    if (later == nullptr || later->mode == NodeMode::inactive) instances.push_back(node.instance);
  }
  return instances;
}

// Plugins that begin to run after a pause still hold what they heard before it.
std::vector<RtInstance*> returning(const Wiring& from, const Wiring& to) {
  std::vector<RtInstance*> instances;
  for (const auto& [id, node] : to.nodes) {
    if (to.runs(id) && from.find(id) != nullptr && !from.runs(id)) instances.push_back(node.instance);
  }
  return instances;
}

std::uint32_t longest_arrival(const Wiring& wiring) {
  std::uint32_t longest = 0;
  for (const auto& [id, frames] : wiring.arrival_frames) longest = std::max(longest, frames);
  return longest;
}

/// The plans of an edit, to be played in turn.
std::vector<Plan> plans_of(
    const Wiring& from, const Wiring& to, std::uint32_t fade_frames, const Wiring& from_muted,
    const Wiring& to_muted) {
  std::vector<Plan> plans;
  if (fade_frames > 0) {
    if (auto plan = crossfade(from, to, fade_frames)) {
      if (plan->fades()) plans.push_back(std::move(*plan));
    } else {
      plans.push_back(*crossfade(from, from_muted, fade_frames));
      plans.push_back(*crossfade(to_muted, to, fade_frames));
      plans.back().fade.prime_frames = longest_arrival(to);
    }
  }
  plans.push_back(steady(to));
  return plans;
}

}  // namespace

Result<CompiledEdit> compile(
    const std::shared_ptr<const CompiledState>& from_state, const Graph& graph,
    const ProgramOptions& options) {
  const std::uint32_t period_frames = options.period_frames > 0 ? options.period_frames : options.max_frames;
  Result<Wiring> wired = wire(graph, period_frames);
  if (!wired) return wired.error();
  auto state = std::make_shared<CompiledState>();
  state->wiring = std::move(wired.value());
  const Wiring& to = state->wiring;
  const Wiring nothing;
  const Wiring& from = from_state == nullptr ? nothing : from_state->wiring;
  if (from_state != nullptr) state->lines = from_state->lines;

  const Wiring from_muted = muted(from);
  const Wiring to_muted = muted(to);
  std::vector<Plan> plans = plans_of(from, to, options.fade_frames, from_muted, to_muted);
  plans.front().released = released_notes(from, to);

  CompiledEdit edit;
  for (const Plan& plan : plans) {
    edit.programs.push_back(place_buffers(draft(plan, state->lines, options.max_frames)));
    if (edit.programs.back()->buffers.size() > max_buffers) {
      return Error{ErrorCode::capacity, "the graph needs too many buffers"};
    }
  }
  RtProgram& last = *edit.programs.back();
  std::erase_if(state->lines, [&](const auto& line) {
    return std::ranges::find(last.delay_lines, line.second) == last.delay_lines.end();
  });
  edit.latencies = latencies_of(to);
  for (const auto& program : edit.programs) program->latency_frames = longest_latency(edit.latencies);
  edit.programs.front()->to_reset = returning(from, to);
  last.to_stop = leaving(from, to);
  edit.state = std::move(state);
  return edit;
}

}  // namespace omx

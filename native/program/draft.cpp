#include "program/draft.hpp"

#include <algorithm>

#include "program/draft_notes.hpp"
#include "program/ports.hpp"

namespace omx::program {

namespace {

bool is_one(RtGain gain) {
  return gain.from == 1 && gain.to == 1;
}

class Drafter {
public:
  Drafter(const Plan& plan, DelayLines& lines, std::uint32_t max_frames) : plan_(plan), lines_(lines) {
    draft_.program = std::make_unique<RtProgram>();
    draft_.program->max_frames = max_frames;
    draft_.program->fade = plan.fade;
    for (const auto& [end, sources] : plan.inputs) {
      for (const auto& [source, gain] : sources) {
        if (source.signal.tap == Tap::input) tapped_.insert(source.signal.end);
      }
    }
  }

  Draft finish() && {
    for (const PlannedNode& planned : plan_.nodes) add_node(planned);
    for (const auto& [source, buffer] : feedback_) {
      const auto line = line_index(source);
      draft_.steps.push_back({RtStepKind::feedback_write, 0, signals_.at(source.signal), line});
    }
    add_note_routes(draft_, plan_);
    return std::move(draft_);
  }

private:
  void add_node(const PlannedNode& planned) {
    const GraphNode& node = *planned.node;
    switch (node.kind) {
    case NodeKind::audio_input:
      signals_[{{node.id, 0, 0}, Tap::output}] = new_buffer({Place::driver_input, node.port});
      break;
    case NodeKind::audio_output:
      sum_into_port({node.id, 0, 0}, node.port);
      break;
    case NodeKind::plugin:
      add_plugin(planned);
      break;
    case NodeKind::midi_input:
    case NodeKind::midi_output:
      break;  // add_note_routes()
    }
  }

  void add_plugin(const PlannedNode& planned) {
    const GraphNode& node = *planned.node;
    DraftCall call{&node, {}, {}};
    for (const AudioEnd& end : call_channels(node, Direction::input)) {
      if (!planned.runs && !tapped_.contains(end)) continue;
      const DraftBuffer buffer = sum(end);
      signals_[{end, Tap::input}] = buffer;
      call.inputs.push_back(buffer);
    }
    if (!planned.runs && !planned.flushes) return;
    if (planned.runs) {
      for (const AudioEnd& end : call_channels(node, Direction::output)) {
        const DraftBuffer buffer = new_buffer({});
        signals_[{end, Tap::output}] = buffer;
        call.outputs.push_back(buffer);
      }
    } else {
      call.inputs.clear();
    }
    const auto index = static_cast<std::uint16_t>(draft_.calls.size());
    const RtStepKind kind = planned.runs ? RtStepKind::process : RtStepKind::flush;
    draft_.steps.push_back({kind, 0, 0, index});
    draft_.calls.push_back(std::move(call));
    draft_.program->calls.emplace_back().instance = node.instance;
  }

  struct Term {
    DraftBuffer buffer;
    RtGain gain;
  };

  std::vector<Term> terms_of(const AudioEnd& end) {
    std::vector<Term> terms;
    const auto found = plan_.inputs.find(end);
    if (found == plan_.inputs.end()) return terms;
    for (const auto& [source, gain] : found->second) terms.push_back({delayed(source), gain});
    return terms;
  }

  // A single source at full gain needs no buffer of its own.
  DraftBuffer sum(const AudioEnd& end) {
    const std::vector<Term> terms = terms_of(end);
    if (terms.empty()) return Draft::silence;
    if (terms.size() == 1 && is_one(terms[0].gain)) return terms[0].buffer;
    const DraftBuffer target = new_buffer({});
    mix(terms, target);
    return target;
  }

  void sum_into_port(const AudioEnd& end, RtPortHandle port) {
    const std::vector<Term> terms = terms_of(end);
    const DraftBuffer target = new_buffer({Place::driver_output, port});
    if (terms.empty()) {
      draft_.steps.push_back({RtStepKind::clear, target});
    } else if (terms.size() == 1 && is_one(terms[0].gain) && is_ours(terms[0].buffer)) {
      draft_.buffers[terms[0].buffer] = {Place::elsewhere, nullptr, target};
    } else {
      mix(terms, target);
    }
  }

  bool is_ours(DraftBuffer buffer) const { return draft_.buffers[buffer].place == Place::memory; }

  void mix(const std::vector<Term>& terms, DraftBuffer target) {
    RtStepKind kind = is_one(terms[0].gain) ? RtStepKind::copy : RtStepKind::mix;
    for (const Term& term : terms) {
      draft_.steps.push_back({kind, target, term.buffer, 0, term.gain});
      kind = RtStepKind::mix_add;
    }
  }

  DraftBuffer delayed(const Source& source) {
    if (source.delay_frames == 0) return signals_.at(source.signal);
    auto& known = source.feedback ? feedback_ : delayed_;
    if (const auto found = known.find(source); found != known.end()) return found->second;
    const DraftBuffer target = new_buffer({});
    const auto line = line_index(source);
    if (source.feedback) {
      draft_.steps.push_back({RtStepKind::feedback_read, target, 0, line});
      draft_.program->max_frames = std::min(draft_.program->max_frames, source.delay_frames);
    } else {
      draft_.steps.push_back({RtStepKind::delay, target, signals_.at(source.signal), line});
    }
    known[source] = target;
    return target;
  }

  std::uint16_t line_index(const Source& source) {
    auto& lines = draft_.program->delay_lines;
    auto& line = lines_[source];
    if (line == nullptr) line = std::make_shared<RtDelayLine>(source.delay_frames);
    const auto found = std::ranges::find(lines, line);
    const auto index = static_cast<std::uint16_t>(found - lines.begin());
    if (found == lines.end()) lines.push_back(line);
    return index;
  }

  DraftBuffer new_buffer(const DraftBufferInfo& info) {
    draft_.buffers.push_back(info);
    return static_cast<DraftBuffer>(draft_.buffers.size() - 1);
  }

  const Plan& plan_;
  DelayLines& lines_;
  Draft draft_;
  std::set<AudioEnd> tapped_;  // inputs whose dry signal somebody hears
  std::map<Signal, DraftBuffer> signals_;
  std::map<Source, DraftBuffer> delayed_;
  std::map<Source, DraftBuffer> feedback_;
};

}  // namespace

Draft draft(const Plan& plan, DelayLines& lines, std::uint32_t max_frames) {
  return Drafter(plan, lines, max_frames).finish();
}

}  // namespace omx::program

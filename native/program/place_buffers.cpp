#include <algorithm>
#include <limits>

#include "program/draft.hpp"
#include "program/ports.hpp"

namespace omx::program {

namespace {

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
constexpr std::size_t floats_per_line = RtSampleMemory::alignment_bytes / sizeof(float);

bool reads_source(RtStepKind kind) {
  return kind == RtStepKind::copy || kind == RtStepKind::mix || kind == RtStepKind::mix_add ||
         kind == RtStepKind::delay || kind == RtStepKind::feedback_write;
}

bool writes_target(RtStepKind kind) {
  return kind != RtStepKind::feedback_write && kind != RtStepKind::process && kind != RtStepKind::flush &&
         kind != RtStepKind::midi_output;
}

/// Gives buffers whose lives do not overlap the same memory: linear scan over the steps, the buffer freed
/// last taken first, since it is the one in the cache.
class Placer {
public:
  explicit Placer(Draft& draft)
      : draft_(draft), places_(draft.buffers.size()), last_use_(draft.buffers.size(), 0),
        placed_(draft.buffers.size(), false) {}

  void run() {
    find_last_uses();
    for (std::size_t at = 0; at < draft_.steps.size(); ++at) place_step(at);
    place_ports();
  }

  RtBuffer place(DraftBuffer buffer) const { return places_[draft_.resolved(buffer)]; }
  std::size_t memory_buffers() const { return memory_buffers_; }

private:
  // Calls use(buffer) for all that a step touches.
  template <typename Use>
  void for_uses(const DraftStep& step, Use use) const {
    if (writes_target(step.kind)) use(draft_.resolved(step.target));
    if (reads_source(step.kind)) use(draft_.resolved(step.source));
    if (step.kind != RtStepKind::process) return;
    for (const DraftBuffer input : draft_.calls[step.index].inputs) use(draft_.resolved(input));
    for (const DraftBuffer output : draft_.calls[step.index].outputs) use(draft_.resolved(output));
  }

  void find_last_uses() {
    for (std::size_t at = 0; at < draft_.steps.size(); ++at) {
      for_uses(draft_.steps[at], [&](DraftBuffer buffer) { last_use_[buffer] = at; });
    }
  }

  bool in_memory(DraftBuffer buffer) const { return draft_.buffers[buffer].place == Place::memory; }
  bool dies_at(DraftBuffer buffer, std::size_t at) const {
    return in_memory(buffer) && last_use_[buffer] == at;
  }

  void place_step(std::size_t at) {
    const DraftStep& step = draft_.steps[at];
    if (step.kind == RtStepKind::process) {
      share_pairs(draft_.calls[step.index], at);
    } else if (writes_target(step.kind) && reads_source(step.kind)) {
      take_over(draft_.resolved(step.target), draft_.resolved(step.source), at);  // all kernels work in place
    }
    for_uses(step, [&](DraftBuffer buffer) {
      if (in_memory(buffer) && !placed_[buffer]) put(buffer, new_place());
    });
    for_uses(step, [&](DraftBuffer buffer) {
      if (dies_at(buffer, at)) release(buffer);
    });
  }

  void put(DraftBuffer buffer, RtBuffer place) {
    places_[buffer] = place;
    placed_[buffer] = true;
  }

  RtBuffer new_place() {
    if (free_.empty()) return static_cast<RtBuffer>(++memory_buffers_);  // 0 is silence
    const RtBuffer place = free_.back();
    free_.pop_back();
    return place;
  }

  void release(DraftBuffer buffer) {
    if (last_use_[buffer] == never) return;
    last_use_[buffer] = never;
    free_.push_back(places_[buffer]);
  }

  // Lets `heir` have the place of a buffer that dies at this step.
  void take_over(DraftBuffer heir, DraftBuffer buffer, std::size_t at) {
    if (heir == buffer || !in_memory(heir) || placed_[heir] || !dies_at(buffer, at)) return;
    put(heir, places_[buffer]);
    last_use_[buffer] = never;
  }

  // Where a plugin can work in place: all channels of both ports, or none.
  void share_pairs(const DraftCall& call, std::size_t at) {
    std::size_t output = 0;
    const std::uint32_t copies = call.node->instance->copy_count;
    const ClapPorts& ports = call.node->ports;
    for (std::uint32_t copy = 0; copy < copies; ++copy) {
      for (const ClapAudioPort& port : ports.audio_outputs) {
        if (port.in_place_pair) {
          const std::size_t input = first_input(call, copy, *port.in_place_pair);
          if (ports.audio_inputs[*port.in_place_pair].channels == port.channels) {
            share_port(call, input, output, port.channels, at);
          }
        }
        output += port.channels;
      }
    }
  }

  static std::size_t first_input(const DraftCall& call, std::uint32_t copy, std::uint32_t port) {
    std::size_t before = 0;
    std::size_t per_copy = 0;
    for (std::size_t i = 0; i < call.node->ports.audio_inputs.size(); ++i) {
      if (i == port) before = per_copy;
      per_copy += call.node->ports.audio_inputs[i].channels;
    }
    return copy * per_copy + before;
  }

  void share_port(
      const DraftCall& call, std::size_t input, std::size_t output, std::uint32_t channels, std::size_t at) {
    for (std::uint32_t c = 0; c < channels; ++c) {
      const DraftBuffer given = draft_.resolved(call.inputs[input + c]);
      const bool is_only_use = std::ranges::count_if(call.inputs, [&](DraftBuffer other) {
                                 return draft_.resolved(other) == given;
                               }) == 1;
      if (!dies_at(given, at) || !is_only_use || !in_memory(draft_.resolved(call.outputs[output + c])))
        return;
    }
    for (std::uint32_t c = 0; c < channels; ++c) {
      take_over(draft_.resolved(call.outputs[output + c]), draft_.resolved(call.inputs[input + c]), at);
    }
  }

  // The driver's buffers come after ours.
  void place_ports() {
    std::size_t next = memory_buffers_ + 1;
    for (DraftBuffer buffer = 0; buffer < draft_.buffers.size(); ++buffer) {
      const DraftBufferInfo& info = draft_.buffers[buffer];
      const bool is_input = info.place == Place::driver_input;
      if (!is_input && info.place != Place::driver_output) continue;
      places_[buffer] = static_cast<RtBuffer>(next++);
      draft_.program->port_buffers.push_back({info.port, places_[buffer], is_input});
    }
  }

  Draft& draft_;
  std::vector<RtBuffer> places_;
  std::vector<std::size_t> last_use_;
  std::vector<bool> placed_;
  std::vector<RtBuffer> free_;
  std::size_t memory_buffers_ = 0;
};

void lay_memory(RtProgram& program, std::size_t memory_buffers) {
  const std::size_t stride = (program.max_frames + floats_per_line - 1) / floats_per_line * floats_per_line;
  const std::size_t ports = program.port_buffers.size();
  program.memory = RtSampleMemory((1 + memory_buffers + ports) * stride);
  for (std::size_t i = 0; i < 1 + memory_buffers + ports; ++i) {
    program.buffers.push_back(program.memory.get() + i * stride);
  }
  program.peaks.assign(program.buffers.size(), 0);
  for (RtPortBuffer& port : program.port_buffers) {
    port.fallback = program.buffers[port.is_input ? RtProgram::silence : port.buffer];
  }
}

RtSpan add_channels(RtProgram& program, const Placer& placer, const std::vector<DraftBuffer>& buffers) {
  const RtSpan span{
      static_cast<std::uint32_t>(program.channels.size()), static_cast<std::uint32_t>(buffers.size())};
  for (const DraftBuffer buffer : buffers) program.channels.push_back(placer.place(buffer));
  return span;
}

RtSpan add_dry_routes(RtProgram& program, const GraphNode& node) {
  RtSpan span{static_cast<std::uint32_t>(program.dry_routes.size()), 0};
  const auto inputs = call_channels(node, Direction::input);
  const auto outputs = call_channels(node, Direction::output);
  const auto index = [](const std::vector<AudioEnd>& ends, const AudioEnd& end) {
    return static_cast<std::uint16_t>(std::ranges::find(ends, end) - ends.begin());
  };
  for (const DryPath& path : dry_paths(node)) {
    program.dry_routes.push_back({index(outputs, path.to), index(inputs, path.from), path.gain});
    ++span.count;
  }
  return span;
}

}  // namespace

std::unique_ptr<RtProgram> place_buffers(Draft draft) {
  Placer placer(draft);
  placer.run();
  RtProgram& program = *draft.program;
  lay_memory(program, placer.memory_buffers());
  for (const DraftStep& step : draft.steps) {
    program.steps.push_back(
        {step.kind, placer.place(step.target), placer.place(step.source), step.index, step.gain});
  }
  for (std::size_t i = 0; i < draft.calls.size(); ++i) {
    program.calls[i].inputs = add_channels(program, placer, draft.calls[i].inputs);
    program.calls[i].outputs = add_channels(program, placer, draft.calls[i].outputs);
    program.calls[i].dry = add_dry_routes(program, *draft.calls[i].node);
  }
  return std::move(draft.program);
}

}  // namespace omx::program

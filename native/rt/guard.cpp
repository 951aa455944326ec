#include "rt/guard.hpp"

#include "bridge/status_counters.hpp"
#include "rt/levels.hpp"
#include "rt/mix.hpp"

namespace omx {

namespace {

struct Outputs {
  RtProgram& program;
  const RtBuffer* first;
  const RtBuffer* last;

  Outputs(RtProgram& owner, const RtCall& call) noexcept OMX_RT
      : program(owner),
        first(owner.channels.data() + call.outputs.first),
        last(first + call.outputs.count) {}
  const RtBuffer* begin() const noexcept OMX_RT { return first; }
  const RtBuffer* end() const noexcept OMX_RT { return last; }
};

float measure(const Outputs& outputs, std::uint32_t frames) noexcept OMX_RT {
  float loudest = 0;
  for (const RtBuffer output : outputs) {
    const float peak = rt_peak(outputs.program.buffers[output], frames);
    outputs.program.peaks[output] = peak;
    if (peak > loudest) loudest = peak;
  }
  return loudest;
}

void silence(const Outputs& outputs, std::uint32_t frames) noexcept OMX_RT {
  for (const RtBuffer output : outputs) {
    rt_clear(outputs.program.buffers[output], frames);
    outputs.program.peaks[output] = 0;
  }
}

void clamp(const Outputs& outputs, std::uint32_t frames) noexcept OMX_RT {
  for (const RtBuffer output : outputs) {
    float& peak = outputs.program.peaks[output];
    if (!(peak > rt_clamp_level)) continue;
    rt_clamp(outputs.program.buffers[output], frames, rt_clamp_level);
    peak = rt_clamp_level;
  }
}

void count(StatusInstance* status, std::atomic<std::uint32_t> StatusInstance::* counter) noexcept OMX_RT {
  if (status != nullptr) add_to(status->*counter, 1u);
}

void note_fault(RtInstance& instance, RtBlock& block) noexcept OMX_RT {
  const std::uint32_t limit = block.guards.isolate_after_blocks;
  if (++instance.faulty_blocks_in_row < limit || limit == 0) return;
  instance.faulty_blocks_in_row = 0;
  instance.isolated.store(true, std::memory_order_release);
  block.instance_isolated = true;
}

}  // namespace

float rt_guard(RtProgram& program, const RtCall& call, RtBlock& block, bool error) noexcept OMX_RT {
  const Outputs outputs(program, call);
  RtInstance& instance = *call.instance;
  if (error) {
    silence(outputs, block.frames);
    count(instance.status, &StatusInstance::error_blocks);
    note_fault(instance, block);
    return 0;
  }
  const float loudest = measure(outputs, block.frames);
  if (loudest == rt_not_finite && block.guards.silence_non_finite) {
    silence(outputs, block.frames);
    count(instance.status, &StatusInstance::nonfinite_blocks);
    note_fault(instance, block);
    return 0;
  }
  instance.faulty_blocks_in_row = 0;
  if (loudest > rt_clamp_level && loudest < rt_not_finite && block.guards.clamp) {
    clamp(outputs, block.frames);
    count(instance.status, &StatusInstance::clamped_blocks);
    return rt_clamp_level;
  }
  return loudest;
}

// An output may share its buffer with the input that it replaces, and another output with a main input: hence
// first what is passed on, then the silence.
void rt_pass_dry(RtProgram& program, const RtCall& call, std::uint32_t frames) noexcept OMX_RT {
  const Outputs outputs(program, call);
  for (const RtBuffer output : outputs) program.peaks[output] = -1;
  const RtDryRoute* const routes = program.dry_routes.data() + call.dry.first;
  for (std::uint32_t i = 0; i < call.dry.count; ++i) {
    float* const target = program.buffers[outputs.first[routes[i].output]];
    const float* const source = program.buffers[program.channels[call.inputs.first + routes[i].input]];
    const bool first_of_output = i == 0 || routes[i - 1].output != routes[i].output;
    if (!first_of_output) {
      rt_add(target, source, frames, {routes[i].gain, 0});
    } else if (target != source) {
      rt_scale(target, source, frames, {routes[i].gain, 0});
    }
  }
  std::uint32_t route = 0;
  for (std::uint32_t o = 0; o < call.outputs.count; ++o) {
    const bool routed = route < call.dry.count && routes[route].output == o;
    while (route < call.dry.count && routes[route].output == o) ++route;
    if (!routed) rt_clear(program.buffers[outputs.first[o]], frames);
  }
}

}  // namespace omx

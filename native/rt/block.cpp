#include "rt/block.hpp"

#include "rt/call.hpp"
#include "rt/fetch_ahead.hpp"
#include "rt/mix.hpp"
#include "rt/route_notes.hpp"

namespace omx {

namespace {

constexpr float not_measured = -1;

void fetch_port_buffers(RtProgram& program, const RtBlock& block) noexcept OMX_RT {
  const RtCycle& cycle = block.cycle;
  for (const RtPortBuffer& port : program.port_buffers) {
    float* const samples = cycle.ports == nullptr ? nullptr : cycle.ports->audio(port.port, cycle.frames);
    program.buffers[port.buffer] = samples == nullptr ? port.fallback : samples + block.offset_frames;
    program.peaks[port.buffer] = not_measured;
  }
}

/// Runs `part(first, count, slope)` over the stretches of a block on which a gain is one straight line.
template <typename Part>
void for_slopes(const RtProgram& program, RtGain gain, std::uint32_t frames, Part part) noexcept OMX_RT {
  if (gain.from == gain.to) return part(0u, frames, RtSlope{gain.to, 0});
  const std::uint64_t position = program.position_frames;
  const auto frames_until = [&](std::uint64_t moment) {
    const std::uint64_t distance = moment > position ? moment - position : 0;
    return static_cast<std::uint32_t>(distance < frames ? distance : frames);
  };
  const RtFade& fade = program.fade;
  const std::uint32_t begin = frames_until(fade.prime_frames);
  const std::uint32_t end = frames_until(fade.length_frames());
  if (begin > 0) part(0u, begin, RtSlope{gain.from, 0});
  if (end > begin) {
    const float step = (gain.to - gain.from) / static_cast<float>(fade.fade_frames);
    const auto done = static_cast<float>(position + begin - fade.prime_frames);
    part(begin, end - begin, RtSlope{gain.from + step * done, step});
  }
  if (frames > end) part(end, frames - end, RtSlope{gain.to, 0});
}

void run_step(RtProgram& program, const RtStep& step, RtBlock& block) noexcept OMX_RT {
  float* const target = program.buffers[step.target];
  const float* const source = program.buffers[step.source];
  const std::uint32_t frames = block.frames;
  switch (step.kind) {
  case RtStepKind::clear:
    rt_clear(target, frames);
    program.peaks[step.target] = 0;
    break;
  case RtStepKind::copy:
    rt_copy(target, source, frames);
    program.peaks[step.target] = program.peaks[step.source];
    break;
  case RtStepKind::mix:
    for_slopes(program, step.gain, frames, [&](std::uint32_t at, std::uint32_t count, RtSlope gain) {
      rt_scale(target + at, source + at, count, gain);
    });
    program.peaks[step.target] = not_measured;
    break;
  case RtStepKind::mix_add:
    for_slopes(program, step.gain, frames, [&](std::uint32_t at, std::uint32_t count, RtSlope gain) {
      rt_add(target + at, source + at, count, gain);
    });
    program.peaks[step.target] = not_measured;
    break;
  case RtStepKind::delay:
    rt_delay(*program.delay_lines[step.index], target, source, frames);
    program.peaks[step.target] = not_measured;
    break;
  case RtStepKind::feedback_read:
    rt_delay_read(*program.delay_lines[step.index], target, frames);
    program.peaks[step.target] = not_measured;
    break;
  case RtStepKind::feedback_write:
    rt_delay_write(*program.delay_lines[step.index], source, frames);
    break;
  case RtStepKind::process:
    rt_fetch_call(program, step.index + 1u);
    rt_call(program, program.calls[step.index], block);
    break;
  case RtStepKind::flush:
    rt_flush(program.calls[step.index], block);
    break;
  case RtStepKind::midi_output:
    rt_write_midi(program, program.midi_outputs[step.index], block);
    break;
  }
}

}  // namespace

void rt_run_block(RtProgram& program, RtBlock& block) noexcept OMX_RT {
  rt_fetch_instances(program);
  fetch_port_buffers(program, block);
  for (const RtStep& step : program.steps) run_step(program, step, block);
  program.position_frames += block.frames;
}

}  // namespace omx

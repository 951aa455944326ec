#include "rt/call.hpp"

#include "bridge/status_counters.hpp"
#include "rt/clock.hpp"
#include "rt/guard.hpp"
#include "rt/levels.hpp"
#include "rt/mix.hpp"
#include "rt/route_notes.hpp"

namespace omx {

namespace {

// The peak of a buffer, measured at most once per block however many read it.
float peak_of(RtProgram& program, RtBuffer buffer, std::uint32_t frames) noexcept OMX_RT {
  float& peak = program.peaks[buffer];
  if (peak < 0) peak = rt_peak(program.buffers[buffer], frames);
  return peak;
}

// Measures the inputs; true when all are silence.
bool measure_inputs(RtProgram& program, const RtCall& call, std::uint32_t frames) noexcept OMX_RT {
  float loudest = 0;
  for (std::uint32_t i = 0; i < call.inputs.count; ++i) {
    const float peak = peak_of(program, program.channels[call.inputs.first + i], frames);
    if (peak > loudest) loudest = peak;
  }
  return loudest == 0;
}

// Writes the channel pointers of one direction of a plugin; `channel` moves past those used. A channel
// without a peak is silence, which the plugin is told as a constant.
void wire(
    const RtProgram& program, clap_audio_buffer_t* ports, std::uint32_t port_count, bool are_inputs,
    const RtBuffer*& channel) noexcept OMX_RT {
  for (std::uint32_t port = 0; port < port_count; ++port) {
    std::uint64_t silent = 0;
    for (std::uint32_t c = 0; c < ports[port].channel_count; ++c, ++channel) {
      ports[port].data32[c] = program.buffers[*channel];
      if (are_inputs && program.peaks[*channel] == 0) silent |= std::uint64_t{1} << (c & 63);
    }
    ports[port].constant_mask = silent;
  }
}

// What the copies of an instance came to, together.
struct Outcome {
  bool ran = false;  // at least one copy; an output of a copy that did not is silence
  bool error = false;
};

Outcome
run_copies(RtProgram& program, const RtCall& call, RtBlock& block, bool inputs_quiet) noexcept OMX_RT {
  Outcome result;
  const RtBuffer* input = program.channels.data() + call.inputs.first;
  const RtBuffer* output = program.channels.data() + call.outputs.first;
  for (std::uint32_t i = 0; i < call.instance->copy_count; ++i) {
    RtPlugin& plugin = *call.instance->copies[i];
    const RtBuffer* const first_output = output;
    wire(program, plugin.inputs, plugin.process.audio_inputs_count, true, input);
    wire(program, plugin.outputs, plugin.process.audio_outputs_count, false, output);
    plugin.process.transport = block.transport;
    const RtOutcome outcome = rt_plugin_process(plugin, block.frames, block.steady_time_frames, inputs_quiet);
    if (outcome == RtOutcome::ran) {
      result.ran = true;
      continue;
    }
    if (outcome == RtOutcome::error) result.error = true;
    for (const RtBuffer* o = first_output; o != output; ++o) rt_clear(program.buffers[*o], block.frames);
  }
  return result;
}

void settle(RtInstance& instance, float loudest_output) noexcept OMX_RT {
  const bool quiet = loudest_output < rt_quiet_level;
  for (std::uint32_t i = 0; i < instance.copy_count; ++i) rt_plugin_settle(*instance.copies[i], quiet);
}

// Meters jump up with the sound and fall at 20 dB/s.
void show_peaks(
    const RtProgram& program, RtSpan channels, float fall, std::atomic<float>* meters) noexcept OMX_RT {
  const std::uint32_t count = channels.count < metered_channels ? channels.count : metered_channels;
  for (std::uint32_t i = 0; i < count; ++i) {
    const float peak = program.peaks[program.channels[channels.first + i]];
    const float fallen = meters[i].load(std::memory_order_relaxed) * fall;
    const bool rises = peak > fallen && peak < rt_not_finite;
    meters[i].store(rises ? peak : fallen, std::memory_order_relaxed);
  }
}

std::uint32_t flags_of(const RtInstance& instance) noexcept OMX_RT {
  const bool asleep = instance.copies[0]->state == RtPluginState::asleep;
  const bool isolated = instance.isolated.load(std::memory_order_relaxed);
  return (asleep ? flag_asleep : 0) | (isolated ? flag_isolated : 0);
}

}  // namespace

void rt_call(RtProgram& program, const RtCall& call, RtBlock& block) noexcept OMX_RT {
  RtInstance& instance = *call.instance;
  StatusInstance* const status = instance.status;
  const bool inputs_quiet = measure_inputs(program, call, block.frames);
  if (status != nullptr) show_peaks(program, call.inputs, block.peak_fall, status->input_peaks);

  if (instance.isolated.load(std::memory_order_relaxed)) {
    rt_pass_dry(program, call, block.frames);
    for (std::uint32_t i = 0; i < instance.copy_count; ++i) instance.copies[i]->out_events.clear();
  } else {
    for (std::uint32_t i = 0; i < instance.copy_count; ++i) {
      rt_plugin_begin(*instance.copies[i], block.frames);
    }
    rt_gather_notes(program, call, block);
    const RtBlame blame(block.status, instance.number, PluginCall::process);
    const std::uint64_t begin_ns = rt_clock_ns();
    const Outcome outcome = run_copies(program, call, block, inputs_quiet);
    const std::uint64_t end_ns = rt_clock_ns();
    const float loudest = rt_guard(program, call, block, outcome.error);
    settle(instance, loudest);
    if (status != nullptr && outcome.ran) {
      add_to(status->calls, std::uint64_t{1});
      record_busy(*status, end_ns - begin_ns);
    }
  }
  if (status != nullptr) {
    show_peaks(program, call.outputs, block.peak_fall, status->output_peaks);
    status->flags.store(flags_of(instance), std::memory_order_relaxed);
  }
}

void rt_flush(const RtCall& call, const RtBlock& block) noexcept OMX_RT {
  RtInstance& instance = *call.instance;
  const RtBlame blame(block.status, instance.number, PluginCall::flush);
  for (std::uint32_t i = 0; i < instance.copy_count; ++i) rt_plugin_flush(*instance.copies[i]);
  if (instance.status != nullptr) instance.status->flags.store(flag_bypassed, std::memory_order_relaxed);
}

}  // namespace omx

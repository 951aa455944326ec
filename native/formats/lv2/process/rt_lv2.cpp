#include "formats/lv2/process/rt_lv2.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "formats/lv2/process/rt_events.hpp"
#include "formats/lv2/process/rt_transport.hpp"

namespace omx::lv2 {

namespace {

/// One call of process().
struct Block {
  const clap_process_t& clap;
  const clap_output_events_t& out;
  std::uint32_t frames;
};

float* given(const clap_audio_buffer_t* buses, std::uint32_t count, const RtChannel& c) noexcept OMX_RT {
  if (c.bus >= count || c.channel >= buses[c.bus].channel_count) return nullptr;
  float* const* const channels = buses[c.bus].data32;
  return channels != nullptr ? channels[c.channel] : nullptr;
}

void connect(RtLv2& p, RtChannel& channel, float* data) noexcept OMX_RT {
  if (channel.connected == data) return;
  channel.connected = data;
  call_plugin(p.descriptor->connect_port, p.handle, channel.port, static_cast<void*>(data));
}

bool is_output(const Block& block, const float* data) noexcept OMX_RT {
  for (std::uint32_t bus = 0; bus < block.clap.audio_outputs_count; ++bus) {
    const clap_audio_buffer_t& buffer = block.clap.audio_outputs[bus];
    for (std::uint32_t c = 0; buffer.data32 != nullptr && c < buffer.channel_count; ++c) {
      if (buffer.data32[c] == data) return true;
    }
  }
  return false;
}

/// What an input is read from: the host's buffer, or a copy when the host lets an output share it. We never
/// offer that, since plugins are rarely tried that way; a host may do so all the same.
float* source(RtLv2& p, const Block& block, std::size_t index) noexcept OMX_RT {
  float* const data = given(block.clap.audio_inputs, block.clap.audio_inputs_count, p.inputs[index]);
  if (data == nullptr) return p.silence.data();
  if (!is_output(block, data)) return data;
  float* const copy = p.copies.data() + index * p.max_frames;
  std::memcpy(copy, data, block.frames * sizeof(float));
  return copy;
}

/// Once per block: which memory each channel has.
void find_buffers(RtLv2& p, const Block& block) noexcept OMX_RT {
  for (std::size_t i = 0; i < p.inputs.size(); ++i) p.inputs[i].base = source(p, block, i);
  for (RtChannel& output : p.outputs) {
    float* const data = given(block.clap.audio_outputs, block.clap.audio_outputs_count, output);
    output.base = data != nullptr ? data : p.nowhere.data();
    output.end = output.base + block.frames;
    // What the code knows nothing of, though the description lists it, is silence.
    std::memset(output.base, 0, block.frames * sizeof(float));
  }
}

/// Connects all channels to where a piece of the block begins.
void connect_at(RtLv2& p, std::uint32_t start) noexcept OMX_RT {
  for (RtChannel& input : p.inputs) connect(p, input, input.base + start);
  for (RtChannel& output : p.outputs) connect(p, output, output.base + start);
}

void apply(RtLv2& p, const clap_event_param_value_t& event) noexcept OMX_RT {
  RtParam* const param = p.params.find(event.param_id);
  // A value for single notes is nothing that LV2 knows.
  if (param == nullptr || param->output || event.note_id >= 0 || event.key >= 0) return;
  const double value = param->range.nearest(event.value);
  param->value.store(value, std::memory_order_relaxed);
  if (param->port != nullptr) *param->port = static_cast<float>(value);
}

/// Where a piece that begins at `start` ends by the rule for the lengths of runs.
std::uint32_t end_by_rule(const RtLv2& p, std::uint32_t start, std::uint32_t end) noexcept OMX_RT {
  switch (p.block_rule) {
  case RtBlockRule::any:
  case RtBlockRule::whole:
    return end;
  case RtBlockRule::power_of_two:
    return start + std::bit_floor(end - start);
  case RtBlockRule::fixed:
    return std::min(end, start + p.fixed_frames);
  }
  return end;
}

/// Runs a plugin of fixed length for the last `frames` of a block that is no multiple of it. Right for the
/// end of a recording; in the middle of one the plugin hears a gap.
void run_filled_up(RtLv2& p, std::uint32_t frames) noexcept OMX_RT {
  float* next = p.padding.data();
  for (RtChannel& input : p.inputs) {
    std::memcpy(next, input.connected, frames * sizeof(float));
    std::memset(next + frames, 0, (p.fixed_frames - frames) * sizeof(float));
    connect(p, input, next);
    next += p.fixed_frames;
  }
  float* const first_output = next;
  for (RtChannel& output : p.outputs) {
    connect(p, output, next);
    next += p.fixed_frames;
  }
  call_plugin(p.descriptor->run, p.handle, p.fixed_frames);
  next = first_output;
  for (const RtChannel& output : p.outputs) {
    std::memcpy(output.end - frames, next, frames * sizeof(float));
    next += p.fixed_frames;
  }
}

void run_piece(RtLv2& p, std::uint32_t frames) noexcept OMX_RT {
  if (p.block_rule == RtBlockRule::fixed && frames < p.fixed_frames)
    run_filled_up(p, frames);
  else
    call_plugin(p.descriptor->run, p.handle, frames);
  if (p.worker != nullptr) rt_answer(p, *p.worker);
}

/// Applies the changes that are due at `start`; where the next piece begins.
std::uint32_t
apply_due(RtLv2& p, RtEventReader& events, std::uint32_t start, std::uint32_t frames) noexcept OMX_RT {
  for (; !events.at_end(); events.advance()) {
    const clap_event_header_t* const header = events.peek();
    const auto* const event = event_as<clap_event_param_value_t>(header, CLAP_EVENT_PARAM_VALUE);
    if (event == nullptr) continue;
    RtParam* const param = p.params.find(event->param_id);
    if (param != nullptr && param->port == nullptr) continue;  // a property, which is sent at its very time
    const std::uint32_t at = rt_lv2_piece_start(p, header->time, frames);
    if (at > start) return at;
    apply(p, *event);
  }
  return frames;
}

void release_triggers(RtLv2& p, const Block& block) noexcept OMX_RT {
  for (RtParam* const param : p.triggers) {
    if (*param->port == param->rest) continue;
    *param->port = param->rest;
    param->value.store(static_cast<double>(param->rest), std::memory_order_relaxed);
    push_param_value(block.out, block.frames - 1, param->id, static_cast<double>(param->rest));
  }
}

void report_outputs(RtLv2& p, const clap_output_events_t& out, std::uint32_t time) noexcept OMX_RT {
  for (RtParam* const param : p.outgoing) {
    if (param->port == nullptr) continue;
    const auto bits = std::bit_cast<std::uint32_t>(*param->port);
    if (bits == param->told_bits) continue;
    const double value = static_cast<double>(*param->port);
    if (!push_param_value(out, time, param->id, value)) return;  // the rest in the next block
    param->value.store(value, std::memory_order_relaxed);
    param->told_bits = bits;
  }
}

/// A latency can only change while a plugin is not active, so the host is asked to activate it anew.
void watch_latency(RtLv2& p) noexcept OMX_RT {
  if (p.latency == nullptr) return;
  const std::uint32_t frames = rt_lv2_latency(*p.latency);
  p.running_latency_frames.store(frames, std::memory_order_relaxed);
  if (frames == p.latency_frames.load(std::memory_order_relaxed) || p.restart_asked) return;
  p.restart_asked = true;
  call_plugin(p.host->request_restart, p.host);
}

void silence_outputs(const clap_process_t& block) noexcept OMX_RT {
  for (std::uint32_t bus = 0; bus < block.audio_outputs_count; ++bus) {
    const clap_audio_buffer_t& buffer = block.audio_outputs[bus];
    for (std::uint32_t c = 0; buffer.data32 != nullptr && c < buffer.channel_count; ++c) {
      if (buffer.data32[c] != nullptr) std::memset(buffer.data32[c], 0, block.frames_count * sizeof(float));
    }
  }
}

void run_block(RtLv2& p, const Block& block) noexcept OMX_RT {
  RtEventReader param_events(*block.clap.in_events);
  RtEventReader note_events = param_events;
  p.block_frames = block.frames;
  const bool has_events = !p.event_inputs.empty() || !p.event_outputs.empty();
  if (has_events) rt_clear_event_ports(p);
  p.params.take_pending([&p](RtParam& property) noexcept OMX_RT { rt_send_property(p, property, 0); });
  if (!p.event_inputs.empty()) rt_begin_events(p, block.clap.transport, block.frames);
  if (p.free_wheeling != nullptr) *p.free_wheeling = p.offline.load(std::memory_order_relaxed) ? 1.0f : 0.0f;
  if (p.transport.any && block.clap.transport != nullptr) follow_transport(p, *block.clap.transport);
  find_buffers(p, block);
  for (std::uint32_t start = 0; start < block.frames;) {
    const std::uint32_t end = end_by_rule(p, start, apply_due(p, param_events, start, block.frames));
    if (has_events && start > 0) rt_clear_event_ports(p);
    if (!p.event_inputs.empty()) rt_write_events(p, note_events, start, end);
    connect_at(p, start);
    run_piece(p, end - start);
    if (!p.event_outputs.empty()) rt_read_events(p, block.out, start, end);
    if (!p.triggers.empty()) release_triggers(p, block);
    start = end;
  }
  report_outputs(p, block.out, block.frames - 1);
  watch_latency(p);
}

}  // namespace

std::uint32_t rt_lv2_piece_start(const RtLv2& p, std::uint32_t time, std::uint32_t frames) noexcept OMX_RT {
  if (p.block_rule != RtBlockRule::any || frames < 2 * shortest_piece_frames) return 0;
  const std::uint32_t last = (frames - shortest_piece_frames) / shortest_piece_frames;
  return std::min(time / shortest_piece_frames, last) * shortest_piece_frames;
}

std::uint32_t rt_lv2_latency(float value) noexcept OMX_RT {
  constexpr float most = 1 << 24;  // whole numbers are exact in a float up to here
  return value >= 0.5f && value <= most ? static_cast<std::uint32_t>(value + 0.5f) : 0;
}

void rt_ask_for_callback(RtLv2& p) noexcept OMX_RT {
  if (!p.callback_asked.exchange(true, std::memory_order_acq_rel))
    call_plugin(p.host->request_callback, p.host);
}

clap_process_status rt_lv2_process(RtLv2& p, const clap_process_t& block) noexcept OMX_RT {
  if (p.handle == nullptr || block.frames_count > p.max_frames) return CLAP_PROCESS_ERROR;
  if (block.frames_count == 0) return CLAP_PROCESS_CONTINUE;
  if (!p.gate.enter()) {
    silence_outputs(block);
    return CLAP_PROCESS_CONTINUE;
  }
  run_block(p, {block, *block.out_events, block.frames_count});
  p.gate.leave();
  return CLAP_PROCESS_CONTINUE;
}

void rt_lv2_flush(RtLv2& p, const clap_input_events_t& in, const clap_output_events_t& out) noexcept OMX_RT {
  RtEventReader events(in);
  for (; !events.at_end(); events.advance()) {
    const auto* const event = event_as<clap_event_param_value_t>(events.peek(), CLAP_EVENT_PARAM_VALUE);
    if (event == nullptr) continue;
    apply(p, *event);
    RtParam* const param = p.params.find(event->param_id);
    // A property is sent in the next block: only then is there a sequence to put it into.
    if (param != nullptr && param->port == nullptr && !param->output)
      p.params.set_from_control(*param, param->value.load(std::memory_order_relaxed));
  }
  report_outputs(p, out, 0);
}

}  // namespace omx::lv2

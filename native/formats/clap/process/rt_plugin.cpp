#include "formats/clap/process/rt_plugin.hpp"

#include <algorithm>
#include <numeric>

#include "formats/clap/process/foreign_call.hpp"

namespace omx {

namespace {

constexpr std::size_t min_change_capacity = 256;

std::uint32_t total(const std::vector<std::uint32_t>& channels) {
  return std::accumulate(channels.begin(), channels.end(), 0u);
}

// Room for every parameter at once beside a block's notes: a state recalled by parameters fits one block.
std::uint32_t event_capacity(const RtPluginShape& shape) {
  return RtEventList::default_capacity + static_cast<std::uint32_t>(shape.param_ids.size());
}

template <typename Extension>
const Extension* extension(const clap_plugin_t* plugin, const char* id) {
  return static_cast<const Extension*>(plugin->get_extension(plugin, id));
}

clap_event_param_value_t param_event(const RtParamChange& change, std::uint32_t frames) noexcept OMX_RT {
  clap_event_param_value_t event{};
  const std::uint32_t last = frames > 0 ? frames - 1 : 0;
  event.header.size = sizeof event;
  event.header.time = change.time_frames < last ? change.time_frames : last;
  event.header.space_id = CLAP_CORE_EVENT_SPACE_ID;
  event.header.type = CLAP_EVENT_PARAM_VALUE;
  event.header.flags = CLAP_EVENT_IS_LIVE;
  event.param_id = change.param_id;
  event.cookie = change.cookie;
  event.note_id = -1;
  event.port_index = -1;
  event.channel = -1;
  event.key = -1;
  event.value = change.value;
  return event;
}

// Values for the whole plugin go to the board; those of single notes are nothing that control could show.
void report_values(RtPlugin& p) noexcept OMX_RT {
  for (std::uint32_t i = 0; i < p.out_events.size(); ++i) {
    const RtEvent& event = p.out_events[i];
    if (event.header.space_id != CLAP_CORE_EVENT_SPACE_ID || event.header.type != CLAP_EVENT_PARAM_VALUE)
      continue;
    if (event.header.size < sizeof event.param_value || event.param_value.note_id >= 0) continue;
    p.reported.report(event.param_value.param_id, event.param_value.value);
  }
}

bool start(RtPlugin& p) noexcept OMX_RT {
  if (!call_plugin(p.plugin->start_processing, p.plugin)) {
    p.state = RtPluginState::failed;
    return false;
  }
  p.state = RtPluginState::processing;
  p.quiet_frames = 0;
  return true;
}

void sleep(RtPlugin& p) noexcept OMX_RT {
  call_plugin(p.plugin->stop_processing, p.plugin);
  p.state = RtPluginState::asleep;
}

// A tail that ends: nothing more sounds once that many quiet frames have gone by.
bool tail_ended(RtPlugin& p) noexcept OMX_RT {
  if (p.tail == nullptr) return false;
  const std::uint32_t tail_frames = call_plugin(p.tail->get, p.plugin);
  return tail_frames < INT32_MAX && p.quiet_frames >= tail_frames;
}

}  // namespace

RtPlugin::RtPlugin(const clap_plugin_t* clap_plugin, const RtPluginShape& shape, RtRequests* shared_requests)
    : plugin(clap_plugin), in_events(event_capacity(shape)), out_events(event_capacity(shape)),
      changes(std::max(min_change_capacity, 2 * shape.param_ids.size())), reported(shape.param_ids),
      requests(shared_requests != nullptr ? *shared_requests : own_requests_),
      buffers_(shape.input_channels.size() + shape.output_channels.size()),
      channels_(total(shape.input_channels) + total(shape.output_channels), nullptr) {
  float** next = channels_.data();
  std::size_t port = 0;
  for (const auto* side : {&shape.input_channels, &shape.output_channels}) {
    for (const std::uint32_t channels : *side) {
      buffers_[port++] = clap_audio_buffer_t{next, nullptr, channels, 0, 0};
      next += channels;
    }
  }
  inputs = buffers_.data();
  outputs = buffers_.data() + shape.input_channels.size();
  params = extension<clap_plugin_params_t>(plugin, CLAP_EXT_PARAMS);
  tail = extension<abi::PluginTail>(plugin, abi::tail_id);
  process.audio_inputs = inputs;
  process.audio_outputs = outputs;
  process.audio_inputs_count = static_cast<std::uint32_t>(shape.input_channels.size());
  process.audio_outputs_count = static_cast<std::uint32_t>(shape.output_channels.size());
  process.in_events = in_events.input();
  process.out_events = out_events.output();
}

void rt_plugin_begin(RtPlugin& p, std::uint32_t frames) noexcept OMX_RT {
  p.in_events.clear();
  p.out_events.clear();
  const std::uint32_t epoch = p.epoch.load(std::memory_order_acquire);
  RtParamChange change;
  while (!p.in_events.full() && p.changes.pop(change)) {
    if (change.epoch == epoch) p.in_events.push(param_event(change, frames).header);
  }
}

RtOutcome rt_plugin_process(
    RtPlugin& p, std::uint32_t frames, std::int64_t steady_time, bool inputs_quiet) noexcept OMX_RT {
  const bool idle = inputs_quiet && p.in_events.empty();
  const bool wanted = p.requests.process.load(std::memory_order_relaxed) &&
                      p.requests.process.exchange(false, std::memory_order_acquire);
  if (p.state == RtPluginState::asleep && idle && !wanted) {
    rt_plugin_flush(p);
    return RtOutcome::asleep;
  }
  if (p.state == RtPluginState::failed) return RtOutcome::error;
  if (p.state != RtPluginState::processing && !start(p)) return RtOutcome::error;
  if (p.requests.flush.load(std::memory_order_relaxed))
    p.requests.flush.store(false, std::memory_order_relaxed);

  p.was_idle = idle;
  if (!idle) p.quiet_frames = 0;
  p.process.frames_count = frames;
  p.process.steady_time = steady_time;
  p.last_status = call_plugin(p.plugin->process, p.plugin, static_cast<const clap_process_t*>(&p.process));
  if (!p.out_events.empty()) report_values(p);
  return p.last_status == CLAP_PROCESS_ERROR ? RtOutcome::error : RtOutcome::ran;
}

void rt_plugin_settle(RtPlugin& p, bool outputs_quiet) noexcept OMX_RT {
  if (p.state != RtPluginState::processing || !p.was_idle) return;
  p.quiet_frames += p.process.frames_count;
  const bool may_sleep = p.last_status == CLAP_PROCESS_SLEEP ||
                         (p.last_status == CLAP_PROCESS_CONTINUE_IF_NOT_QUIET && outputs_quiet) ||
                         (p.last_status == CLAP_PROCESS_TAIL && tail_ended(p));
  if (may_sleep) sleep(p);
}

void rt_plugin_flush(RtPlugin& p) noexcept OMX_RT {
  const bool wanted = p.requests.flush.load(std::memory_order_relaxed) &&
                      p.requests.flush.exchange(false, std::memory_order_acquire);
  if (!wanted && p.changes.empty()) return;
  rt_plugin_begin(p, 1);
  if (p.params == nullptr) return;
  call_plugin(p.params->flush, p.plugin, p.process.in_events, p.process.out_events);
  report_values(p);
}

void rt_plugin_reset(RtPlugin& p) noexcept OMX_RT {
  call_plugin(p.plugin->reset, p.plugin);
  p.quiet_frames = 0;
}

void rt_plugin_stop(RtPlugin& p) noexcept OMX_RT {
  if (p.state == RtPluginState::processing) call_plugin(p.plugin->stop_processing, p.plugin);
  if (p.state != RtPluginState::failed) p.state = RtPluginState::stopped;
}

}  // namespace omx

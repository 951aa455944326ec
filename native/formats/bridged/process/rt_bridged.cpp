#include "formats/bridged/process/rt_bridged.hpp"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

#include <pthread.h>
#include <sched.h>

#include "bridge/status_counters.hpp"
#include "formats/clap/process/foreign_call.hpp"

namespace omx {

namespace {

constexpr auto relaxed = std::memory_order_relaxed;
constexpr std::uint64_t least_budget_ns = 100'000;
constexpr std::uint64_t flush_budget_ns = 1'000'000;
constexpr std::uint64_t offline_budget_ns = 10'000'000'000;

/// The block that an audio thread is in, for all bridged plugins that it calls.
struct Cycle {
  std::int64_t steady_frames = -1;
  std::uint64_t begin_ns = 0;
};
thread_local constinit Cycle cycle;

std::uint64_t clock_ns() noexcept OMX_RT {
  timespec now{};
  OMX_RT_UNCHECKED_BEGIN  // answered by the vDSO
      clock_gettime(CLOCK_MONOTONIC, &now);
  OMX_RT_UNCHECKED_END
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

// Where a stage is to run for the calling thread: one priority below, on the same processor, so that handing
// over wakes no other one. For that a real-time thread stays on the processor that it is on, as long as it
// lives. System calls, made once per activation.
RtClientThread settle_thread() noexcept OMX_RT {
  const RtExempt once;
  int policy = 0;
  sched_param param{};
  OMX_RT_UNCHECKED_BEGIN
  if (pthread_getschedparam(pthread_self(), &policy, &param) != 0) return {};
  if (policy != SCHED_FIFO && policy != SCHED_RR) return {};
  const auto priority = static_cast<std::uint32_t>(param.sched_priority);
  const int processor = sched_getcpu();
  if (processor < 0) return {priority, 0};
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(static_cast<std::size_t>(processor), &here);
  const bool pinned = sched_setaffinity(0, sizeof here, &here) == 0;
  OMX_RT_UNCHECKED_END
  return {priority, pinned ? static_cast<std::uint32_t>(processor) + 1 : 0};
}

bool is_core(const RtEvent& event, std::uint16_t type) noexcept OMX_RT {
  return event.header.space_id == CLAP_CORE_EVENT_SPACE_ID && event.header.type == type;
}

// Copies an event that means the same in another process; false for others.
bool copy_event(const clap_event_header_t* from, RtEvent& to) noexcept OMX_RT {
  if (from == nullptr || from->size < sizeof *from || from->size > sizeof to) return false;
  std::memset(to.bytes, 0, sizeof to.bytes);
  std::memcpy(to.bytes, from, from->size);
  if (is_core(to, CLAP_EVENT_MIDI_SYSEX)) return false;  // its bytes lie elsewhere
  if (is_core(to, CLAP_EVENT_PARAM_VALUE)) to.param_value.cookie = nullptr;
  if (is_core(to, CLAP_EVENT_PARAM_MOD)) to.param_mod.cookie = nullptr;
  return true;
}

// Notes that begin are for their moment; what ends or sets something must arrive some time.
bool may_wait(const RtEvent& event) noexcept OMX_RT {
  if (is_core(event, CLAP_EVENT_NOTE_ON)) return false;
  return !is_core(event, CLAP_EVENT_MIDI) || (event.midi.data[0] & 0xF0) != 0x90 || event.midi.data[2] == 0;
}

}  // namespace

std::uint64_t bridged_deadline_ns(
    std::uint64_t now_ns, std::uint64_t cycle_begin_ns, std::uint64_t block_ns) noexcept OMX_RT {
  const std::uint64_t own_ns = now_ns + block_ns / 2;
  const std::uint64_t shared_ns = cycle_begin_ns + block_ns * 4 / 5;
  return std::max(std::min(own_ns, shared_ns), now_ns + least_budget_ns);
}

RtBridged::RtBridged(
    const RtBridgedDryShape& dry, double sample_rate_hz, const clap_host_t* host,
    std::vector<clap_id> param_ids)
    : values(std::move(param_ids)), sample_rate_hz_(sample_rate_hz), host_(host), dry_(dry),
      waiting_(stage_event_capacity / 2) {}

clap_process_status RtBridged::process(const clap_process_t& process) noexcept OMX_RT {
  adopt();
  dry_.listen(process);
  if (!run_cycle(process)) {
    dry_.dry(process);
    count_dry(process.frames_count);
    return CLAP_PROCESS_CONTINUE;
  }
  take_outputs(process);
  dry_.wet(process);
  take_events(process.out_events);
  if (window_frames_ > process.frames_count)
    window_frames_ -= process.frames_count;
  else
    window_frames_ = 0;
  if (state_.load(relaxed) != RtBridgedState::running) set_state(RtBridgedState::running);
  return static_cast<clap_process_status>(stage_->stage().answer.status.load(relaxed));
}

void RtBridged::adopt() noexcept OMX_RT {
  StageMemory* const offered = offered_.load(std::memory_order_acquire);
  if (offered == stage_) return;
  stage_ = offered;
  asked_without_waiting_ = false;
  taken_.store(stage_, std::memory_order_release);
  if (stage_ != nullptr) set_state(RtBridgedState::running);
}

// Has the stage run a block. True when its answer is there and is to be heard.
bool RtBridged::run_cycle(const clap_process_t& process) noexcept OMX_RT {
  const std::uint32_t frames = process.frames_count;
  if (stage_ == nullptr) {
    keep_events(process.in_events);
    return false;
  }
  TurnWord& turn = stage_->turn();
  const bool bypassed = state_.load(relaxed) == RtBridgedState::bypassed && watch_bypassed(frames);
  if (turn.now().holder() != TurnHolder::client) {
    keep_events(process.in_events);
    return false;
  }
  write_request(process);
  if (!turn.pass()) return false;
  if (bypassed) {
    asked_without_waiting_ = true;
    asked_budget_ns_ = block_ns(frames) / 2;
    return false;
  }
  const bool answered = turn.wait_for_answer(deadline_ns(process.steady_time, frames));
  if (!answered) good_frames_ = 0;
  return answered;
}

// Looks at what became of the turn that nobody waited for. False when the plugin may be heard again.
bool RtBridged::watch_bypassed(std::uint32_t frames) noexcept OMX_RT {
  if (!std::exchange(asked_without_waiting_, false)) return true;
  const std::uint64_t passed_ns = stage_->client().request.passed_ns.load(relaxed);
  const bool back = stage_->turn().now().holder() == TurnHolder::client;
  const bool in_time =
      back && stage_->stage().answer.returned_ns.load(relaxed) - passed_ns < asked_budget_ns_;
  asked_without_waiting_ = !back;
  good_frames_ = in_time ? good_frames_ + frames : 0;
  return static_cast<double>(good_frames_) < sample_rate_hz_;
}

void RtBridged::write_request(const clap_process_t& process) noexcept OMX_RT {
  if (!thread_) thread_ = settle_thread();
  StageRequest& request = stage_->client().request;
  std::uint64_t silent = 0;
  std::uint32_t channel = 0;
  for (std::uint32_t p = 0; p < process.audio_inputs_count; ++p) {
    const clap_audio_buffer_t& port = process.audio_inputs[p];
    for (std::uint32_t c = 0; c < port.channel_count && channel < stage_->shape().input_channels; ++c) {
      std::copy_n(port.data32[c], process.frames_count, stage_->input(channel));
      silent |= (port.constant_mask >> c & 1) << channel++;
    }
  }
  request.silent_inputs.store(silent, relaxed);
  request.orders.store(order_block | (reset_due_ ? order_reset : 0u), relaxed);
  reset_due_ = false;
  request.frames.store(process.frames_count, relaxed);
  request.steady_frames.store(static_cast<std::uint64_t>(process.steady_time), relaxed);
  request.events.store(write_events(process.in_events), relaxed);
  request.priority.store(thread_->priority, relaxed);
  request.processor.store(thread_->processor, relaxed);
  request.passed_ns.store(clock_ns(), relaxed);
}

std::uint32_t RtBridged::write_events(const clap_input_events_t* events) noexcept OMX_RT {
  StageEvent* const slots = stage_->client().events;
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < waiting_.size(); ++i) {
    RtEvent event = waiting_[i];
    event.header.time = 0;
    std::memcpy(slots[count++].bytes, event.bytes, sizeof event.bytes);
  }
  waiting_.clear();
  const std::uint32_t given = call_plugin(events->size, events);
  for (std::uint32_t i = 0; i < given && count < stage_event_capacity; ++i) {
    RtEvent event;
    if (!copy_event(call_plugin(events->get, events, i), event)) continue;
    note_value(event);
    std::memcpy(slots[count++].bytes, event.bytes, sizeof event.bytes);
  }
  return count;
}

void RtBridged::keep_events(const clap_input_events_t* events) noexcept OMX_RT {
  const std::uint32_t given = call_plugin(events->size, events);
  for (std::uint32_t i = 0; i < given; ++i) {
    RtEvent event;
    if (!copy_event(call_plugin(events->get, events, i), event)) continue;
    note_value(event);
    event.header.time = 0;
    if (may_wait(event)) waiting_.push(event.header);
  }
}

void RtBridged::note_value(const RtEvent& event) noexcept OMX_RT {
  if (is_core(event, CLAP_EVENT_PARAM_VALUE) && event.param_value.note_id < 0)
    values.report(event.param_value.param_id, event.param_value.value);
}

void RtBridged::take_outputs(const clap_process_t& process) noexcept OMX_RT {
  std::uint32_t channel = 0;
  for (std::uint32_t p = 0; p < process.audio_outputs_count; ++p) {
    clap_audio_buffer_t& port = process.audio_outputs[p];
    port.constant_mask = 0;
    for (std::uint32_t c = 0; c < port.channel_count && channel < stage_->shape().output_channels; ++c)
      std::copy_n(stage_->output(channel++), process.frames_count, port.data32[c]);
  }
}

void RtBridged::take_events(const clap_output_events_t* out) noexcept OMX_RT {
  const std::uint32_t count = std::min(stage_->stage().answer.events.load(relaxed), stage_event_capacity);
  for (std::uint32_t i = 0; i < count; ++i) {
    RtEvent event;
    std::memcpy(event.bytes, stage_->stage().events[i].bytes, sizeof event.bytes);
    if (event.header.size > sizeof event || is_core(event, CLAP_EVENT_MIDI_SYSEX)) continue;
    note_value(event);
    call_plugin(out->try_push, out, static_cast<const clap_event_header_t*>(&event.header));
  }
}

void RtBridged::flush(const clap_input_events_t* in, const clap_output_events_t* out) noexcept OMX_RT {
  adopt();
  if (stage_ == nullptr || stage_->turn().now().holder() != TurnHolder::client) return keep_events(in);
  StageRequest& request = stage_->client().request;
  request.orders.store(order_flush, relaxed);
  request.frames.store(0, relaxed);
  request.events.store(write_events(in), relaxed);
  request.passed_ns.store(clock_ns(), relaxed);
  asked_without_waiting_ = false;
  const bool answered = stage_->turn().pass() && stage_->turn().wait_for_answer(clock_ns() + flush_budget_ns);
  if (answered) take_events(out);
}

std::uint32_t RtBridged::tail_frames() noexcept OMX_RT {
  StageMemory* const stage = taken_.load(relaxed);
  return stage != nullptr ? stage->stage().answer.tail_frames.load(relaxed) : 0;
}

void RtBridged::count_dry(std::uint32_t frames) noexcept OMX_RT {
  add_to(dry_cycles_, std::uint64_t{1});
  const RtBridgedState now = state_.load(relaxed);
  if (stage_ == nullptr || stage_->turn().now().holder() == TurnHolder::gone) {
    if (now != RtBridgedState::absent) set_state(RtBridgedState::absent);
    return;
  }
  if (now == RtBridgedState::bypassed) return;
  if (window_frames_ <= frames) {
    window_frames_ = static_cast<std::uint64_t>(sample_rate_hz_);
    window_dry_ = 0;
  } else {
    window_frames_ -= frames;
  }
  if (++window_dry_ > late_limit) {
    good_frames_ = 0;
    asked_without_waiting_ = false;
    set_state(RtBridgedState::bypassed);
  } else if (now != RtBridgedState::late) {
    set_state(RtBridgedState::late);
  }
}

void RtBridged::set_state(RtBridgedState state) noexcept OMX_RT {
  state_.store(state, relaxed);
  call_plugin(host_->request_callback, host_);
}

std::uint64_t RtBridged::deadline_ns(std::int64_t steady_frames, std::uint32_t frames) const noexcept OMX_RT {
  const std::uint64_t asked_ns = stage_->client().request.passed_ns.load(relaxed);
  if (offline_.load(relaxed)) return asked_ns + offline_budget_ns;
  // The compiler distrusts thread-local variables; this one is constant-initialised in the program itself.
  OMX_RT_UNCHECKED_BEGIN
  if (cycle.steady_frames != steady_frames) cycle = {steady_frames, asked_ns};
  const std::uint64_t begin_ns = cycle.begin_ns;
  OMX_RT_UNCHECKED_END
  return bridged_deadline_ns(asked_ns, begin_ns, block_ns(frames));
}

std::uint64_t RtBridged::block_ns(std::uint32_t frames) const noexcept OMX_RT {
  return static_cast<std::uint64_t>(frames * 1e9 / sample_rate_hz_);
}

}  // namespace omx

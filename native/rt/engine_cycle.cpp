// The audio thread's side of RtEngine.
#include "rt/engine.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/rt_exempt.hpp"
#include "bridge/control_wake.hpp"
#include "bridge/status_counters.hpp"
#include "formats/clap/process/rt_audio_role.hpp"
#include "rt/block.hpp"
#include "rt/clock.hpp"
#include "rt/denormals.hpp"
#include "rt/transport.hpp"

namespace omx {

namespace {

std::uint64_t this_thread() noexcept OMX_RT {
  OMX_RT_UNCHECKED_BEGIN  // reads a register; the declaration has no mark
      return static_cast<std::uint64_t>(pthread_self());
  OMX_RT_UNCHECKED_END
}

// Asked once per thread: a system call that does not wait.
std::uint32_t thread_id() noexcept OMX_RT {
  const RtExempt once_per_thread;
  OMX_RT_UNCHECKED_BEGIN
  return static_cast<std::uint32_t>(syscall(SYS_gettid));
  OMX_RT_UNCHECKED_END
}

}  // namespace

void RtEngine::run(const RtCycle& cycle) noexcept OMX_RT {
  in_cycle_.store(true, std::memory_order_release);
  const RtAudioRole role;
  const RtFlushToZero no_denormals;
  const std::uint64_t begin_ns = rt_clock_ns();
  take_rate();
  note_beginning(cycle, begin_ns);
  adopt();
  if (current_ != nullptr) {
    reset_if_due(cycle.frame_time);
    run_blocks(cycle);
  }
  note_end(cycle, begin_ns);
  in_cycle_.store(false, std::memory_order_release);
}

void RtEngine::take_rate() noexcept OMX_RT {
  const std::uint32_t rate_hz = sample_rate_hz_.load(std::memory_order_relaxed);
  if (rate_hz == rate_hz_) return;
  rate_hz_ = rate_hz;
  watch_ = RtCycleWatch(rate_hz);
  meter_fall_ = RtMeterFall(rate_hz);
}

void RtEngine::note_beginning(const RtCycle& cycle, std::uint64_t begin_ns) noexcept OMX_RT {
  StatusClient* const status = options_.status;
  if (status == nullptr) return;
  if (const std::uint64_t thread = this_thread(); thread != thread_) {
    thread_ = thread;
    status->thread.store(thread_id(), std::memory_order_relaxed);
  }
  if (!cycle.real_time) return;
  const RtPunctuality punctuality = watch_.begin(begin_ns, cycle.frame_time, cycle.frames);
  if (punctuality.late) add_to(status->late_cycles, std::uint64_t{1});
  if (punctuality.missed_cycles > 0) {
    add_to(status->missed_cycles, std::uint64_t{punctuality.missed_cycles});
  }
}

void RtEngine::note_end(const RtCycle& cycle, std::uint64_t begin_ns) noexcept OMX_RT {
  StatusClient* const status = options_.status;
  if (status == nullptr) return;
  add_to(status->cycles, std::uint64_t{1});
  add_to(status->frames, std::uint64_t{cycle.frames});
  record_busy(*status, rt_clock_ns() - begin_ns);
}

void RtEngine::adopt() noexcept OMX_RT {
  if (published_.load(std::memory_order_relaxed) == nullptr) return;
  enter(published_.exchange(nullptr, std::memory_order_acquire));
}

// From here on the programs before this one are never looked at again.
void RtEngine::enter(RtProgram* program) noexcept OMX_RT {
  current_ = program;
  running_sequence_.store(program->sequence, std::memory_order_release);
  for (RtInstance* instance : program->to_stop) {
    const RtBlame blame(options_.status, instance->number, PluginCall::stop_processing);
    for (std::uint32_t i = 0; i < instance->copy_count; ++i) rt_plugin_stop(*instance->copies[i]);
    if (instance->status != nullptr) instance->status->flags.store(flag_inactive, std::memory_order_relaxed);
  }
  for (RtInstance* instance : program->to_reset) reset(*instance);
  if (options_.status != nullptr) {
    options_.status->latency_frames.store(program->latency_frames, std::memory_order_relaxed);
  }
}

void RtEngine::reset(RtInstance& instance) noexcept OMX_RT {
  const RtBlame blame(options_.status, instance.number, PluginCall::reset);
  for (std::uint32_t i = 0; i < instance.copy_count; ++i) rt_plugin_reset(*instance.copies[i]);
}

void RtEngine::reset_if_due(std::uint32_t frame_time) noexcept OMX_RT {
  if (!reset_request_.take(frame_time)) return;
  for (const RtStep& step : current_->steps) {
    if (step.kind == RtStepKind::process) reset(*current_->calls[step.index].instance);
  }
  for (const auto& line : current_->delay_lines) rt_delay_clear(*line);
  steady_time_frames_ = 0;
}

void RtEngine::run_blocks(const RtCycle& cycle) noexcept OMX_RT {
  RtBlock block{.cycle = cycle, .status = options_.status, .guards = guards_.read()};
  clap_event_transport_t transport;
  while (block.offset_frames < cycle.frames) {
    if (current_->next != nullptr && current_->position_frames >= current_->fade.length_frames()) {
      enter(current_->next);
    }
    const std::uint32_t left = cycle.frames - block.offset_frames;
    block.frames = left < current_->max_frames ? left : current_->max_frames;
    block.steady_time_frames = steady_time_frames_;
    block.peak_fall = meter_fall_.over(block.frames);
    if (cycle.transport != nullptr) {
      transport = rt_transport_event(*cycle.transport, rate_hz_, block.offset_frames);
      block.transport = &transport;
    }
    rt_run_block(*current_, block);
    block.offset_frames += block.frames;
    steady_time_frames_ += block.frames;
  }
  const bool settles = settle();
  if ((settles || block.instance_isolated) && options_.wake != nullptr) options_.wake->ring();
}

bool RtEngine::settle() noexcept OMX_RT {
  if (current_->next != nullptr) return false;
  if (settled_sequence_.load(std::memory_order_relaxed) == current_->sequence) return false;
  settled_sequence_.store(current_->sequence, std::memory_order_release);
  return true;
}

}  // namespace omx

#include "bridge-host/stage_loop.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bridge-host/crash_record.hpp"
#include "bridge/status_counters.hpp"
#include "control/fatal_signals.hpp"
#include "formats/clap/process/foreign_call.hpp"
#include "formats/clap/process/rt_audio_role.hpp"
#include "omx_contracts/status_page.hpp"
#include "rt/clock.hpp"
#include "rt/denormals.hpp"

namespace omx {

namespace {

constexpr auto relaxed = std::memory_order_relaxed;

// Processor time without a pause, after which a real-time thread is taken for lost.
constexpr rlim_t run_limit_us = 300'000;

// Says which call of the plugin the stage is in, while it lives.
class [[nodiscard]] StageBlame {
public:
  StageBlame(StageAnswer& answer, PluginCall call) noexcept OMX_RT : answer_(answer) {
    answer_.blame_call.store(static_cast<std::uint32_t>(call), relaxed);
  }
  ~StageBlame() OMX_RT { answer_.blame_call.store(0, relaxed); }
  StageBlame(const StageBlame&) = delete;
  StageBlame& operator=(const StageBlame&) = delete;

private:
  StageAnswer& answer_;
};

}  // namespace

StageLoop::StageLoop(RtPlugin& plugin, std::unique_ptr<StageMemory> memory, ControlWake& wake)
    : plugin_(plugin), memory_(std::move(memory)), wake_(wake),
      inputs_(std::size_t{memory_->shape().input_channels} * memory_->shape().max_frames) {
  sched_getaffinity(0, sizeof all_processors_, &all_processors_);
  set_crash_memory(memory_.get());
  thread_ = std::thread([this] {
    use_signal_stack();
    memory_->stage().answer.thread.store(static_cast<std::uint32_t>(syscall(SYS_gettid)), relaxed);
    run();
  });
}

StageLoop::~StageLoop() {
  memory_->turn().leave();
  thread_.join();
  set_crash_memory(nullptr);
}

std::string StageLoop::notice() {
  const int error = refused_error_.exchange(0);
  if (error == 0) return "";
  return std::string("its process runs without real-time priority: ") + std::strerror(error);
}

void StageLoop::run() noexcept OMX_RT {
  const RtAudioRole role;
  const RtFlushToZero flush_to_zero;
  TurnWord& turn = memory_->turn();
  for (;;) {
    if (turn.wait_for_turn() == TurnHolder::gone) break;
    take_turn();
    turn.give_back();
  }
  const StageBlame blame(memory_->stage().answer, PluginCall::stop_processing);
  rt_plugin_stop(plugin_);
}

void StageLoop::take_turn() noexcept OMX_RT {
  const StageRequest& request = memory_->client().request;
  StageAnswer& answer = memory_->stage().answer;
  follow_priority(request.priority.load(relaxed));
  follow_processor(request.processor.load(relaxed));
  const std::uint32_t orders = request.orders.load(relaxed);
  const std::uint32_t frames = std::min(request.frames.load(relaxed), memory_->shape().max_frames);
  if ((orders & order_reset) != 0) {
    const StageBlame blame(answer, PluginCall::reset);
    rt_plugin_reset(plugin_);
  }
  rt_plugin_begin(plugin_, frames);
  take_events(std::min(request.events.load(relaxed), stage_event_capacity));
  if ((orders & order_block) != 0)
    process(frames);
  else if ((orders & order_flush) != 0 && plugin_.params != nullptr) {
    const StageBlame blame(answer, PluginCall::flush);
    call_plugin(plugin_.params->flush, plugin_.plugin, plugin_.process.in_events, plugin_.process.out_events);
  }
  answer_events();
  answer.returned_ns.store(rt_clock_ns(), relaxed);
}

void StageLoop::process(std::uint32_t frames) noexcept OMX_RT {
  StageAnswer& answer = memory_->stage().answer;
  wire(frames);
  const auto steady = static_cast<std::int64_t>(memory_->client().request.steady_frames.load(relaxed));
  RtOutcome outcome = RtOutcome::error;
  {
    const StageBlame blame(answer, PluginCall::process);
    const std::uint64_t begin_ns = rt_clock_ns();
    outcome = rt_plugin_process(plugin_, frames, steady, false);
    const std::uint64_t busy_ns = rt_clock_ns() - begin_ns;
    answer.busy_last_ns.store(
        static_cast<std::uint32_t>(std::min<std::uint64_t>(busy_ns, UINT32_MAX)), relaxed);
    add_to(answer.busy_ns, busy_ns);
    add_to(answer.calls, std::uint64_t{1});
  }
  const clap_process_status status =
      outcome == RtOutcome::ran ? plugin_.last_status : clap_process_status{CLAP_PROCESS_ERROR};
  answer.status.store(static_cast<std::uint32_t>(status), relaxed);
  if (status == CLAP_PROCESS_TAIL && plugin_.tail != nullptr)
    answer.tail_frames.store(call_plugin(plugin_.tail->get, plugin_.plugin), relaxed);
}

void StageLoop::take_events(std::uint32_t count) noexcept OMX_RT {
  for (std::uint32_t i = 0; i < count; ++i) {
    RtEvent event;
    std::memcpy(event.bytes, memory_->client().events[i].bytes, sizeof event.bytes);
    plugin_.in_events.push(event.header);
  }
}

void StageLoop::wire(std::uint32_t frames) noexcept OMX_RT {
  const StageShape& shape = memory_->shape();
  const std::uint64_t silent = memory_->client().request.silent_inputs.load(relaxed);
  std::uint32_t channel = 0;
  for (std::uint32_t p = 0; p < plugin_.process.audio_inputs_count; ++p) {
    clap_audio_buffer_t& port = plugin_.inputs[p];
    port.constant_mask = 0;
    for (std::uint32_t c = 0; c < port.channel_count && channel < shape.input_channels; ++c, ++channel) {
      port.data32[c] = inputs_.data() + std::size_t{channel} * shape.max_frames;
      std::copy_n(memory_->input(channel), frames, port.data32[c]);
      port.constant_mask |= (silent >> channel & 1) << c;
    }
  }
  channel = 0;
  for (std::uint32_t p = 0; p < plugin_.process.audio_outputs_count; ++p) {
    clap_audio_buffer_t& port = plugin_.outputs[p];
    port.constant_mask = 0;
    for (std::uint32_t c = 0; c < port.channel_count && channel < shape.output_channels; ++c, ++channel)
      port.data32[c] = memory_->output(channel);
  }
}

void StageLoop::answer_events() noexcept OMX_RT {
  StageOwnPart& own = memory_->stage();
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < plugin_.out_events.size(); ++i) {
    const RtEvent& event = plugin_.out_events[i];
    const bool points_elsewhere =
        event.header.space_id == CLAP_CORE_EVENT_SPACE_ID && event.header.type == CLAP_EVENT_MIDI_SYSEX;
    if (points_elsewhere || count == stage_event_capacity) {
      add_to(own.answer.dropped_events, 1u);
      continue;
    }
    std::memcpy(own.events[count++].bytes, event.bytes, sizeof event.bytes);
  }
  own.answer.events.store(count, relaxed);
}

// A system call when the client's priority changes, and so nearly never.
void StageLoop::follow_priority(std::uint32_t of_client) noexcept OMX_RT {
  if (of_client == client_priority_) return;
  client_priority_ = of_client;
  sched_param param{};
  param.sched_priority = of_client > 1 ? static_cast<int>(of_client) - 1 : 0;
  const int policy = param.sched_priority > 0 ? SCHED_FIFO | SCHED_RESET_ON_FORK : SCHED_OTHER;
  const RtExempt once;
  OMX_RT_UNCHECKED_BEGIN
  const rlimit limit{run_limit_us, run_limit_us * 2};
  setrlimit(RLIMIT_RTTIME, &limit);
  const bool granted = sched_setscheduler(0, policy, &param) == 0;
  if (!granted) refused_error_.store(errno);
  OMX_RT_UNCHECKED_END
  memory_->stage().answer.priority.store(
      granted ? static_cast<std::uint32_t>(param.sched_priority) : 0, relaxed);
  if (!granted) wake_.ring();
}

// A system call when the client's processor changes, and so nearly never.
void StageLoop::follow_processor(std::uint32_t of_client) noexcept OMX_RT {
  if (of_client == client_processor_) return;
  client_processor_ = of_client;
  cpu_set_t wanted = all_processors_;
  if (of_client > 0 && of_client <= CPU_SETSIZE) {
    CPU_ZERO(&wanted);
    CPU_SET(of_client - 1, &wanted);
  }
  const RtExempt seldom;
  OMX_RT_UNCHECKED_BEGIN
  sched_setaffinity(0, sizeof wanted, &wanted);
  OMX_RT_UNCHECKED_END
}

}  // namespace omx

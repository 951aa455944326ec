/// One CLAP plugin as the audio thread sees it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include <clap/ext/params.h>
#include <clap/plugin.h>

#include "base/rt.hpp"
#include "bridge/spsc_ring.hpp"
#include "formats/clap/abi/tail.hpp"
#include "formats/clap/process/rt_audio_role.hpp"
#include "formats/clap/process/rt_event_list.hpp"
#include "formats/clap/process/rt_param_board.hpp"

namespace omx {

/// A parameter change on its way from control to the plugin.
struct RtParamChange {
  clap_id param_id;
  std::uint32_t time_frames;  ///< offset into the next block; past its end means its last frame
  void* cookie;               ///< as the plugin gave it for this parameter, or null
  double value;               ///< plain value, within the parameter's range
  std::uint32_t epoch = 0;    ///< RtPlugin::epoch when it was sent
};

/// What the audio thread knows of the plugin's state; only it writes.
enum class RtPluginState : std::uint32_t {
  stopped,     ///< start_processing is due before the next block
  processing,  ///< between start_processing and stop_processing
  asleep,      ///< stopped until input, an event or a request wakes it
  failed,      ///< start_processing was refused; not called again until activated anew
};

/// What came of a block.
enum class RtOutcome : std::uint32_t {
  ran,     ///< the outputs hold the plugin's sound
  asleep,  ///< not called: the caller zeroes the outputs
  error,   ///< the plugin failed: the caller discards the outputs
};

/// What plugins ask of the host, from any thread; whoever serves a request takes it by exchange(false).
struct RtRequests {
  std::atomic<bool> process{false};   ///< wake from sleep: served by the audio thread
  std::atomic<bool> flush{false};     ///< parameters to report: served by the next process or flush
  std::atomic<bool> callback{false};  ///< on_main_thread is due: served by control
  std::atomic<bool> restart{false};   ///< deactivate and activate: served by control
};

/// The buses of a plugin: channels of each audio port in order.
struct RtPluginShape {
  std::vector<std::uint32_t> input_channels;
  std::vector<std::uint32_t> output_channels;
  std::vector<clap_id> param_ids;  ///< all parameters that the plugin may report
};

/// Built on control, constant while a program holds it apart from what the audio thread owns. Not movable:
/// the plugin is given pointers into it.
///
/// The loop, per block: rt_plugin_begin(), push notes to in_events, write the channel pointers
/// `inputs[port].data32[channel]` and `outputs[port].data32[channel]`, rt_plugin_process(), read the note and
/// MIDI events in out_events, rt_plugin_settle(). Channel pointers are null until the loop has written them.
struct RtPlugin {
  /// [control] `plugin` must outlive this, and so must `requests`; without them it has its own.
  RtPlugin(const clap_plugin_t* plugin, const RtPluginShape& shape, RtRequests* requests = nullptr);
  RtPlugin(const RtPlugin&) = delete;
  RtPlugin& operator=(const RtPlugin&) = delete;

  const clap_plugin_t* const plugin;
  const clap_plugin_params_t* params = nullptr;  ///< null when the plugin has no parameters
  const abi::PluginTail* tail = nullptr;         ///< null when it reports no tail

  clap_audio_buffer_t* inputs;   ///< process.audio_inputs, one per input port; writable by the loop
  clap_audio_buffer_t* outputs;  ///< process.audio_outputs
  clap_process_t process{};      ///< filled in apart from frames_count and steady_time
  RtEventList in_events;
  RtEventList out_events;

  SpscRing<RtParamChange>
      changes;  ///< control → audio thread; a change that does not fit a block waits for the next
  std::atomic<std::uint32_t> epoch{0};  ///< counts states loaded; changes sent before the last one are void
  RtParamBoard reported;                ///< audio thread → control: values that the plugin changed itself
  RtRequests& requests;

  RtPluginState state = RtPluginState::stopped;  ///< audio thread's
  clap_process_status last_status = CLAP_PROCESS_CONTINUE;
  std::uint64_t quiet_frames = 0;  ///< frames since input and events ceased, for the tail
  bool was_idle = false;           ///< the last block had quiet inputs and no events

private:
  RtRequests own_requests_;
  std::vector<clap_audio_buffer_t> buffers_;  // inputs, then outputs
  std::vector<float*> channels_;              // data32 of all buffers
};

/// Starts a block of `frames`: clears both event lists and moves waiting parameter changes into in_events.
/// For a bypassed plugin call rt_plugin_flush() instead.
void rt_plugin_begin(RtPlugin& p, std::uint32_t frames) noexcept OMX_RT;

/// Runs one block of `frames` (at most the activated maximum). `steady_time` counts frames and never goes
/// back but at a reset. `inputs_quiet` says that all input channels are silence. Starts processing when
/// stopped, and wakes a sleeping plugin for input, events or a request. Parameter values among the events
/// handed back are moved to `reported`; notes and MIDI stay in out_events.
RtOutcome rt_plugin_process(
    RtPlugin& p, std::uint32_t frames, std::int64_t steady_time, bool inputs_quiet) noexcept OMX_RT;

/// After a block that ran: puts the plugin to sleep (stop_processing) when it said that it may and the input
/// is idle. `outputs_quiet` says that all of its output channels are silence.
void rt_plugin_settle(RtPlugin& p, bool outputs_quiet) noexcept OMX_RT;

/// Delivers waiting parameter changes without processing. Nothing happens when there are none and no flush
/// was requested. On the audio thread, or on control while the plugin is not active (CLAP's rule for flush).
void rt_plugin_flush(RtPlugin& p) noexcept OMX_RT;

/// Clears the plugin's sound memory. It stays in its state; a sleeping one stays asleep.
void rt_plugin_reset(RtPlugin& p) noexcept OMX_RT;

/// stop_processing when due; called on the audio thread before control deactivates.
void rt_plugin_stop(RtPlugin& p) noexcept OMX_RT;

}  // namespace omx

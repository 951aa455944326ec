/// One LV2 plugin as the audio thread sees it, driven as CLAP drives it.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include <clap/plugin.h>
#include <lv2/core/lv2.h>

#include "base/rt.hpp"
#include "formats/lv2/process/rt_byte_ring.hpp"
#include "formats/lv2/process/rt_event_port.hpp"
#include "formats/lv2/process/rt_gate.hpp"
#include "formats/lv2/process/rt_param.hpp"
#include "formats/lv2/process/rt_patch.hpp"
#include "formats/lv2/process/rt_transport.hpp"
#include "formats/lv2/process/rt_urids.hpp"
#include "formats/lv2/process/rt_worker.hpp"

namespace omx::lv2 {

/// An LV2 port of sound or control voltage: one channel of a CLAP audio port.
struct RtChannel {
  std::uint32_t port;     ///< LV2 index
  std::uint32_t bus;      ///< CLAP audio port
  std::uint32_t channel;  ///< in that
  float* base = nullptr;  ///< of this block; the port is connected to a place in it
  float* end = nullptr;   ///< of an output's block
  float* connected = nullptr;
};

/// Control ports that follow the host's transport.
struct RtTransportPorts {
  float* bar = nullptr;
  float* bar_beat = nullptr;
  float* beat = nullptr;
  float* beat_unit = nullptr;
  float* beats_per_bar = nullptr;
  float* beats_per_minute = nullptr;
  float* frame = nullptr;
  float* frames_per_second = nullptr;
  float* speed = nullptr;
  bool any = false;
};

/// How long the runs of a plugin must be.
enum class RtBlockRule : std::uint8_t {
  any,           ///< a block with parameter changes inside may be run in pieces
  whole,         ///< a block is one run
  power_of_two,  ///< a block is run in pieces that are powers of two, the largest first
  fixed,         ///< all runs are of the same length; what is shorter is filled up with silence
};

/// LV2 control ports hold one value per run(), so a block with parameter changes inside is run in pieces. A
/// piece begins at a multiple of this many frames and is at least as long, unless the block is shorter: a
/// change takes effect at the last such place at or before its own time, so up to 31 frames early (63 in the
/// last piece of a block that is no multiple of 32).
inline constexpr std::uint32_t shortest_piece_frames = 32;

/// Built on control; constant while the audio thread uses it, but for what is said to be its own.
struct RtLv2 {
  /// `message_bytes` is the longest message between control and the plugin.
  RtLv2(std::size_t param_count, std::uint32_t message_bytes)
      : params(param_count), to_plugin(2 * message_bytes), to_control(2 * message_bytes),
        message(message_bytes) {}
  RtLv2(const RtLv2&) = delete;
  RtLv2& operator=(const RtLv2&) = delete;

  const clap_host_t* host = nullptr;
  const LV2_Descriptor* descriptor = nullptr;
  LV2_Handle handle = nullptr;  ///< null until it is instantiated
  RtWorker* worker = nullptr;   ///< null when it has no work done

  std::vector<RtChannel> inputs;
  std::vector<RtChannel> outputs;
  std::vector<float> controls;  ///< a value per LV2 port, used by control ports
  RtParams params;
  std::vector<RtParam*> outgoing;  ///< output parameters
  std::vector<RtParam*> triggers;
  RtTransportPorts transport;
  RtUrids urids;
  std::vector<RtEventPort> event_inputs;
  std::vector<RtEventPort> event_outputs;
  RtEventPort* patch_port = nullptr;  ///< where patch messages go; null when the plugin takes none
  std::vector<RtProperty> properties;
  bool takes_position = false;
  std::optional<std::uint16_t> atom_space;  ///< the host's number for events that carry other atoms
  float* free_wheeling = nullptr;
  const float* latency = nullptr;

  std::uint32_t max_frames = 0;
  double sample_rate_hz = 0;
  RtBlockRule block_rule = RtBlockRule::any;
  std::uint32_t fixed_frames = 0;  ///< length of every run, for RtBlockRule::fixed
  std::vector<float> padding;      ///< for runs that are filled up: fixed_frames for each channel
  std::vector<float> silence;      ///< for inputs that the host gives nothing for; max_frames long
  std::vector<float> nowhere;      ///< for outputs that nobody takes; max_frames long
  std::vector<float> copies;       ///< room for inputs that share memory with an output, one after another

  RtByteRing to_plugin;            ///< control → audio thread: bodies of objects for the patch port
  RtByteRing to_control;           ///< audio thread → control: properties with their values
  std::vector<std::byte> message;  ///< audio thread's

  RtGate gate;
  std::atomic<bool> offline{false};
  std::atomic<std::uint32_t> latency_frames{0};          ///< as told to the host at activation
  std::atomic<std::uint32_t> running_latency_frames{0};  ///< as the plugin reported it last
  std::atomic<bool> state_changed{false};                ///< the plugin says that its state is another
  std::atomic<bool> callback_asked{false};               ///< control is on its way
  std::atomic<std::uint32_t> lost_events{0};             ///< that did not fit their port
  bool restart_asked = false;                            ///< audio thread's, since activation
  RtExpectedPosition expected_position;                  ///< audio thread's
  std::uint32_t block_frames = 0;                        ///< of the block under way
};

/// Runs a block. Outputs are silence while control has shut the gate.
clap_process_status rt_lv2_process(RtLv2& p, const clap_process_t& block) noexcept OMX_RT;

/// Asks the host to call control, once until it has come.
void rt_ask_for_callback(RtLv2& p) noexcept OMX_RT;

/// Takes parameter events without running. Properties wait for the next block.
void rt_lv2_flush(RtLv2& p, const clap_input_events_t& in, const clap_output_events_t& out) noexcept OMX_RT;

/// The frame at which a change at `time` takes effect in a block of `frames`: 0 unless blocks may be run in
/// pieces for that.
std::uint32_t rt_lv2_piece_start(const RtLv2& p, std::uint32_t time, std::uint32_t frames) noexcept OMX_RT;

/// A latency in frames as a control port says it: 0 for what is no count of frames.
std::uint32_t rt_lv2_latency(float value) noexcept OMX_RT;

}  // namespace omx::lv2

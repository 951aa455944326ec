/// The events of one block: what a plugin is given, and what it hands back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <clap/events.h>

#include "base/rt.hpp"

namespace omx {

/// Storage for one event of CLAP's core space: everything we pass is at most a cache line long
/// (the longest, a parameter value, takes 56 bytes on 64-bit machines).
union alignas(64) RtEvent {
  clap_event_header_t header;
  clap_event_note_t note;
  clap_event_note_expression_t expression;
  clap_event_param_value_t param_value;
  clap_event_param_mod_t param_mod;
  clap_event_param_gesture_t gesture;
  clap_event_midi_t midi;
  clap_event_midi_sysex_t sysex;
  clap_event_midi2_t midi2;
  std::byte bytes[64];
};
static_assert(sizeof(RtEvent) == 64);

/// A list of fixed capacity, always sorted by time; events of equal time stay in the order of their pushes.
/// Pushing copies the event, of system exclusive messages the bytes too. What does not fit is dropped and
/// counted. Memory is taken and zeroed at construction (control thread), so that the audio thread meets no
/// page fault; all else is the audio thread's. Plugins see it through input() or output(), so it stays where
/// it was built.
class RtEventList {
public:
  static constexpr std::uint32_t default_capacity = 256;
  static constexpr std::uint32_t sysex_capacity_bytes = 4096;

  explicit RtEventList(std::uint32_t capacity = default_capacity);
  RtEventList(const RtEventList&) = delete;
  RtEventList& operator=(const RtEventList&) = delete;

  /// Adds a copy; false when the list is full or the event is longer than an RtEvent.
  bool push(const clap_event_header_t& event) noexcept OMX_RT;

  void clear() noexcept OMX_RT {
    size_ = 0;
    sysex_bytes_ = 0;
  }

  std::uint32_t size() const noexcept OMX_RT { return size_; }
  bool empty() const noexcept OMX_RT { return size_ == 0; }
  bool full() const noexcept OMX_RT { return size_ == capacity_; }
  const RtEvent& operator[](std::uint32_t index) const noexcept OMX_RT { return events_.get()[index]; }

  /// Events dropped since construction.
  std::uint32_t dropped() const noexcept OMX_RT { return dropped_; }

  /// The list as a plugin reads it, valid as long as the list.
  const clap_input_events_t* input() const noexcept OMX_RT { return &input_; }
  /// The list as a plugin writes it. Pushes of events later than the block are the plugin's fault and kept as
  /// they are.
  const clap_output_events_t* output() const noexcept OMX_RT { return &output_; }

private:
  bool keep_sysex(clap_event_midi_sysex_t& event) noexcept OMX_RT;

  const std::uint32_t capacity_;
  const std::unique_ptr<RtEvent[]> events_;
  const std::unique_ptr<std::uint8_t[]> sysex_;
  std::uint32_t size_ = 0;
  std::uint32_t sysex_bytes_ = 0;
  std::uint32_t dropped_ = 0;
  clap_input_events_t input_;
  clap_output_events_t output_;
};

}  // namespace omx

#include "formats/clap/process/rt_event_list.hpp"

#include <cstring>

namespace omx {

namespace {

std::uint32_t list_size(const clap_input_events_t* list) noexcept OMX_RT {
  return static_cast<const RtEventList*>(list->ctx)->size();
}

const clap_event_header_t* list_get(const clap_input_events_t* list, std::uint32_t index) noexcept OMX_RT {
  const auto& events = *static_cast<const RtEventList*>(list->ctx);
  return index < events.size() ? &events[index].header : nullptr;
}

bool list_push(const clap_output_events_t* list, const clap_event_header_t* event) noexcept OMX_RT {
  return event != nullptr && static_cast<RtEventList*>(list->ctx)->push(*event);
}

}  // namespace

RtEventList::RtEventList(std::uint32_t capacity)
    : capacity_(capacity), events_(std::make_unique<RtEvent[]>(capacity)),
      sysex_(std::make_unique<std::uint8_t[]>(sysex_capacity_bytes)), input_{this, list_size, list_get},
      output_{this, list_push} {}

bool RtEventList::push(const clap_event_header_t& event) noexcept OMX_RT {
  if (size_ == capacity_ || event.size < sizeof event || event.size > sizeof(RtEvent)) {
    ++dropped_;
    return false;
  }
  RtEvent copy;
  std::memcpy(copy.bytes, &event, event.size);
  const bool sysex = event.space_id == CLAP_CORE_EVENT_SPACE_ID && event.type == CLAP_EVENT_MIDI_SYSEX;
  if (sysex && !keep_sysex(copy.sysex)) {
    ++dropped_;
    return false;
  }
  // Insertion from the end: events mostly arrive in order, and those of equal time keep theirs.
  RtEvent* const events = events_.get();
  std::uint32_t at = size_;
  while (at > 0 && events[at - 1].header.time > event.time) {
    events[at] = events[at - 1];
    --at;
  }
  events[at] = copy;
  ++size_;
  return true;
}

bool RtEventList::keep_sysex(clap_event_midi_sysex_t& event) noexcept OMX_RT {
  if (event.header.size < sizeof event || event.size > sysex_capacity_bytes - sysex_bytes_) return false;
  std::uint8_t* const kept = sysex_.get() + sysex_bytes_;
  std::memcpy(kept, event.buffer, event.size);
  event.buffer = kept;
  sysex_bytes_ += event.size;
  return true;
}

}  // namespace omx

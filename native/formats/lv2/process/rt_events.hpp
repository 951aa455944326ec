/// Reading and writing CLAP's event lists.
#pragma once

#include <cstdint>

#include <clap/events.h>

#include "base/rt.hpp"
#include "formats/clap/process/foreign_call.hpp"

namespace omx::lv2 {

/// The list of one block, read by a cursor of its own for each use.
class RtEventReader {
public:
  explicit RtEventReader(const clap_input_events_t& list) noexcept OMX_RT
      : list_(list),
        count_(call_plugin(list.size, &list)) {}

  bool at_end() const noexcept OMX_RT { return next_ >= count_; }
  /// The event at the cursor, null for one that the host does not hand over.
  const clap_event_header_t* peek() const noexcept OMX_RT { return call_plugin(list_.get, &list_, next_); }
  void advance() noexcept OMX_RT { ++next_; }
  std::uint32_t count() const noexcept OMX_RT { return count_; }

private:
  const clap_input_events_t& list_;
  const std::uint32_t count_;
  std::uint32_t next_ = 0;
};

/// An event of CLAP's core space, if it is one of that type and size; else null.
template <typename Event>
const Event* event_as(const clap_event_header_t* event, std::uint16_t type) noexcept OMX_RT {
  if (event == nullptr || event->space_id != CLAP_CORE_EVENT_SPACE_ID || event->type != type) return nullptr;
  return event->size >= sizeof(Event) ? reinterpret_cast<const Event*>(event) : nullptr;
}

/// Tells the host a parameter's value; false when its list is full.
bool push_param_value(
    const clap_output_events_t& out, std::uint32_t time, clap_id id, double value) noexcept OMX_RT;

}  // namespace omx::lv2

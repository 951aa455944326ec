#include "formats/lv2/process/rt_events.hpp"

namespace omx::lv2 {

bool push_param_value(
    const clap_output_events_t& out, std::uint32_t time, clap_id id, double value) noexcept OMX_RT {
  clap_event_param_value_t event{};
  event.header = {sizeof event, time, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_PARAM_VALUE, 0};
  event.param_id = id;
  event.note_id = -1;
  event.port_index = -1;
  event.channel = -1;
  event.key = -1;
  event.value = value;
  return call_plugin(out.try_push, &out, static_cast<const clap_event_header_t*>(&event.header));
}

}  // namespace omx::lv2

/// CLAP's event registry, declared from its published interface: the headers we build with lack it.
#pragma once

#include <cstdint>

#include <clap/host.h>

namespace omx::lv2 {

inline constexpr char event_registry_id[] = "clap.event-registry";

struct HostEventRegistry {
  /// The number of a space of events; false when the host knows none of that name. [main-thread]
  bool(CLAP_ABI* query)(const clap_host_t* host, const char* space_name, std::uint16_t* space_id);
};

}  // namespace omx::lv2

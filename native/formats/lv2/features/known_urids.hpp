/// The URIs that we know by number.
#pragma once

#include "formats/lv2/process/rt_urids.hpp"

namespace omx::lv2 {

/// From the table of the process.
RtUrids map_urids();

}  // namespace omx::lv2

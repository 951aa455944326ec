/// Numbers for URIs, one table for the direct calls of this process.
#pragma once

#include <lv2/urid/urid.h>

namespace omx::bench {

LV2_URID map_urid(const char* uri);
LV2_URID_Map* urid_map();
LV2_URID_Unmap* urid_unmap();

}  // namespace omx::bench

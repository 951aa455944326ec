/// The numbers of the URIs that the audio thread works with.
#pragma once

#include <lv2/urid/urid.h>

namespace omx::lv2 {

/// Filled in on control by map_urids().
struct RtUrids {
  // Atoms
  LV2_URID boolean = 0, chunk = 0, double_ = 0, float_ = 0, int_ = 0, long_ = 0, object = 0, path = 0,
           sequence = 0, string = 0, uri = 0, urid = 0, blank = 0, resource = 0;
  LV2_URID midi_event = 0;
  // Patch messages
  LV2_URID patch_get = 0, patch_set = 0, patch_put = 0, patch_property = 0, patch_value = 0, patch_body = 0;
  // Position
  LV2_URID position = 0, bar = 0, bar_beat = 0, beat = 0, beat_unit = 0, beats_per_bar = 0,
           beats_per_minute = 0, frame = 0, frames_per_second = 0, speed = 0;
  LV2_URID state_changed = 0;
};

}  // namespace omx::lv2

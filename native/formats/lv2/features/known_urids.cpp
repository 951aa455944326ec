#include "formats/lv2/features/known_urids.hpp"

#include <lv2/atom/atom.h>
#include <lv2/midi/midi.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>

#include "formats/lv2/features/urid_map.hpp"

namespace omx::lv2 {

RtUrids map_urids() {
  UridMap& map = UridMap::process();
  RtUrids u;
  u.boolean = map.map(LV2_ATOM__Bool);
  u.chunk = map.map(LV2_ATOM__Chunk);
  u.double_ = map.map(LV2_ATOM__Double);
  u.float_ = map.map(LV2_ATOM__Float);
  u.int_ = map.map(LV2_ATOM__Int);
  u.long_ = map.map(LV2_ATOM__Long);
  u.object = map.map(LV2_ATOM__Object);
  u.blank = map.map(LV2_ATOM__Blank);
  u.resource = map.map(LV2_ATOM__Resource);
  u.path = map.map(LV2_ATOM__Path);
  u.sequence = map.map(LV2_ATOM__Sequence);
  u.string = map.map(LV2_ATOM__String);
  u.uri = map.map(LV2_ATOM__URI);
  u.urid = map.map(LV2_ATOM__URID);
  u.midi_event = map.map(LV2_MIDI__MidiEvent);
  u.patch_get = map.map(LV2_PATCH__Get);
  u.patch_set = map.map(LV2_PATCH__Set);
  u.patch_put = map.map(LV2_PATCH__Put);
  u.patch_property = map.map(LV2_PATCH__property);
  u.patch_value = map.map(LV2_PATCH__value);
  u.patch_body = map.map(LV2_PATCH__body);
  u.position = map.map(LV2_TIME__Position);
  u.bar = map.map(LV2_TIME__bar);
  u.bar_beat = map.map(LV2_TIME__barBeat);
  u.beat = map.map(LV2_TIME__beat);
  u.beat_unit = map.map(LV2_TIME__beatUnit);
  u.beats_per_bar = map.map(LV2_TIME__beatsPerBar);
  u.beats_per_minute = map.map(LV2_TIME__beatsPerMinute);
  u.frame = map.map(LV2_TIME__frame);
  u.frames_per_second = map.map(LV2_TIME__framesPerSecond);
  u.speed = map.map(LV2_TIME__speed);
  u.state_changed = map.map(LV2_STATE__StateChanged);
  return u;
}

}  // namespace omx::lv2

#include "lv2/tempo_reader.hpp"

#include <cstdint>

#include <lv2/atom/util.h>
#include <lv2/time/time.h>

namespace omx::lv2 {

TempoReader::TempoReader(LV2_URID_Map& map) {
  const auto urid = [&map](const char* uri) { return map.map(map.handle, uri); };
  object_ = urid(LV2_ATOM__Object);
  blank_ = urid(LV2_ATOM__Blank);
  position_ = urid(LV2_TIME__Position);
  beats_per_minute_ = urid(LV2_TIME__beatsPerMinute);
  float_ = urid(LV2_ATOM__Float);
  double_ = urid(LV2_ATOM__Double);
  int_ = urid(LV2_ATOM__Int);
}

std::optional<double> TempoReader::tempo_of(const LV2_Atom_Event& event) const noexcept {
  if ((event.body.type != object_ && event.body.type != blank_) ||
      event.body.size < sizeof(LV2_Atom_Object_Body)) {
    return std::nullopt;
  }
  const auto& object = reinterpret_cast<const LV2_Atom_Object&>(event.body);
  if (object.body.otype != position_) {
    return std::nullopt;
  }
  LV2_ATOM_OBJECT_FOREACH(&object, property) {
    if (property->key == beats_per_minute_) {
      return number(property->value);
    }
  }
  return std::nullopt;
}

std::optional<double> TempoReader::number(const LV2_Atom& atom) const noexcept {
  if (atom.type == float_ && atom.size == sizeof(float)) {
    return static_cast<double>(reinterpret_cast<const LV2_Atom_Float&>(atom).body);
  }
  if (atom.type == double_ && atom.size == sizeof(double)) {
    return reinterpret_cast<const LV2_Atom_Double&>(atom).body;
  }
  if (atom.type == int_ && atom.size == sizeof(std::int32_t)) {
    return static_cast<double>(reinterpret_cast<const LV2_Atom_Int&>(atom).body);
  }
  return std::nullopt;
}

}  // namespace omx::lv2

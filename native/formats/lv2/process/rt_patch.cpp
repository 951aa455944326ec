#include "formats/lv2/process/rt_patch.hpp"

#include <array>

#include "formats/lv2/process/rt_events.hpp"
#include "formats/lv2/process/rt_lv2.hpp"
#include "formats/lv2/process/rt_object.hpp"

namespace omx::lv2 {

namespace {

void put_number(RtObjectBuilder& object, const RtUrids& u, RtNumber kind, double value) noexcept OMX_RT {
  switch (kind) {
  case RtNumber::boolean:
    return object.put(u.patch_value, u.boolean, std::int32_t{value > 0.5 ? 1 : 0});
  case RtNumber::int32:
    return object.put(u.patch_value, u.int_, static_cast<std::int32_t>(value));
  case RtNumber::int64:
    return object.put(u.patch_value, u.long_, static_cast<std::int64_t>(value));
  case RtNumber::float32:
    return object.put(u.patch_value, u.float_, static_cast<float>(value));
  case RtNumber::float64:
    return object.put(u.patch_value, u.double_, value);
  case RtNumber::none:
    return;
  }
}

template <typename Value>
double body_as(const LV2_Atom& atom) noexcept OMX_RT {
  Value value{};
  std::memcpy(&value, &atom + 1, sizeof value);
  return static_cast<double>(value);
}

/// Whatever numeric type the plugin chose; false for none.
bool number_of(const RtUrids& u, const LV2_Atom& atom, double& value) noexcept OMX_RT {
  const bool four = atom.size == sizeof(float);
  const bool eight = atom.size == sizeof(double);
  if (four && atom.type == u.float_)
    value = body_as<float>(atom);
  else if (four && (atom.type == u.int_ || atom.type == u.boolean))
    value = body_as<std::int32_t>(atom);
  else if (eight && atom.type == u.double_)
    value = body_as<double>(atom);
  else if (eight && atom.type == u.long_)
    value = body_as<std::int64_t>(atom);
  else
    return false;
  return true;
}

RtProperty* find(RtLv2& p, LV2_URID key) noexcept OMX_RT {
  for (RtProperty& property : p.properties) {
    if (property.key == key) return &property;
  }
  return nullptr;
}

void take_value(
    RtLv2& p, LV2_URID key, const LV2_Atom& value, const clap_output_events_t& out,
    std::uint32_t time) noexcept OMX_RT {
  RtProperty* const property = find(p, key);
  if (property == nullptr) return;
  double number = 0;
  if (property->param != nullptr) {
    if (!number_of(p.urids, value, number)) return;
    property->param->value.store(number, std::memory_order_relaxed);
    push_param_value(out, time, property->param->id, number);
    return;
  }
  const LV2_Atom_Property_Body head{key, 0, value};
  if (p.to_control.push(&head, sizeof head, &value + 1, value.size)) rt_ask_for_callback(p);
}

}  // namespace

void rt_send_property(RtLv2& p, const RtParam& param, std::uint32_t time) noexcept OMX_RT {
  if (p.patch_port == nullptr) return;
  const RtProperty& property = p.properties[param.property];
  std::array<std::byte, 128> memory;
  RtObjectBuilder object(memory, p.urids.patch_set);
  object.put(p.urids.patch_property, p.urids.urid, property.key);
  put_number(object, p.urids, property.number, param.value.load(std::memory_order_relaxed));
  RtSequenceWriter::append(
      p.patch_port->buffer(), p.patch_port->capacity_bytes, time, p.urids.object, object.data(),
      object.size());
}

bool rt_take_patch(
    RtLv2& p, const LV2_Atom& object, const clap_output_events_t& out, std::uint32_t time) noexcept OMX_RT {
  const void* const body = &object + 1;
  const LV2_URID type = RtObjectReader(body, object.size).type();
  if (type == p.urids.patch_set) {
    const LV2_Atom* const key = RtObjectReader::find(body, object.size, p.urids.patch_property);
    const LV2_Atom* const value = RtObjectReader::find(body, object.size, p.urids.patch_value);
    if (key == nullptr || value == nullptr || key->size != sizeof(LV2_URID)) return true;
    take_value(p, reinterpret_cast<const LV2_Atom_URID*>(key)->body, *value, out, time);
    return true;
  }
  if (type != p.urids.patch_put) return false;
  const LV2_Atom* const values = RtObjectReader::find(body, object.size, p.urids.patch_body);
  if (values == nullptr) return true;
  RtObjectReader reader(values + 1, values->size);
  while (const LV2_Atom_Property_Body* const property = reader.next())
    take_value(p, property->key, property->value, out, time);
  return true;
}

}  // namespace omx::lv2

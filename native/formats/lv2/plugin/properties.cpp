#include "formats/lv2/plugin/properties.hpp"

#include <algorithm>
#include <vector>

#include "formats/lv2/features/urid_map.hpp"
#include "formats/lv2/process/rt_object.hpp"

namespace omx::lv2 {

namespace {

LV2_URID atom_type(const RtUrids& u, PropertyType type) {
  if (type == PropertyType::path) return u.path;
  return type == PropertyType::uri ? u.uri : u.string;
}

std::string text_of(const LV2_Atom& value) {
  const auto* const text = reinterpret_cast<const char*>(&value + 1);
  return {text, std::find(text, text + value.size, '\0')};
}

}  // namespace

const std::string* Properties::uri(std::uint32_t index) const {
  for (const PropertyModel& property : model_.properties) {
    if (!property.numeric() && index-- == 0) return &property.uri;
  }
  return nullptr;
}

std::uint32_t Properties::count() const {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(model_.properties, [](const PropertyModel& p) { return !p.numeric(); }));
}

const PropertyModel* Properties::find(const std::string& uri) const {
  const auto found = std::ranges::find(model_.properties, uri, &PropertyModel::uri);
  return found != model_.properties.end() && !found->numeric() ? &*found : nullptr;
}

bool Properties::set(const std::string& uri, const std::string& value) {
  const PropertyModel* const property = find(uri);
  if (property == nullptr || !property->writable || rt_.patch_port == nullptr) return false;
  std::vector<std::byte> memory(rt_.message.size());
  RtObjectBuilder object(memory, rt_.urids.patch_set);
  object.put(rt_.urids.patch_property, rt_.urids.urid, UridMap::process().map(uri.c_str()));
  object.put(
      rt_.urids.patch_value, atom_type(rt_.urids, property->type), value.c_str(),
      static_cast<std::uint32_t>(value.size() + 1));
  if (!object.good() || !rt_.to_plugin.push(object.data(), object.size())) return false;
  values_[uri] = value;
  return true;
}

std::optional<std::string> Properties::get(const std::string& uri) {
  collect();
  const auto found = values_.find(uri);
  return found != values_.end() ? std::optional(found->second) : std::nullopt;
}

void Properties::ask() {
  if (rt_.patch_port == nullptr || model_.properties.empty()) return;
  std::array<std::byte, 64> memory;
  const RtObjectBuilder object(memory, rt_.urids.patch_get);
  rt_.to_plugin.push(object.data(), object.size());
}

void Properties::collect() {
  std::vector<std::uint64_t> memory;
  while (const std::uint32_t size = rt_.to_control.next_size()) {
    memory.resize(size / sizeof(std::uint64_t) + 1);
    rt_.to_control.pop(memory.data());
    const auto& property = *reinterpret_cast<const LV2_Atom_Property_Body*>(memory.data());
    if (size < sizeof property || property.value.size > size - sizeof property) continue;
    take(property.key, property.value);
  }
}

void Properties::take(LV2_URID key, const LV2_Atom& value) {
  const char* const uri = UridMap::process().unmap(key);
  const RtUrids& u = rt_.urids;
  const bool is_text = value.type == u.string || value.type == u.path || value.type == u.uri;
  if (uri != nullptr && is_text && find(uri) != nullptr) values_[uri] = text_of(value);
}

}  // namespace omx::lv2

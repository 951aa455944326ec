#include "formats/lv2/features/urid_map.hpp"

namespace omx::lv2 {

UridMap& UridMap::process() {
  static UridMap map;
  return map;
}

UridMap::UridMap()
    : map_{
          this,
          [](LV2_URID_Map_Handle self, const char* uri) { return static_cast<UridMap*>(self)->map(uri); }},
      unmap_{this, [](LV2_URID_Unmap_Handle self, LV2_URID urid) {
               return static_cast<const UridMap*>(self)->unmap(urid);
             }} {}

LV2_URID UridMap::map(const char* uri) {
  if (uri == nullptr) return 0;
  const std::scoped_lock lock(mutex_);
  const auto found = numbers_.find(uri);
  if (found != numbers_.end()) return found->second;
  const std::string& kept = uris_.emplace_back(uri);
  const auto urid = static_cast<LV2_URID>(uris_.size());
  numbers_.emplace(kept, urid);
  return urid;
}

const char* UridMap::unmap(LV2_URID urid) const {
  const std::scoped_lock lock(mutex_);
  return urid == 0 || urid > uris_.size() ? nullptr : uris_[urid - 1].c_str();
}

}  // namespace omx::lv2

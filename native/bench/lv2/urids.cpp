#include "bench/lv2/urids.hpp"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace omx::bench {
namespace {

struct Table {
  std::mutex mutex;
  std::map<std::string, LV2_URID> numbers;
  std::vector<const char*> uris;
};

Table& table() {
  static Table only;
  return only;
}

}  // namespace

LV2_URID map_urid(const char* uri) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  const auto [place, is_new] = all.numbers.try_emplace(uri, 0);
  if (is_new) {
    all.uris.push_back(place->first.c_str());
    place->second = static_cast<LV2_URID>(all.uris.size());
  }
  return place->second;
}

LV2_URID_Map* urid_map() {
  static LV2_URID_Map map{nullptr, [](LV2_URID_Map_Handle, const char* uri) { return map_urid(uri); }};
  return &map;
}

LV2_URID_Unmap* urid_unmap() {
  static LV2_URID_Unmap unmap{nullptr, [](LV2_URID_Unmap_Handle, LV2_URID number) -> const char* {
                                Table& all = table();
                                const std::lock_guard lock(all.mutex);
                                return number == 0 || number > all.uris.size() ? nullptr
                                                                               : all.uris[number - 1];
                              }};
  return &unmap;
}

}  // namespace omx::bench

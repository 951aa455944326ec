/// Numbers for URIs.
#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include <lv2/urid/urid.h>

namespace omx::lv2 {

/// One table per process: a number means the same to every plugin in it, so that atoms may travel between
/// them. Any thread; the texts handed out stay. Plugins are meant to map when they are made, not while they
/// run, and those that do not heed that wait here for one another.
class UridMap {
public:
  static UridMap& process();

  UridMap(const UridMap&) = delete;
  UridMap& operator=(const UridMap&) = delete;

  /// 0 for null.
  LV2_URID map(const char* uri);
  /// Null for a number that was never handed out.
  const char* unmap(LV2_URID urid) const;

  LV2_URID_Map* map_feature() { return &map_; }
  LV2_URID_Unmap* unmap_feature() { return &unmap_; }

private:
  UridMap();

  mutable std::mutex mutex_;
  std::deque<std::string> uris_;  // of 1, 2, 3 …
  std::unordered_map<std::string_view, LV2_URID> numbers_;
  LV2_URID_Map map_;
  LV2_URID_Unmap unmap_;
};

}  // namespace omx::lv2

#include "formats/lv2/features/feature_set.hpp"

#include <lv2/buf-size/buf-size.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>

#include "formats/lv2/features/urid_map.hpp"

namespace omx::lv2 {

FeatureSet::FeatureSet() {
  add(LV2_URID__map, UridMap::process().map_feature());
  add(LV2_URID__unmap, UridMap::process().unmap_feature());
  for (const char* const mark :
       {LV2_BUF_SIZE__boundedBlockLength, LV2_STATE__loadDefaultState, LV2_STATE__threadSafeRestore,
        LV2_CORE__isLive, LV2_CORE__hardRTCapable, LV2_CORE__inPlaceBroken})
    add(mark, nullptr);
}

void FeatureSet::add(const char* uri, void* data) {
  features_.push_back({uri, data});
}

const LV2_Feature* const* FeatureSet::list() {
  list_.clear();
  for (const LV2_Feature& feature : features_) list_.push_back(&feature);
  list_.push_back(nullptr);
  return list_.data();
}

}  // namespace omx::lv2

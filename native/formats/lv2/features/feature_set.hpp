/// The features that one plugin is given.
#pragma once

#include <vector>

#include <lv2/core/lv2.h>

namespace omx::lv2 {

/// An array as instantiate() wants it. What the features point to must live as long as the plugin.
class FeatureSet {
public:
  /// With those that are the same for every plugin: urid map and unmap, and the marks without data.
  FeatureSet();
  FeatureSet(const FeatureSet&) = delete;
  FeatureSet& operator=(const FeatureSet&) = delete;

  void add(const char* uri, void* data);

  /// Ended by null; valid until the next add().
  const LV2_Feature* const* list();

private:
  std::vector<LV2_Feature> features_;
  std::vector<const LV2_Feature*> list_;
};

}  // namespace omx::lv2

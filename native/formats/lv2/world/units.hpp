/// Units of values.
#pragma once

#include "formats/lv2/model/plugin_model.hpp"
#include "formats/lv2/world/bundle_world.hpp"

namespace omx::lv2 {

/// The unit of `subject` (a port or property): one of the units extension's, or one that the plugin
/// describes.
Unit read_unit(const BundleWorld& world, const LilvNode* subject);

}  // namespace omx::lv2

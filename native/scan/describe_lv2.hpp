/// An LV2 plugin as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "formats/lv2/model/plugin_model.hpp"

namespace omx {

/// An object of pluginSchema with `params`, an array of parameterSchema, of what the Turtle says. Parameters
/// are named by their symbols; ranges that are multiples of the sample rate are those at 48 kHz. `bundle` is
/// its folder as it was named.
std::string
describe_lv2_plugin(const lv2::PluginModel& model, const std::string& bundle, std::uint32_t latency_frames);

}  // namespace omx

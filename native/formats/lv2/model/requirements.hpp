/// What we offer to plugins, and whether that is enough for one.
#pragma once

#include <span>

#include "formats/lv2/model/plugin_model.hpp"

namespace omx::lv2 {

/// URIs of the features that a plugin may require: it is given them, or they hold for it.
std::span<const char* const> offered_features();
/// URIs of the options that every plugin is given.
std::span<const char* const> offered_options();

/// Required features and options, and ports that cannot be connected.
Verdict judge_requirements(const PluginModel& model);

}  // namespace omx::lv2

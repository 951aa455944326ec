/// Whether an LV2 plugin can be had, and why not.
#pragma once

#include <string>

namespace omx {

/// An object of explanationSchema. Reads the plugin's description in this process, never its code.
std::string explain_lv2_plugin(const std::string& uri);

}  // namespace omx

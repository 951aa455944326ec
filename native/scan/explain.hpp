/// Single LV2 plugins by their URIs.
#pragma once

#include <string>

namespace omx {

/// An object of explanationSchema. Reads the plugin's description in this process, never its code.
std::string explain_lv2_plugin(const std::string& uri);

/// An object of pluginSchema as describe_lv2_plugin() makes it; empty when no bundle holds the plugin.
std::string describe_lv2_uri(const std::string& uri);

}  // namespace omx

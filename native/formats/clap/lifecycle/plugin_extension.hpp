/// Small helpers for reading what a plugin hands over.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <clap/plugin.h>

namespace omx {

/// A plugin's extension, null when it lacks it.
template <typename Extension>
const Extension* plugin_extension(const clap_plugin_t* plugin, const char* id) {
  return static_cast<const Extension*>(plugin->get_extension(plugin, id));
}

/// The text in an array of a plugin's, whether it is terminated or not.
template <std::size_t size>
std::string text_of(const char (&text)[size]) {
  return {text, std::find(text, text + size, '\0')};
}

}  // namespace omx

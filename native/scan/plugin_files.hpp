/// Plugin files and bundles in folders.
#pragma once

#include <string>
#include <vector>

namespace omx {

/// Whether a folder is an LV2 bundle: it has a manifest.ttl.
bool is_lv2_bundle(const std::string& path);

/// The files and LV2 bundles named, and the .clap files and bundles below the folders named; each once,
/// folders in order of name, CLAP before LV2. What does not exist is kept, so that it can be reported.
std::vector<std::string> find_plugin_files(const std::vector<std::string>& paths);

}  // namespace omx

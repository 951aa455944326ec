/// Plugin files in folders.
#pragma once

#include <string>
#include <vector>

namespace omx {

/// The files named, and those below the folders named that end in .clap; each once, folders in order of name.
/// What does not exist is kept, so that it can be reported.
std::vector<std::string> find_plugin_files(const std::vector<std::string>& paths);

}  // namespace omx

/// Where LV2 bundles are.
#pragma once

#include <string>
#include <vector>

namespace omx::lv2 {

/// The folders of LV2_PATH, or the system's usual ones when it is not set; ~ stands for HOME. In order of
/// precedence, each once, without a slash at the end. They need not exist.
std::vector<std::string> lv2_path();

/// Our folder for caches, made when it is missing; empty when there is none to be had.
std::string cache_folder();

}  // namespace omx::lv2

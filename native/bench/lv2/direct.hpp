/// An LV2 plugin called through lilv, as directly as the format allows.
#pragma once

#include <memory>
#include <string>

#include "bench/lv2/stage.hpp"

namespace omx::bench {

/// The plugin, with its control ports at their defaults, playing; null with a sentence in `problem`.
std::unique_ptr<Player>
open_direct(const std::string& uri, const Setup& setup, Stage& stage, std::string& problem);

}  // namespace omx::bench

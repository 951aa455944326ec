/// An LV2 plugin through the adapter, by the C header that everybody can use.
#pragma once

#include <memory>
#include <string>

#include "bench/lv2/stage.hpp"

namespace omx::bench {

/// The plugin, with its parameters at their defaults, playing; null with a sentence in `problem`.
std::unique_ptr<Player>
open_adapted(const std::string& uri, const Setup& setup, Stage& stage, std::string& problem);

}  // namespace omx::bench

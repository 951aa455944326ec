/// A plugin as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "formats/clap/lifecycle/clap_instance.hpp"

namespace omx {

/// An object of pluginSchema with `params`, an array of parameterSchema. `path` is that of the file as it was
/// named.
std::string describe_plugin(ClapInstance& instance, const std::string& path, std::uint32_t latency_frames);

}  // namespace omx

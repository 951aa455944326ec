/// The state of plugins that keep none themselves: their parameters.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "formats/clap/lifecycle/clap_params.hpp"

namespace omx {

/// All parameters that can be set, as text: a line that names the format, then `<id> <value>` a line.
std::vector<std::byte> write_param_state(const std::vector<ClapParam>& params);

/// Reads it back; nothing when it is not in that format. The ids may be those of another version of the
/// plugin.
std::optional<std::vector<std::pair<clap_id, double>>> read_param_state(std::span<const std::byte> state);

}  // namespace omx

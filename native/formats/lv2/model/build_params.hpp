/// The parameters of a plugin: its control ports and numeric properties.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/lv2/model/plugin_model.hpp"

namespace omx::lv2 {

/// The id that a symbol (or the URI of a property) has by itself: FNV-1a of 32 bits (Fowler, Noll, Vo 1991),
/// with CLAP's invalid id replaced by 0. So an id outlives every change of the plugin but of the symbol.
std::uint32_t param_id_of(std::string_view symbol);

/// Control ports in the order of their indices, but for those that the host serves itself (free-wheeling),
/// then numeric properties by URI. When two symbols share an id, the one that comes later in byte order takes
/// the id of itself with a ' appended, and so on until it is free.
std::vector<ParamModel> build_params(const PluginModel& model);

}  // namespace omx::lv2

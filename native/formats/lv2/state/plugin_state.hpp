/// The state interface of a plugin.
#pragma once

#include "formats/lv2/plugin/live_instance.hpp"
#include "formats/lv2/state/saved_state.hpp"

namespace omx::lv2 {

/// Asks the plugin for its state. Nothing happens when it keeps none. Allowed beside run().
Verdict save_values(LiveInstance& live, std::map<std::uint32_t, StateValue>& values);

/// Gives the plugin its state back. Must not run beside run() unless the plugin says that it may.
Verdict restore_values(LiveInstance& live, const std::map<std::uint32_t, StateValue>& values);

}  // namespace omx::lv2

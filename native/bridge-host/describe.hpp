/// A plugin's description for its worker.
#pragma once

#include "bridge/link/message.hpp"
#include "formats/clap/lifecycle/clap_instance.hpp"

namespace omx {

/// [control] Appends a BridgedDescription.
void describe_plugin(ClapInstance& plugin, MessageWriter& out);

}  // namespace omx

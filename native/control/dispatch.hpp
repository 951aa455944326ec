/// From a message to the handler of its verb.
#pragma once

#include <memory>
#include <string>

#include "control/loop/connection.hpp"

namespace omx {

class Host;

/// Carries out one message and answers it, now or later. Messages that are no command get mod-host's bare
/// answers.
void dispatch(Host& host, const std::shared_ptr<Connection>& connection, const std::string& message);

}  // namespace omx

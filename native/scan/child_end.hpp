/// How a child ended, in words.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "scan/child.hpp"

namespace omx {

/// Why a child that ended with `wait_status` (of waitpid) failed; nothing when it did not. The plugin and the
/// call are those of the blame register.
std::optional<std::string> failure_of(int wait_status, const ChildPlace& place);

/// The same for one that was killed for taking longer than `timeout`.
std::string timeout_failure(std::chrono::milliseconds timeout, const ChildPlace& place);

}  // namespace omx

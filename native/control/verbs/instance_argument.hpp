/// The arguments that many verbs begin with.
#pragma once

#include "control/host.hpp"
#include "control/verbs/handlers.hpp"

namespace omx {

/// The instance that a word names. Errors: instance_absent.
Result<Instance*> instance_argument(Host& host, const Command& command, std::size_t index = 0);

/// The parameter of an instance that a word names by its numeric id. Errors: parameter_absent.
Result<const ClapParam*> param_argument(Instance& instance, const Command& command, std::size_t index = 1);

/// mod-host's pseudo-symbol of the bypass.
inline constexpr std::string_view bypass_symbol = ":bypass";

inline Answer answer(const Status& status) {
  if (!status) return status.error();
  return Reply{};
}

}  // namespace omx

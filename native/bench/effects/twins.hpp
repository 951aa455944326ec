/// The scalar versions of our effects.
#pragma once

#include <memory>
#include <string_view>

#include "effect/effect.hpp"

namespace omx::bench {

/// The plain version of an effect, by the effect's name; null when there is none.
std::unique_ptr<Effect> make_twin(std::string_view name);

}  // namespace omx::bench

/// Which extensions an effect has.
#pragma once

#include "effect/effect_info.hpp"

namespace omx::clap {

/// The extension with an id, or null where the effect has none. [thread-safe]
const void* find_extension(const EffectInfo& info, const char* id) noexcept;

}  // namespace omx::clap

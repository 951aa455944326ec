/// All effects of ours.
#pragma once

#include <memory>
#include <span>

#include "effect/effect.hpp"
#include "effect/effect_info.hpp"

namespace omx {

struct RegisteredEffect {
  const EffectInfo* info;
  std::unique_ptr<Effect> (*make)();
};

/// In the order of plugins/src/index.ts.
std::span<const RegisteredEffect> effects() noexcept;

}  // namespace omx

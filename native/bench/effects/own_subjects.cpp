/// Effects of ours, without any plugin format, and their scalar twins.
#include <algorithm>
#include <array>
#include <cstring>

#include "bench/effects/subject.hpp"
#include "bench/effects/twins.hpp"
#include "effect/registry.hpp"

namespace omx::bench {
namespace {

class EffectSubject final : public Subject {
public:
  explicit EffectSubject(std::unique_ptr<Effect> effect) noexcept : effect_(std::move(effect)) {}

  void play(const float* const* in, float* const* out) override {
    const std::array<const float*, 4> inputs = {in[0], in[1], silence_.data(), silence_.data()};
    effect_->process(inputs.data(), out, block_frames);
  }

private:
  std::unique_ptr<Effect> effect_;
  std::array<float, block_frames> silence_{};
};

const RegisteredEffect* find(const std::string& id) {
  for (const RegisteredEffect& effect : effects()) {
    if (id == effect.info->id) {
      return &effect;
    }
  }
  return nullptr;
}

/// Sets all parameters, as a plugin format does: those that are not named have their defaults.
std::string set_params(const EffectInfo& info, const Settings& settings, Effect& effect) {
  for (const auto& [symbol, value] : settings) {
    const auto has_symbol = [&](const ParamInfo& param) { return symbol == param.symbol; };
    if (std::none_of(info.params.begin(), info.params.end(), has_symbol)) {
      return std::string(info.name) + " has no parameter " + symbol;
    }
  }
  for (std::uint32_t i = 0; i < info.params.size(); ++i) {
    double value = info.params[i].default_value;
    for (const auto& [symbol, wanted] : settings) {
      value = symbol == info.params[i].symbol ? wanted : value;
    }
    effect.set_param(i, accepted_value(info.params[i], value));
  }
  return "";
}

Loaded prepare(const EffectInfo& info, std::unique_ptr<Effect> effect, const Settings& settings) {
  effect->prepare(rate_hz);
  std::string problem = set_params(info, settings, *effect);
  if (!problem.empty()) {
    return {nullptr, problem};
  }
  effect->reset();
  return {std::make_unique<EffectSubject>(std::move(effect)), ""};
}

}  // namespace

Loaded load_effect(const std::string& id, const Settings& settings) {
  const RegisteredEffect* found = find(id);
  return found == nullptr ? Loaded{nullptr, "there is no effect " + id}
                          : prepare(*found->info, found->make(), settings);
}

Loaded load_twin(const std::string& id, const Settings& settings) {
  const RegisteredEffect* found = find(id);
  auto twin = found == nullptr ? nullptr : make_twin(found->info->name);
  return twin == nullptr ? Loaded{nullptr, "there is no scalar version of " + id}
                         : prepare(*found->info, std::move(twin), settings);
}

}  // namespace omx::bench

// Oracle: the list of our effects.
#include <string>

#include <doctest/doctest.h>

#include "bench/effects/subject.hpp"
#include "bench/effects/twins.hpp"
#include "effect/registry.hpp"

namespace {

using namespace omx::bench;

TEST_CASE("every effect of ours can be measured, and beside a plain version of itself") {
  for (const omx::RegisteredEffect& effect : omx::effects()) {
    CAPTURE(std::string(effect.info->name));
    CHECK(load_effect(effect.info->id, {}).problem.empty());
    CHECK(make_twin(effect.info->name) != nullptr);
  }
  CHECK(make_twin("omx-nothing") == nullptr);
}

TEST_CASE("what cannot be loaded says why") {
  CHECK(load_effect("org.plugin-hostd.omx-nothing", {}).problem.find("omx-nothing") != std::string::npos);
  const Loaded wrong = load_effect("org.plugin-hostd.omx-delay", {{"nonsense", 1.0}});
  CHECK(wrong.subject == nullptr);
  CHECK(wrong.problem == "omx-delay has no parameter nonsense");
  CHECK(load_effect("org.plugin-hostd.omx-delay", {{"time", 100.0}}).problem.empty());
}

}  // namespace

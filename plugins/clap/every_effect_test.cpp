// What CLAP promises of every effect: a state is the sound, and a plugin that says that it sleeps is silent.
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "clap/testing.hpp"
#include "effect/registry.hpp"

namespace {

using omx::ParamInfo;
using omx::RegisteredEffect;
using omx::clap_testing::ParamEvent;
using omx::clap_testing::Plugin;
using omx::testing::noise;
using omx::testing::Stereo;

std::vector<ParamEvent> random_values(const omx::EffectInfo& info, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<ParamEvent> events;
  for (const ParamInfo& param : info.params) {
    std::uniform_real_distribution<double> uniform(param.min_value, param.max_value);
    events.push_back({0, param.id, accepted_value(param, uniform(random))});
  }
  return events;
}

}  // namespace

TEST_CASE("a state brings back every value, and with it the same bits of sound") {
  for (const RegisteredEffect& entry : omx::effects()) {
    for (unsigned seed = 0; seed < 4; ++seed) {
      CAPTURE(std::string(entry.info->name));
      CAPTURE(seed);
      Plugin first(entry.info->id);
      const std::vector<ParamEvent> events = random_values(*entry.info, seed);
      first.flush(events);
      Plugin second(entry.info->id);
      REQUIRE(second.load(first.save()));
      for (const ParamEvent& event : events) {
        CHECK(second.value(event.id) == event.value);
      }
      CHECK(second.save() == first.save());
      first.activate();
      second.activate();
      const Stereo in = noise(2000, seed);
      CHECK(second.play(in, 128).same_bits(first.play(in, 128)));
    }
  }
}

TEST_CASE("an effect that says that it sleeps plays exact silence until there is sound again") {
  for (const RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Plugin plugin(entry.info->id);
    plugin.activate();
    plugin.play(noise(2000, 3), 256);
    CHECK(plugin.status() != CLAP_PROCESS_SLEEP);
    const Stereo silence(256);
    int blocks = 0;
    for (; plugin.status() != CLAP_PROCESS_SLEEP && blocks < 20000; ++blocks) {
      plugin.play(silence, 256);
    }
    CHECK(blocks < 20000);  // 107 s
    CHECK(plugin.play(Stereo(4096), 256).same_bits(Stereo(4096)));
    CHECK(plugin.status() == CLAP_PROCESS_SLEEP);
    plugin.play(noise(256, 4), 256);
    CHECK(plugin.status() != CLAP_PROCESS_SLEEP);
  }
}

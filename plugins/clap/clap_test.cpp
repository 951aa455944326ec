// The built omx.clap, as a host sees it.
#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <clap/entry.h>
#include <clap/ext/audio-ports.h>
#include <clap/ext/latency.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>
#include <doctest/doctest.h>

#include "clap/testing.hpp"
#include "effect/registry.hpp"
#include "effect/testing.hpp"
#include "formats/clap/abi/tail.hpp"

namespace {

using namespace omx::clap_testing;
using omx::testing::impulse;
using omx::testing::noise;
using omx::testing::Stereo;

constexpr char delay_id[] = "org.plugin-hostd.omx-delay";
constexpr char eq8_id[] = "org.plugin-hostd.omx-eq8";

constexpr clap_id delay_time = 1;
constexpr clap_id delay_feedback = 2;
constexpr clap_id delay_mix = 3;
constexpr clap_id eq_gain = 5;
constexpr clap_id eq_b1_freq = 12;
constexpr clap_id eq_b1_gain = 13;

/// The effect behind a plugin, called directly.
std::unique_ptr<omx::Effect> direct(const char* id) {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    if (std::strcmp(entry.info->id, id) == 0) {
      auto effect = entry.make();
      effect->prepare(48000.0);
      return effect;
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("the file exports its entry and nothing else") {
  const Library library;
  CHECK(library.symbol("clap_entry") != nullptr);
  CHECK(library.symbol("_ZN3omx7effectsEv") == nullptr);
}

TEST_CASE("the factory knows every effect, and refuses what it does not know") {
  const Library library;
  const auto effects = omx::effects();
  REQUIRE(library.factory().get_plugin_count(&library.factory()) == effects.size());
  for (std::uint32_t i = 0; i < effects.size(); ++i) {
    const clap_plugin_descriptor_t* descriptor =
        library.factory().get_plugin_descriptor(&library.factory(), i);
    CHECK(std::string(descriptor->id) == effects[i].info->id);
    CHECK(std::string(descriptor->name) == effects[i].info->name);
    CHECK(std::string(descriptor->features[0]) == "audio-effect");
  }
  CHECK(library.factory().get_plugin_descriptor(&library.factory(), 99) == nullptr);
  Host host;
  CHECK(library.factory().create_plugin(&library.factory(), &host.clap, "org.example.none") == nullptr);
  host.clap.clap_version = {0, 9, 0};
  CHECK(library.factory().create_plugin(&library.factory(), &host.clap, delay_id) == nullptr);
  CHECK(library.entry().get_factory("another factory") == nullptr);
}

TEST_CASE("one stereo input and output that may share buffers, no latency, a tail") {
  for (const char* id : {delay_id, eq8_id}) {
    Plugin plugin(id);
    const auto* ports = plugin.extension<clap_plugin_audio_ports_t>(CLAP_EXT_AUDIO_PORTS);
    for (const bool is_input : {true, false}) {
      REQUIRE(ports->count(plugin.get(), is_input) == 1);
      clap_audio_port_info_t info;
      REQUIRE(ports->get(plugin.get(), 0, is_input, &info));
      CHECK(info.channel_count == 2);
      CHECK(std::string(info.port_type) == CLAP_PORT_STEREO);
      CHECK(info.in_place_pair == info.id);
      CHECK((info.flags & CLAP_AUDIO_PORT_IS_MAIN) != 0);
      CHECK_FALSE(ports->get(plugin.get(), 1, is_input, &info));
    }
    CHECK(plugin.extension<clap_plugin_latency_t>(CLAP_EXT_LATENCY)->get(plugin.get()) == 0);
    CHECK(plugin.get()->get_extension(plugin.get(), "clap.gui") == nullptr);
  }
}

TEST_CASE("parameters are those of the declaration") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    Plugin plugin(entry.info->id);
    const auto& params = plugin.params();
    REQUIRE(params.count(plugin.get()) == entry.info->params.size());
    for (std::uint32_t i = 0; i < entry.info->params.size(); ++i) {
      const omx::ParamInfo& wanted = entry.info->params[i];
      clap_param_info_t info;
      REQUIRE(params.get_info(plugin.get(), i, &info));
      CHECK(info.id == wanted.id);
      CHECK(std::string(info.name) == wanted.name);
      CHECK(std::string(info.module) == wanted.group);
      CHECK(info.min_value == wanted.min_value);
      CHECK(info.max_value == wanted.max_value);
      CHECK(plugin.value(info.id) == wanted.default_value);
      // To CLAP's hosts stepped values are integers.
      const bool is_whole = wanted.step > 0.0 && std::trunc(wanted.step) == wanted.step;
      CHECK(((info.flags & CLAP_PARAM_IS_STEPPED) != 0) == is_whole);
    }
    clap_param_info_t info;
    CHECK_FALSE(params.get_info(plugin.get(), 10000, &info));
    double value = 0.0;
    CHECK_FALSE(params.get_value(plugin.get(), 10000, &value));
  }
}

TEST_CASE("values as text, both ways") {
  Plugin plugin(eq8_id);
  char text[32];
  CHECK(plugin.params().value_to_text(plugin.get(), eq_gain, -12.5, text, sizeof text));
  CHECK(std::string(text) == "-12.5 dB");
  CHECK(plugin.params().value_to_text(plugin.get(), eq_b1_freq, 1200.0, text, sizeof text));
  CHECK(std::string(text) == "1.2 kHz");
  CHECK(plugin.params().value_to_text(plugin.get(), eq_b1_freq, 1200.0, text, 4));
  CHECK(std::string(text) == "1.2");
  double value = 0.0;
  CHECK(plugin.params().text_to_value(plugin.get(), eq_b1_freq, " 1.2 khz", &value));
  CHECK(value == 1200.0);
  CHECK_FALSE(plugin.params().text_to_value(plugin.get(), eq_b1_freq, "loud", &value));
  CHECK_FALSE(plugin.params().text_to_value(plugin.get(), 10000, "1", &value));
}

TEST_CASE("events act on their frames: the same bits as the effect called directly") {
  const Stereo in = noise(5000, 1);
  Plugin plugin(eq8_id);
  plugin.activate();
  const std::vector<ParamEvent> events = {
      {0, eq_b1_gain, 6.0},
      {100, eq_gain, -3.0},
      {101, eq_b1_freq, 300.0},
      {700, eq_gain, 99.0},
      {700, 10000, 1.0}};
  const Stereo out = plugin.play(in, 1000, events);
  const auto effect = direct(eq8_id);
  // Indices of gain, b1_freq and b1_gain in the declaration: 4, 7, 8. 99 dB is clamped to 24.
  const Stereo wanted =
      play(*effect, in, {1000}, {{0, 8, 6.0}, {100, 4, -3.0}, {101, 7, 300.0}, {700, 4, 24.0}});
  CHECK(out.same_bits(wanted));
  CHECK(plugin.value(eq_gain) == 24.0);
  CHECK(plugin.value(eq_b1_freq) == 300.0);
}

TEST_CASE("flush sets values before and while active") {
  Plugin plugin(delay_id);
  plugin.flush({{0, delay_mix, 1.0}, {0, delay_time, 10.0}, {0, delay_feedback, 0.0}});
  CHECK(plugin.value(delay_mix) == 1.0);
  plugin.activate();
  plugin.flush({{0, delay_time, 20.0}, {0, delay_mix, std::nan("")}});
  CHECK(plugin.value(delay_mix) == 1.0);
  const Stereo out = plugin.play(impulse(2000), 256);
  CHECK(out.left[480] == 0.0F);
  CHECK(out.left[960] != 0.0F);
}

TEST_CASE("a state comes back in another instance, through streams of one byte at a time") {
  Plugin first(delay_id);
  first.flush({{0, delay_time, 123.456789}, {0, delay_mix, 1.0 / 3.0}});
  const std::string state = first.save();
  CHECK(state.starts_with("omx-state 1\n"));
  Plugin second(delay_id);
  second.host().rescanned = 0;
  CHECK(second.load(state));
  CHECK(second.host().rescanned == CLAP_PARAM_RESCAN_VALUES);
  CHECK(second.value(delay_time) == 123.456789);
  CHECK(second.value(delay_mix) == 1.0 / 3.0);
  CHECK_FALSE(second.load("garbage"));
  CHECK_FALSE(second.load(std::string(100000, 'x')));
  CHECK(second.value(delay_time) == 123.456789);
  Plugin other(eq8_id);
  CHECK_FALSE(other.load(state));
}

TEST_CASE("a state loaded while playing is heard from the next block") {
  Plugin plugin(delay_id);
  plugin.activate();
  Plugin wet(delay_id);
  wet.flush({{0, delay_mix, 1.0}});
  CHECK(plugin.load(wet.save()));
  CHECK(plugin.play(impulse(100), 100).left[0] == 0.0F);
}

TEST_CASE("silence lets the plugin sleep, sound and its tail keep it awake") {
  Plugin plugin(delay_id);
  plugin.flush({{0, delay_time, 10.0}, {0, delay_feedback, 0.0}, {0, delay_mix, 0.5}});
  plugin.activate();
  plugin.play(Stereo(256), 256);
  CHECK(plugin.status() == CLAP_PROCESS_SLEEP);
  plugin.play(impulse(256), 256);
  CHECK(plugin.status() == CLAP_PROCESS_CONTINUE);
  plugin.play(Stereo(8192), 256);
  CHECK(plugin.status() == CLAP_PROCESS_SLEEP);
}

TEST_CASE("the tail follows the parameters, and the host is told") {
  Plugin plugin(delay_id);
  plugin.flush({{0, delay_time, 100.0}, {0, delay_feedback, 0.5}});
  plugin.activate();
  const auto* tail = plugin.extension<omx::abi::PluginTail>(omx::abi::tail_id);
  CHECK(tail->get(plugin.get()) == 21 * 4800);  // 0.5^20 is the first echo below -120 dB
  plugin.host().tail_changes = 0;
  plugin.play(Stereo(64), 64, {{0, delay_feedback, 0.0}});
  CHECK(tail->get(plugin.get()) == 4800);
  CHECK(plugin.host().tail_changes == 1);
  plugin.play(Stereo(64), 64);
  CHECK(plugin.host().tail_changes == 1);
}

TEST_CASE("reset silences at once and keeps the values") {
  Plugin plugin(delay_id);
  plugin.flush({{0, delay_mix, 1.0}, {0, delay_time, 10.0}});
  plugin.activate();
  plugin.play(noise(1000, 2), 250);
  plugin.get()->reset(plugin.get());
  CHECK(plugin.play(Stereo(1000), 250).same_bits(Stereo(1000)));
  CHECK(plugin.value(delay_time) == 10.0);
}

TEST_CASE("blocks without the declared channels, and rates out of this world, are refused") {
  Plugin plugin(eq8_id);
  CHECK_FALSE(plugin.get()->activate(plugin.get(), 0.0, 1, 128));
  CHECK_FALSE(plugin.get()->activate(plugin.get(), std::nan(""), 1, 128));
  plugin.activate();
  clap_process_t block{};
  block.frames_count = 64;
  CHECK(plugin.get()->process(plugin.get(), &block) == CLAP_PROCESS_ERROR);
}

TEST_CASE("ten thousand instances of each effect come and go, some of them played") {
  const Library library;
  Host host;
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    for (int i = 0; i < 10000; ++i) {
      const clap_plugin_t* plugin =
          library.factory().create_plugin(&library.factory(), &host.clap, entry.info->id);
      REQUIRE(plugin->init(plugin));
      plugin->destroy(plugin);
    }
    for (int i = 0; i < 20; ++i) {
      Plugin plugin(entry.info->id);
      plugin.activate();
      plugin.play(Stereo(16), 16);
    }
  }
}

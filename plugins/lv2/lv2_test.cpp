// The built omx.lv2, as a host sees it.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "effect/registry.hpp"
#include "effect/testing.hpp"
#include "lv2/layout.hpp"
#include "lv2/testing.hpp"

namespace {

using omx::lv2::Port;
using omx::lv2::port_at;
using omx::lv2::PortKind;
using omx::lv2_testing::Instance;
using omx::lv2_testing::world;
using omx::testing::noise;
using omx::testing::Stereo;

std::string uri_of(const omx::EffectInfo& info, std::uint32_t channels = 2) {
  return std::string("urn:plugin-hostd:") + info.name + (channels == 1 ? ":mono" : "");
}

std::string symbol_of(const omx::EffectInfo& info, std::uint32_t channels, Port port) {
  const std::string side = channels == 1 ? "" : port.index == 0 ? "_left" : "_right";
  switch (port.kind) {
  case PortKind::in:
    return "in" + side;
  case PortKind::side_chain:
    return "sidechain" + side;
  case PortKind::out:
    return "out" + side;
  case PortKind::control:
    return "control";
  case PortKind::enabled:
    return "enabled";
  case PortKind::latency:
    return "latency";
  case PortKind::param:
    return info.params[port.index].symbol;
  case PortKind::meter:
    return info.meters[port.index].symbol;
  case PortKind::none:
    break;
  }
  return "";
}

/// Plays with the effect off, from the start or after some sound.
Stereo play_off(Instance& instance, const Stereo& in) {
  instance.control("enabled") = 0.0F;
  return instance.play(in, 500);
}

using Values = std::map<std::string, float>;

/// What a state sets, by the ports' symbols. Turtle's numbers are doubles or, without a point, whole.
Values port_values(const LilvState* state, omx::lv2_testing::Urids& urids) {
  struct Reader {
    LV2_URID whole;
    Values values;
  } reader{urids.map()->map(urids.map()->handle, LV2_ATOM__Int), {}};
  lilv_state_emit_port_values(
      state,
      [](const char* symbol, void* data, const void* value, std::uint32_t size, std::uint32_t type) {
        auto& to = *static_cast<Reader*>(data);
        if (type == to.whole) {
          to.values[symbol] = static_cast<float>(*static_cast<const std::int32_t*>(value));
        } else if (size == sizeof(double)) {
          to.values[symbol] = static_cast<float>(*static_cast<const double*>(value));
        } else {
          to.values[symbol] = *static_cast<const float*>(value);
        }
      },
      &reader);
  return reader.values;
}

Values wanted_values(const omx::EffectInfo& info, const omx::PresetInfo& preset) {
  Values values;
  for (std::size_t i = 0; i < preset.values.size(); ++i) {
    values[info.params[i].symbol] = static_cast<float>(preset.values[i]);
  }
  return values;
}

}  // namespace

TEST_CASE("every effect is there in stereo and mono, with its ports in the library's order") {
  CHECK(
      lilv_plugins_size(lilv_world_get_all_plugins(world().get())) ==
      static_cast<unsigned>(2 * omx::effects().size()));
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    for (const std::uint32_t channels : {1U, 2U}) {
      const omx::EffectInfo& info = *entry.info;
      CAPTURE(std::string(info.name));
      CAPTURE(channels);
      const LilvPlugin* plugin = world().find(uri_of(info, channels));
      REQUIRE(plugin != nullptr);
      CHECK(lilv_plugin_verify(plugin));
      const std::uint32_t count = lilv_plugin_get_num_ports(plugin);
      CHECK(port_at(info, channels, count).kind == PortKind::none);
      for (std::uint32_t i = 0; i < count; ++i) {
        const LilvNode* symbol = lilv_port_get_symbol(plugin, lilv_plugin_get_port_by_index(plugin, i));
        CHECK(lilv_node_as_string(symbol) == symbol_of(info, channels, port_at(info, channels, i)));
      }
      CHECK(lilv_plugin_has_latency(plugin) == info.has_latency);
    }
  }
}

TEST_CASE("ranges and defaults are those of the declaration") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    const LilvPlugin* plugin = world().find(uri_of(*entry.info));
    const std::uint32_t count = lilv_plugin_get_num_ports(plugin);
    std::vector<float> min(count);
    std::vector<float> max(count);
    std::vector<float> standard(count);
    lilv_plugin_get_port_ranges_float(plugin, min.data(), max.data(), standard.data());
    for (std::uint32_t i = 0; i < count; ++i) {
      const Port port = port_at(*entry.info, 2, i);
      if (port.kind == PortKind::param) {
        const omx::ParamInfo& param = entry.info->params[port.index];
        CHECK(min[i] == static_cast<float>(param.min_value));
        CHECK(max[i] == static_cast<float>(param.max_value));
        CHECK(standard[i] == static_cast<float>(param.default_value));
      }
    }
  }
}

TEST_CASE("the library refuses a rate out of this world, and an unknown index") {
  for (const double rate : {0.0, -1.0, std::nan(""), 1e9}) {
    const LilvPlugin* plugin = world().find("urn:plugin-hostd:omx-delay");
    CHECK(lilv_plugin_instantiate(plugin, rate, nullptr) == nullptr);
  }
}

TEST_CASE("off, the output is the input to the bit, as late as the effect") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    const auto effect = entry.make();
    effect->prepare(48000.0);
    const std::size_t latency = effect->latency_frames();
    const Stereo in = noise(4000, 1);
    Stereo wanted(4000);
    std::copy(
        in.left.begin(), in.left.end() - static_cast<long>(latency),
        wanted.left.begin() + static_cast<long>(latency));
    std::copy(
        in.right.begin(), in.right.end() - static_cast<long>(latency),
        wanted.right.begin() + static_cast<long>(latency));
    Instance instance(uri_of(*entry.info), 48000.0);
    CHECK(play_off(instance, in).same_bits(wanted));
  }
}

TEST_CASE("switched off while it plays, an effect is gone after 10 ms; switched on, it is back after 10 ms") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    const std::size_t latency = [&entry] {
      const auto effect = entry.make();
      effect->prepare(48000.0);
      return static_cast<std::size_t>(effect->latency_frames());
    }();
    const Stereo in = noise(4000, 2);
    Instance instance(uri_of(*entry.info), 48000.0);
    instance.play(in, 500);
    const Stereo out = play_off(instance, in);
    for (std::size_t i = 480 + latency; i < 4000; ++i) {
      REQUIRE(out.left[i] == in.left[i - latency]);
      REQUIRE(out.right[i] == in.right[i - latency]);
    }
    // It begins anew: as a new instance from the same frame on.
    instance.control("enabled") = 1.0F;
    const Stereo again = instance.play(in, 500);
    Instance fresh(uri_of(*entry.info), 48000.0);
    const Stereo wanted = fresh.play(in, 500);
    for (std::size_t i = 480; i < 4000; ++i) {
      REQUIRE(again.left[i] == wanted.left[i]);
      REQUIRE(again.right[i] == wanted.right[i]);
    }
  }
}

TEST_CASE("a fade is a straight line of 480 frames at 48 kHz") {
  Instance instance("urn:plugin-hostd:omx-delay", 48000.0);
  instance.control("mix") = 1.0F;  // nothing but the echo after 350 ms: silence
  Stereo in(1000);
  std::fill(in.left.begin(), in.left.end(), 1.0F);
  CHECK(instance.play(in, 1000).left[999] == 0.0F);
  const Stereo out = play_off(instance, in);
  CHECK(out.left[0] == doctest::Approx(1.0 / 480.0));
  CHECK(out.left[239] == doctest::Approx(0.5));
  CHECK(out.left[478] == doctest::Approx(479.0 / 480.0));
  CHECK(out.left[479] == 1.0F);
}

TEST_CASE("processing in place gives the same bits, on, off and in between") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Instance first(uri_of(*entry.info), 48000.0);
    Instance second(uri_of(*entry.info), 48000.0);
    for (const float enabled : {1.0F, 0.0F, 1.0F}) {
      Stereo io = noise(600, 3);
      first.control("enabled") = second.control("enabled") = enabled;
      const Stereo wanted = first.play(io, 600);
      second.connect("in", io, 0);
      second.connect("out", io, 0);
      second.run(600);
      CHECK(io.same_bits(wanted));
    }
  }
}

TEST_CASE("presets are in the bundle with every value") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    const LilvPlugin* plugin = world().find(uri_of(*entry.info));
    LilvNode* type = lilv_new_uri(world().get(), "http://lv2plug.in/ns/ext/presets#Preset");
    LilvNodes* found = lilv_plugin_get_related(plugin, type);
    CHECK(lilv_nodes_size(found) == entry.info->presets.size());
    omx::lv2_testing::Urids urids;
    for (const omx::PresetInfo& preset : entry.info->presets) {
      CAPTURE(std::string(preset.name));
      const std::string uri = uri_of(*entry.info) + ":preset:" + preset.symbol;
      LilvNode* node = lilv_new_uri(world().get(), uri.c_str());
      REQUIRE(lilv_world_load_resource(world().get(), node) >= 0);
      LilvState* state = lilv_state_new_from_world(world().get(), urids.map(), node);
      REQUIRE(state != nullptr);
      CHECK(std::string(lilv_state_get_label(state)) == preset.name);
      CHECK(port_values(state, urids) == wanted_values(*entry.info, preset));
      lilv_state_free(state);
      lilv_node_free(node);
    }
    lilv_nodes_free(found);
    lilv_node_free(type);
  }
}

TEST_CASE("values that are none, and no frames at all, do no harm") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    Instance instance(uri_of(*entry.info), 48000.0);
    Instance wanted(uri_of(*entry.info), 48000.0);
    for (const omx::ParamInfo& param : entry.info->params) {
      instance.control(param.symbol) = std::nanf("");
    }
    instance.run(0);
    const Stereo in = noise(1000, 4);
    CHECK(instance.play(in, 100).same_bits(wanted.play(in, 100)));
  }
}

TEST_CASE("instances come and go") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    for (int i = 0; i < 100; ++i) {
      Instance instance(uri_of(*entry.info), 48000.0);
      instance.play(Stereo(16), 16);
    }
  }
}

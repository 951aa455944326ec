// LV2 plugins in the worker: named by their URI, their parameters and ports by their symbols.
#include <doctest/doctest.h>

#include <cstdlib>

#include "control/instance.hpp"
#include "control/lv2_library.hpp"

using namespace omx;

namespace {

constexpr char controls[] = "urn:plugin-hostd:fixture:controls";

const bool world = [] {
  setenv("LV2_PATH", OMX_FIXTURES_DIR "/lv2", 1);
  setenv("XDG_CACHE_HOME", OMX_FIXTURES_DIR "/cache", 1);
  return true;
}();

}  // namespace

TEST_CASE("an LV2 plugin is loaded by its URI, with lv2: before it or without") {
  for (const std::string& name : {std::string(controls), std::string("lv2:") + controls}) {
    auto instance = Instance::load(name, {.number = 3});
    REQUIRE_MESSAGE(instance.has_value(), (instance ? "" : instance.error().detail));
    CHECK(instance.value()->plugin().descriptor().name == "Fixture Controls");
    CHECK(instance.value()->uri() == name);
  }
}

TEST_CASE("dual mono makes two LV2 instances") {
  auto instance = Instance::load(controls, {.number = 3, .layout = InstanceLayout::dual});
  REQUIRE(instance.has_value());
  CHECK(instance.value()->copy_count() == 2);
}

TEST_CASE("parameters and ports go by LV2's symbols") {
  auto loaded = Instance::load(controls, {.number = 3});
  REQUIRE(loaded.has_value());
  ClapInstance& plugin = loaded.value()->plugin();
  const auto gain = lv2_param(plugin, "gain");
  REQUIRE(gain.has_value());
  CHECK(plugin.param(*gain)->name == "Gain");
  CHECK(param_symbol(plugin, *gain) == "gain");
  CHECK_FALSE(lv2_param(plugin, "no_such_port").has_value());
  CHECK(lv2_port(plugin, "in_r") == PortSymbol{PortFlow::input, PortKind::audio, 0, 1});
  CHECK(lv2_port(plugin, "out_l") == PortSymbol{PortFlow::output, PortKind::audio, 0, 0});
  CHECK_FALSE(lv2_port(plugin, "gain").has_value());
  CHECK(lv2_port_symbol(plugin, {PortFlow::input, PortKind::audio, 0, 1}) == "in_r");
  CHECK_FALSE(lv2_port_symbol(plugin, {PortFlow::input, PortKind::audio, 7, 0}).has_value());
}

TEST_CASE("what cannot be loaded says why") {
  auto absent = Instance::load("urn:nobody:nothing", {.number = 3});
  REQUIRE_FALSE(absent.has_value());
  CHECK(absent.error().code == ErrorCode::plugin_not_found);
  CHECK(absent.error().detail == "no LV2 bundle holds urn:nobody:nothing");
  CHECK(Instance::load("plain words", {.number = 3}).error().code == ErrorCode::plugin_not_found);
}

// Work, state and presets, in our own host.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

#include <doctest/doctest.h>
#include <unistd.h>

#include "formats/lv2/plugin/test_plugin.hpp"
#include "formats/lv2/state/saved_state.hpp"

namespace {

using namespace omx;
using namespace omx::lv2;

constexpr std::uint32_t frames = 64;
constexpr char thirty_three[] = "urn:plugin-hostd:fixture:states:thirty-three";
constexpr char plain[] = "urn:plugin-hostd:fixture:states:plain";
const std::string presets = std::string(OMX_FIXTURES_DIR) + "/lv2/states_presets.lv2";

std::unique_ptr<ClapInstance> activated(const ClapInstanceOptions& options = {}) {
  auto instance = load_lv2("states", options);
  REQUIRE(instance->activate(48000, frames).has_value());
  return instance;
}

/// Runs blocks until a parameter has a value; the work that it waits for takes its time.
bool run_until(ClapInstance& instance, TestBlocks& blocks, const char* symbol, double value) {
  for (int i = 0; i < 5000; ++i) {
    blocks.run();
    if (value_of(instance, symbol) == value) return true;
    usleep(1000);
  }
  return false;
}

void set(ClapInstance& instance, const char* symbol, double value) {
  REQUIRE(instance.set_param(param_id_of(symbol), value).has_value());
}

float sound_of(ClapInstance& instance) {
  TestBlocks blocks(instance, frames);
  blocks.run();
  blocks.stop();
  return blocks.outputs[0][0];
}

std::string last_error() {
  char text[512];
  omx_clap_lv2_last_error(text, sizeof text);
  return text;
}

}  // namespace

TEST_CASE("work is done elsewhere, and its answer arrives after a run") {
  const auto instance = activated();
  TestBlocks blocks(*instance, frames);
  set(*instance, "request", 21);
  REQUIRE(run_until(*instance, blocks, "answer", 42));
  CHECK(value_of(*instance, "faults") == 0);
  CHECK(value_of(*instance, "ends") > 0);
  blocks.stop();
}

TEST_CASE("offline, work is done within the block that asks for it") {
  const auto instance = activated({.offline = true});
  TestBlocks blocks(*instance, frames);
  set(*instance, "request", 4);
  blocks.run();
  blocks.run();  // tells what the first one brought
  CHECK(value_of(*instance, "answer") == 8);
  blocks.stop();
}

TEST_CASE("a plugin with work under way is removed in peace") {
  for (int i = 0; i < 20; ++i) {
    const auto instance = activated();
    TestBlocks blocks(*instance, frames);
    set(*instance, "request", 1 + i);
    blocks.run();
    blocks.stop();
  }
}

TEST_CASE("the default state of the description is loaded") {
  const auto instance = activated();
  CHECK(sound_of(*instance) == 7);
}

TEST_CASE("a state goes into another instance whole: values, URIDs, objects, files") {
  const auto from = activated();
  TestBlocks blocks(*from, frames);
  set(*from, "number", 77);
  set(*from, "request", 1.5);
  REQUIRE(run_until(*from, blocks, "answer", 3));
  set(*from, "request", 0);  // asks for nothing
  blocks.run();
  blocks.stop();
  const auto state = from->save_state();
  REQUIRE(state.has_value());

  SUBCASE("active") {
    const auto to = activated();
    REQUIRE(to->load_state(state.value()).has_value());
    TestBlocks there(*to, frames);
    there.run();
    CHECK(value_of(*to, "number") == 77);
    CHECK(value_of(*to, "intact") == 4);  // kind, object, its key, the file
    CHECK(value_of(*to, "faults") == 0);
    there.run();
    CHECK(value_of(*to, "answer") == 6);  // what restore() scheduled: twice the secret
    there.stop();
  }
  SUBCASE("before its first activation") {
    const auto to = load_lv2("states");
    REQUIRE(to->load_state(state.value()).has_value());
    CHECK(value_of(*to, "number") == 77);
    const auto again = to->save_state();
    REQUIRE(again.has_value());
    CHECK(again.value() == state.value());
    REQUIRE(to->activate(44100, frames).has_value());
    CHECK(sound_of(*to) == 3);
  }
  SUBCASE("across a change of the sample rate") {
    from->deactivate();
    REQUIRE(from->activate(96000, frames).has_value());
    TestBlocks there(*from, frames);
    there.run();
    CHECK(there.outputs[0][0] == 3);
    CHECK(value_of(*from, "intact") == 4);
    there.stop();
  }
}

TEST_CASE("a plugin that was never active has a state, too") {
  const auto from = load_lv2("states");
  set(*from, "number", 55);
  const auto state = from->save_state();
  REQUIRE(state.has_value());
  const auto to = activated();
  REQUIRE(to->load_state(state.value()).has_value());
  CHECK(value_of(*to, "number") == 55);
}

TEST_CASE("a state is restored while the audio thread runs, never beside a run") {
  const auto instance = activated();
  const auto state = instance->save_state();
  REQUIRE(state.has_value());
  TestBlocks blocks(*instance, frames);
  std::atomic<bool> ending{false};
  std::thread audio([&] {
    while (!ending) blocks.run();
    blocks.stop();
  });
  for (int i = 0; i < 100; ++i) CHECK(instance->load_state(state.value()).has_value());
  ending = true;
  audio.join();
  blocks.run();
  CHECK(value_of(*instance, "faults") == 0);
  blocks.stop();
}

TEST_CASE("wrong states are refused with a reason") {
  const auto instance = activated();
  const auto other = load_lv2("controls")->save_state();
  REQUIRE(other.has_value());
  CHECK_FALSE(instance->load_state(other.value()).has_value());
  CHECK(last_error() == "the state is one of urn:plugin-hostd:fixture:controls");
  auto state = instance->save_state().value();
  for (std::size_t length = 0; length < state.size(); ++length) {
    const std::span<const std::byte> cut(state.data(), length);
    CHECK_FALSE(instance->load_state(cut).has_value());
  }
  state[7] = std::byte{200};
  CHECK_FALSE(instance->load_state(state).has_value());
  CHECK(last_error() == "the state was written by a newer version");
}

TEST_CASE("damaged states do no harm") {
  const auto state = activated()->save_state().value();
  for (std::size_t i = 0; i < state.size(); ++i) {
    for (const int value : {0, 127, 255}) {
      auto damaged = state;
      damaged[i] = static_cast<std::byte>(value);
      static_cast<void>(decode_state(damaged));  // under a sanitizer this shows
    }
  }
}

TEST_CASE("a state of another version of the plugin: what is known counts") {
  SavedState state;
  state.plugin_uri = "urn:plugin-hostd:fixture:states";
  state.params = {{"number", 12}, {"gone_since", 1}};
  const auto instance = activated();
  REQUIRE(instance->load_state(encode_state(state)).has_value());
  CHECK(value_of(*instance, "number") == 12);
}

TEST_CASE("presets are listed by label, with their bank") {
  std::vector<std::string> found;
  const auto status = omx_clap_lv2_presets(
      "urn:plugin-hostd:fixture:states",
      [](void* user, const omx_clap_lv2_preset* preset) {
        const std::string bank = preset->bank != nullptr ? preset->bank : "-";
        static_cast<std::vector<std::string>*>(user)->push_back(
            std::string(preset->label) + " " + bank + " " + preset->uri);
        CHECK(preset->bundle == presets);
      },
      &found);
  CHECK(status == OMX_CLAP_LV2_OK);
  CHECK(
      found == std::vector<std::string>{
                   std::string("Plain - ") + plain, std::string("Thirty-three Numbers ") + thirty_three});
  CHECK(
      omx_clap_lv2_presets(
          "urn:nothing", [](void*, const omx_clap_lv2_preset*) {}, nullptr) == OMX_CLAP_LV2_NOT_FOUND);
}

TEST_CASE("a preset sets ports and state") {
  const auto instance = activated();
  REQUIRE(instance->load_preset("", thirty_three).has_value());
  CHECK(value_of(*instance, "number") == 33);
  CHECK(sound_of(*instance) == 5);
  REQUIRE(instance->load_preset(presets, plain).has_value());
  CHECK(value_of(*instance, "number") == 20);
}

TEST_CASE("presets that do not fit are refused") {
  const auto instance = activated();
  CHECK(instance->load_preset("", "urn:nothing")
            .error()
            .detail.ends_with("there is no preset urn:nothing for urn:plugin-hostd:fixture:states"));
  CHECK(instance->load_preset(presets, "")
            .error()
            .detail.ends_with("several presets are there: name one by its URI"));
  CHECK(instance->load_preset(presets + "/presets.ttl", "urn:plugin-hostd:fixture:controls:loud")
            .error()
            .detail.ends_with("the preset is one of urn:plugin-hostd:fixture:controls"));
  CHECK(instance->load_preset("/no/such/file.ttl", "")
            .error()
            .detail.ends_with("no such file: /no/such/file.ttl"));
}

TEST_CASE("a preset is saved as a bundle and loaded from it") {
  const std::string folder = "/tmp/omx-lv2-preset-" + std::to_string(getpid());
  const auto from = activated();
  set(*from, "number", 64);
  TestBlocks blocks(*from, frames);
  set(*from, "request", 2);
  REQUIRE(run_until(*from, blocks, "answer", 4));
  blocks.stop();
  const clap_plugin_t* const plugin = from->rt().plugin;
  const auto& own =
      *static_cast<const omx_clap_lv2_plugin*>(plugin->get_extension(plugin, OMX_CLAP_LV2_EXTENSION));
  REQUIRE(own.save_preset(plugin, folder.c_str(), "Sixty-four"));
  const auto to = activated();
  REQUIRE(to->load_preset(folder, "").has_value());
  CHECK(value_of(*to, "number") == 64);
  TestBlocks there(*to, frames);
  there.run();
  CHECK(value_of(*to, "intact") == 4);
  there.stop();
  std::filesystem::remove_all(folder);
}

// Bundles that are broken, one way each: a clear reason, and nothing else is touched.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/lv2/plugin/test_plugin.hpp"

namespace {

using namespace omx;
using namespace omx::lv2;

constexpr std::uint32_t frames = 128;

std::string explained(const std::string& name, omx_clap_lv2_status expected) {
  char text[1024];
  CAPTURE(name);
  CHECK(omx_clap_lv2_explain(fixture_uri(name).c_str(), text, sizeof text) == expected);
  return text;
}

bool holds(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

std::string creation_error(const std::string& name) {
  auto created = create_lv2(fixture_uri(name));
  REQUIRE_FALSE(created.has_value());
  char text[1024];
  omx_clap_lv2_last_error(text, sizeof text);
  return text;
}

}  // namespace

TEST_CASE("broken Turtle is told with its file and line") {
  const std::string text = explained("broken_turtle", OMX_CLAP_LV2_BROKEN_BUNDLE);
  CHECK(holds(text, "/broken_turtle.lv2/broken_turtle.ttl, line "));
  CHECK(holds(explained("broken_manifest", OMX_CLAP_LV2_BROKEN_BUNDLE), "manifest.ttl, line "));
  CHECK(omx_clap_lv2_descriptor(fixture_uri("broken_turtle").c_str()) == nullptr);
}

TEST_CASE("a URI that nobody has") {
  CHECK(
      explained("no-such-plugin", OMX_CLAP_LV2_NOT_FOUND) ==
      "no LV2 bundle holds urn:plugin-hostd:fixture:no-such-plugin");
  CHECK(omx_clap_lv2_explain(nullptr, nullptr, 0) == OMX_CLAP_LV2_BAD_ARGUMENT);
  CHECK(omx_clap_lv2_explain("no uri at all", nullptr, 0) == OMX_CLAP_LV2_NOT_FOUND);
}

TEST_CASE("binaries that are missing, no library, or hold another plugin") {
  CHECK(holds(
      explained("missing_binary", OMX_CLAP_LV2_MISSING_BINARY), "/missing_binary.lv2/missing_binary.so"));
  CHECK(holds(creation_error("no_library"), "its code cannot be loaded: "));
  CHECK(holds(creation_error("other_plugin"), "other_plugin.so does not hold it"));
}

TEST_CASE("ports that contradict each other") {
  CHECK(explained("no_symbol", OMX_CLAP_LV2_BROKEN_BUNDLE) == "a port has no lv2:symbol");
  CHECK(explained("index_gap", OMX_CLAP_LV2_BROKEN_BUNDLE) == "the indices of its 2 ports are not 0 to 1");
}

TEST_CASE("what is required and not offered is named, and no code is loaded") {
  CHECK(
      explained("refused_feature", OMX_CLAP_LV2_FEATURE_REFUSED) ==
      "it requires the feature urn:plugin-hostd:fixture:no-such-feature");
  // Its code would end this process.
  CHECK(
      creation_error("refused_feature") ==
      "it requires the feature urn:plugin-hostd:fixture:no-such-feature");
  CHECK(
      explained("instance_access", OMX_CLAP_LV2_FEATURE_REFUSED) ==
      "it requires the feature http://lv2plug.in/ns/ext/instance-access, which only a user interface may "
      "have");
  CHECK(
      explained("refused_option", OMX_CLAP_LV2_OPTION_REFUSED) ==
      "it requires the option urn:plugin-hostd:fixture:no-such-option");
  CHECK(
      explained("unknown_port", OMX_CLAP_LV2_PORT_REFUSED) ==
      "its port smell is of a type that is not known");
}

TEST_CASE("a plugin that refuses to be instantiated") {
  const auto instance = load_lv2("no_instance");
  CHECK_FALSE(instance->activate(48000, frames).has_value());
  char text[256];
  CHECK(omx_clap_lv2_last_error(text, sizeof text) == OMX_CLAP_LV2_INSTANTIATE_FAILED);
  CHECK(std::string(text) == "it refused to be instantiated at 48000 Hz");
}

TEST_CASE("ports that the code lacks are silence") {
  const auto instance = load_lv2("ports_lacking");
  REQUIRE(instance->activate(48000, frames).has_value());
  REQUIRE(instance->ports().audio_outputs[0].channels == 2);
  TestBlocks blocks(*instance, frames);
  std::ranges::fill(blocks.inputs[0], 1.0f);
  std::ranges::fill(blocks.outputs[1], 9.0f);
  blocks.run();
  CHECK(blocks.outputs[0][5] == 1);
  CHECK(blocks.outputs[1][5] == 0);
  CHECK(value_of(*instance, "meter") == 0);
  blocks.stop();
}

TEST_CASE("ranges that make no sense become some that do") {
  const auto instance = load_lv2("odd_ranges");
  const auto range = [&](const char* symbol) {
    const ClapParam& p = *instance->param(param_id_of(symbol));
    return std::array<double, 3>{p.min, p.default_value, p.max};
  };
  CHECK(range("upside_down") == std::array<double, 3>{-10, 3, 10});
  CHECK(range("outside") == std::array<double, 3>{0, 1, 1});
  CHECK(range("no_numbers") == std::array<double, 3>{0, 0, 1});
  CHECK(range("negative") == std::array<double, 3>{-3, -3, -1});
}

TEST_CASE("files that refer to each other in a circle do not keep the reader turning") {
  const auto instance = load_lv2("circle");
  CHECK(instance->descriptor().name == "Fixture circle");
  REQUIRE(instance->activate(48000, frames).has_value());
}

TEST_CASE("an event port that lies about its size is read no further than it goes") {
  const auto instance = load_lv2("lying_events");
  REQUIRE(instance->activate(48000, frames).has_value());
  TestBlocks blocks(*instance, frames);
  for (int i = 0; i < 6; ++i) {
    REQUIRE(blocks.run() == RtOutcome::ran);
    CHECK(instance->rt().out_events.empty());
  }
  blocks.stop();
}

TEST_CASE("a plugin that crashes takes its own process with it") {
  const pid_t child = fork();
  if (child == 0) {
    const auto instance = load_lv2("crash_run");
    static_cast<void>(instance->activate(48000, frames));
    signal(SIGSEGV, SIG_DFL);
    TestBlocks(*instance, frames).run();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGSEGV);
}

TEST_CASE("runs of one fixed length: shorter ones are filled up") {
  const auto instance = load_lv2("fixed_block");
  REQUIRE(instance->activate(48000, frames).has_value());
  TestBlocks whole(*instance, frames);
  std::ranges::fill(whole.inputs[0], 1.0f);
  whole.run();
  CHECK(value_of(*instance, "last_frames") == frames);
  TestBlocks rest(*instance, 50);
  std::ranges::fill(rest.inputs[0], 3.0f);
  rest.run();
  CHECK(value_of(*instance, "last_frames") == frames);
  CHECK(std::ranges::all_of(rest.outputs[0], [](float sample) { return sample == 6; }));
  rest.stop();
}

TEST_CASE("runs of powers of two: others are taken to pieces") {
  const auto instance = load_lv2("power_of_two");
  REQUIRE(instance->activate(48000, frames).has_value());
  TestBlocks blocks(*instance, 100);  // 64 + 32 + 4
  std::ranges::fill(blocks.inputs[0], 3.0f);
  blocks.run();
  CHECK(value_of(*instance, "bad_runs") == 0);
  CHECK(std::ranges::all_of(blocks.outputs[0], [](float sample) { return sample == 6; }));
  blocks.stop();
}

TEST_CASE("the factory lists what can be had, and no more") {
  const auto* const entry = omx_clap_lv2_entry();
  REQUIRE(entry->init(""));
  const auto* const factory =
      static_cast<const clap_plugin_factory_t*>(entry->get_factory(CLAP_PLUGIN_FACTORY_ID));
  std::vector<std::string> ids;
  for (std::uint32_t i = 0; i < factory->get_plugin_count(factory); ++i)
    ids.emplace_back(factory->get_plugin_descriptor(factory, i)->id);
  CHECK(std::ranges::is_sorted(ids));
  const auto lists = [&](const char* name) { return std::ranges::find(ids, fixture_uri(name)) != ids.end(); };
  CHECK(lists("controls"));
  CHECK(lists("states"));
  CHECK_FALSE(lists("broken_turtle"));
  CHECK_FALSE(lists("refused_feature"));
  entry->deinit();
}

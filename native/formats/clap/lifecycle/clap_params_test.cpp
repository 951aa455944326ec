// Parameters, texts, state and presets of instances, with fixtures.
#include <cstring>
#include <fstream>

#include <stdlib.h>
#include <unistd.h>

#include "formats/clap/lifecycle/param_state.hpp"
#include "formats/clap/lifecycle/test_host.hpp"
#include "formats/clap/lifecycle/value_text.hpp"

namespace {

using namespace omx;

std::vector<std::byte> version_1_state(double gain) {
  const std::uint32_t version = 1;
  std::vector<std::byte> bytes(sizeof version + sizeof gain);
  std::memcpy(bytes.data(), &version, sizeof version);
  std::memcpy(bytes.data() + sizeof version, &gain, sizeof gain);
  return bytes;
}

/// A file of presets that is gone at the end.
class PresetFile {
public:
  PresetFile() {
    const int fd = mkstemp(path_);
    close(fd);
    std::ofstream(path_) << "soft 0.25\nloud 4\n";
  }
  ~PresetFile() { unlink(path_); }

  std::string path() const { return path_; }

private:
  char path_[32] = "/tmp/omx-presets-XXXXXX";
};

}  // namespace

TEST_CASE("a change is clamped, heard at its frame, and remembered") {
  auto gain = load_fixture("gain");
  REQUIRE(gain->activate(test_rate_hz, test_frames).has_value());
  TestBlocks blocks(*gain);
  blocks.inputs[0].assign(test_frames, 1.0f);
  REQUIRE(gain->set_param(1, 2, 16).has_value());
  blocks.run();
  CHECK(blocks.outputs[0][15] == 1.0f);
  CHECK(blocks.outputs[0][16] == 2.0f);
  REQUIRE(gain->set_param(1, 1e6).has_value());
  CHECK(gain->param(1)->value == 8);
  blocks.run();
  CHECK(blocks.outputs[0][0] == 8.0f);
}

TEST_CASE("an inactive plugin is flushed at once, a deactivated one is given what waited") {
  auto gain = load_fixture("state");
  REQUIRE(gain->set_param(1, 3).has_value());
  CHECK(gain->rt().changes.empty());
  REQUIRE(gain->activate(test_rate_hz, test_frames).has_value());
  REQUIRE(gain->set_param(1, 4).has_value());
  CHECK_FALSE(gain->rt().changes.empty());
  gain->deactivate();
  CHECK(gain->rt().changes.empty());
  REQUIRE(gain->activate(test_rate_hz, test_frames).has_value());
  TestBlocks blocks(*gain);
  blocks.inputs[0][0] = 1.0f;
  blocks.run();
  CHECK(blocks.outputs[0][0] == 4.0f);
}

TEST_CASE("unknown and read-only parameters are refused, and so are changes that nobody takes") {
  auto units = load_fixture("units");
  CHECK(units->set_param(99, 0).error().code == ErrorCode::parameter_absent);
  CHECK(units->set_param(40, 0).error().code == ErrorCode::invalid_operation);
  REQUIRE(units->activate(test_rate_hz, test_frames).has_value());
  Status status = done();
  for (int i = 0; i < 100000 && status; ++i) status = units->set_param(10, 0);
  REQUIRE_FALSE(status.has_value());
  CHECK(status.error().code == ErrorCode::capacity);
}

TEST_CASE("flags, texts and the reading of texts") {
  auto units = load_fixture("units");
  CHECK(units->param(20)->stepped());
  CHECK(units->param(30)->hidden());
  CHECK(units->param(40)->readonly());
  CHECK(units->param_text(10, -6) == "-6.0 dB");
  CHECK(units->param_text(20, 1) == "Mid");
  CHECK(units->param_text(30, 0.5) == "0.5");

  CHECK(units->parse_param(10, "-12.5 dB").value() == -12.5);
  CHECK(units->parse_param(10, " +3").value() == 3);
  CHECK(units->parse_param(30, "0.125").value() == 0.125);
  CHECK(units->parse_param(20, "mid").value() == 1);
  CHECK(units->parse_param(20, "High").value() == 2);
  CHECK(units->parse_param(20, "2").value() == 2);

  CHECK(units->parse_param(99, "1").error().code == ErrorCode::parameter_absent);
  CHECK(units->parse_param(10, "loud").error().code == ErrorCode::parameter_value);
  CHECK(units->parse_param(20, "Highest").error().code == ErrorCode::parameter_value);
  CHECK(
      units->parse_param(10, "40 dB").error().detail ==
      "\"40 dB\" is outside of Level's range, -60.0 dB to 12.0 dB");
}

TEST_CASE("an output parameter is up to date whenever it is read") {
  auto meter = load_fixture("meter");
  REQUIRE(meter->activate(test_rate_hz, test_frames).has_value());
  TestBlocks blocks(*meter);
  CHECK(meter->param(1)->value == 0);
  blocks.inputs[1][40] = -0.5f;
  blocks.run();
  CHECK(meter->param(1)->value == 0.5);
}

TEST_CASE("state: saved, restored, older versions read, rubbish refused") {
  auto source = load_fixture("state");
  REQUIRE(source->set_param(1, 2.5).has_value());
  REQUIRE(source->set_param(2, -0.5).has_value());
  const auto state = source->save_state();
  REQUIRE(state.has_value());

  TestListener listener;
  auto copy = load_fixture("state", {.listener = &listener});
  REQUIRE(copy->load_state(state.value()).has_value());
  CHECK(copy->param(1)->value == 2.5);
  CHECK(copy->param(2)->value == -0.5);
  CHECK((listener.params_flags & CLAP_PARAM_RESCAN_VALUES) != 0);

  REQUIRE(copy->load_state(version_1_state(4)).has_value());
  CHECK(copy->param(1)->value == 4);
  CHECK(copy->param(2)->value == 0);

  auto truncated = state.value();
  truncated.pop_back();
  CHECK(copy->load_state(truncated).error().code == ErrorCode::state_failed);
  CHECK(copy->load_state({}).error().code == ErrorCode::state_failed);
  CHECK(copy->param(1)->value == 4);

  auto stubborn = load_fixture("state-fails");
  CHECK(stubborn->save_state().error().code == ErrorCode::state_failed);
  CHECK(stubborn->load_state(state.value()).error().code == ErrorCode::state_failed);
}

TEST_CASE("a state that is loaded is not undone by what was set before it") {
  auto instance = load_fixture("state");
  REQUIRE(instance->activate(test_rate_hz, test_frames).has_value());
  TestBlocks blocks(*instance);
  blocks.inputs[0][0] = 1.0f;
  REQUIRE(instance->set_param(1, 8).has_value());
  REQUIRE(instance->load_state(version_1_state(2)).has_value());
  CHECK(instance->param(1)->value == 2);
  blocks.run();
  CHECK(blocks.outputs[0][0] == 2.0f);
  REQUIRE(instance->set_param(1, 3).has_value());
  blocks.run();
  CHECK(blocks.outputs[0][0] == 3.0f);
}

TEST_CASE("the state of a plugin that keeps none: its parameters as text") {
  const std::vector<ClapParam> params = {
      {1, "Gain", "", 0, 8, 1, 0, nullptr, 0.1},
      {2, "Shown", "", 0, 1, 0, CLAP_PARAM_IS_READONLY, nullptr, 0.5},
      {4000000000u, "Far", "", -1, 1, 0, 0, nullptr, -0.25}};
  auto state = write_param_state(params);
  const auto values = read_param_state(state);
  REQUIRE(values.has_value());
  CHECK(*values == std::vector<std::pair<clap_id, double>>{{1, 0.1}, {4000000000u, -0.25}});
  for (std::size_t size = 0; size < state.size(); ++size) {
    const auto part = read_param_state(std::span(state).first(size));
    if (part) CHECK(part->size() < 2);  // cut between two lines
  }
  state.push_back(std::byte{'x'});
  CHECK_FALSE(read_param_state(state).has_value());
}

TEST_CASE("presets: by file, by key, and why one could not be loaded") {
  const PresetFile presets;
  TestListener listener;
  auto instance = load_fixture("preset", {.listener = &listener});
  REQUIRE(instance->load_preset(presets.path(), "").has_value());
  CHECK(instance->param(1)->value == 0.25);
  REQUIRE(instance->load_preset(presets.path(), "loud").has_value());
  CHECK(instance->param(1)->value == 4);
  instance->service();
  REQUIRE(listener.log.size() == 2);
  CHECK(listener.log[0].second == "preset loaded");

  CHECK(
      instance->load_preset(presets.path(), "absent").error().detail ==
      "Fixture Preset could not load the preset: no such preset");
  CHECK(
      instance->load_preset("/nowhere", "").error().detail ==
      "Fixture Preset could not load the preset: cannot open the file: No such file or directory");
  CHECK(load_fixture("gain")->load_preset(presets.path(), "").error().code == ErrorCode::preset_failed);
}

TEST_CASE("the render mode is told to the plugin") {
  auto instance = load_fixture("preset", {.offline = true});
  CHECK_FALSE(instance->needs_realtime());
  REQUIRE(instance->load_state(instance->save_state().value()).has_value());
  CHECK(instance->param(2)->value == 1);
  instance->set_offline(false);
  REQUIRE(instance->load_state(instance->save_state().value()).has_value());
  CHECK(instance->param(2)->value == 0);
}

TEST_CASE("numbers and texts of values") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(-3) == "-3");
  CHECK(starts_with_number(" -12.5 dB"));
  CHECK(starts_with_number("+.5"));
  CHECK_FALSE(starts_with_number("inf"));
  CHECK_FALSE(starts_with_number("dB 3"));
  CHECK_FALSE(starts_with_number(""));
  CHECK(plain_number(" 2e3 ") == 2000.0);
  CHECK(plain_number("2 dB") == std::nullopt);
  CHECK(plain_number("+-2") == std::nullopt);
  CHECK(same_text("Low Pass", "lowpass "));
  CHECK_FALSE(same_text("Low", "Lower"));
}

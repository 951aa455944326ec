// A plugin with every kind of control port, in our own host.
#include <doctest/doctest.h>

#include "formats/clap/abi/render.hpp"
#include "formats/lv2/plugin/test_plugin.hpp"

namespace {

using namespace omx;
using namespace omx::lv2;

constexpr std::uint32_t frames = 128;

const ClapParam& param(ClapInstance& instance, const char* symbol) {
  const ClapParam* const found = instance.param(param_id_of(symbol));
  REQUIRE(found != nullptr);
  return *found;
}

void set(ClapInstance& instance, const char* symbol, double value, std::uint32_t time = 0) {
  REQUIRE(instance.set_param(param_id_of(symbol), value, time).has_value());
}

std::unique_ptr<ClapInstance> activated(const ClapInstanceOptions& options = {}) {
  auto instance = load_lv2("controls", options);
  REQUIRE(instance->activate(48000, frames).has_value());
  return instance;
}

}  // namespace

TEST_CASE("the descriptor says what the bundle says") {
  const auto instance = load_lv2("controls");
  const ClapDescriptor& descriptor = instance->descriptor();
  CHECK(descriptor.id == "urn:plugin-hostd:fixture:controls");
  CHECK(descriptor.name == "Fixture Controls");
  CHECK(descriptor.vendor == "Fixtures");
  CHECK(descriptor.version == "3.2");
  CHECK(descriptor.features == std::vector<std::string>{"audio-effect", "compressor", "stereo"});
}

TEST_CASE("audio ports: the main group first, then the side chain and control voltage") {
  const auto instance = load_lv2("controls");
  const ClapPorts& ports = instance->ports();
  REQUIRE(ports.audio_inputs.size() == 3);
  CHECK(ports.audio_inputs[0].name == "Sound");
  CHECK(ports.audio_inputs[0].channels == 2);
  CHECK(ports.audio_inputs[0].main);
  CHECK(ports.audio_inputs[1].name == "Side");
  CHECK_FALSE(ports.audio_inputs[1].main);
  CHECK(ports.audio_inputs[2].name == "CV");
  REQUIRE(ports.audio_outputs.size() == 1);
  CHECK(ports.audio_outputs[0].channels == 2);
  CHECK(ports.audio_outputs[0].main);
  CHECK_FALSE(ports.audio_outputs[0].in_place_pair.has_value());
  CHECK(ports.note_inputs.empty());
}

TEST_CASE("ranges, kinds and texts of parameters") {
  const auto instance = load_lv2("controls");
  const ClapParam& mode = param(*instance, "mode");
  CHECK(mode.stepped());
  CHECK(instance->param_text(mode.id, 2) == "Hard");
  CHECK(instance->parse_param(mode.id, "soft").value() == 0);
  const ClapParam& cutoff = param(*instance, "cutoff");
  CHECK(cutoff.module == "Tone");
  CHECK(cutoff.max == 24000);            // 0.5 of 48 kHz
  CHECK(cutoff.default_value == 12000);  // 0.25 of it
  CHECK(instance->param_text(cutoff.id, 440) == "440 Hz");
  CHECK(instance->parse_param(cutoff.id, "1000 Hz").value() == 1000);
  const ClapParam& invert = param(*instance, "invert");
  CHECK(invert.stepped());
  CHECK(invert.max == 1);
  CHECK(instance->param_text(invert.id, 1) == "on");
  CHECK(instance->param_text(param(*instance, "voices").id, 3) == "3 voices");
  CHECK(param(*instance, "secret").hidden());
  CHECK((param(*instance, "secret").flags & CLAP_PARAM_IS_AUTOMATABLE) == 0);
  CHECK(param(*instance, "enabled").value == 1);
  CHECK(instance->param(param_id_of("free")) == nullptr);
  const ClapParam& bare = param(*instance, "bare");
  CHECK(bare.min == 0);
  CHECK(bare.max == 1);
  CHECK(bare.default_value == 0);
  CHECK(param(*instance, "runs").readonly());
  CHECK(param(*instance, "latency").hidden());
}

TEST_CASE("what CLAP has no words for is told by the extension") {
  const auto instance = load_lv2("controls");
  const clap_plugin_t* const plugin = instance->rt().plugin;
  const auto& own =
      *static_cast<const omx_clap_lv2_plugin*>(plugin->get_extension(plugin, OMX_CLAP_LV2_EXTENSION));
  const auto traits = [&](const char* symbol) { return own.param_traits(plugin, param_id_of(symbol)); };
  CHECK(traits("cutoff") == (OMX_CLAP_LV2_LOGARITHMIC | OMX_CLAP_LV2_TIMES_RATE));
  CHECK(traits("mode") == (OMX_CLAP_LV2_INTEGER | OMX_CLAP_LV2_ENUMERATION));
  CHECK(traits("fire") == (OMX_CLAP_LV2_TRIGGER | OMX_CLAP_LV2_TOGGLED));
  CHECK(traits("secret") == OMX_CLAP_LV2_EXPENSIVE);
  CHECK(traits("gain") == 0);
  CHECK(own.param_traits(plugin, 12345) == 0);
  CHECK(std::string(own.param_symbol(plugin, param_id_of("gain"))) == "gain");
  CHECK(std::string(own.audio_symbol(plugin, true, 1, 0)) == "side");
  CHECK(own.is_cv(plugin, true, 2));
  CHECK_FALSE(own.is_cv(plugin, true, 0));
}

TEST_CASE("bounds that are multiples of the sample rate follow it") {
  TestListener listener;
  const auto instance = load_lv2("controls", {.listener = &listener});
  REQUIRE(instance->activate(96000, frames).has_value());
  CHECK((listener.params_flags & CLAP_PARAM_RESCAN_ALL) != 0);
  CHECK(param(*instance, "cutoff").max == 48000);
  CHECK(param(*instance, "cutoff").value == 24000);  // still the default
}

TEST_CASE("sound, side chain and control voltage reach the plugin; what is not connected is silence") {
  const auto instance = activated();
  TestBlocks blocks(*instance, frames);
  for (std::size_t i = 0; i < frames; ++i) {
    blocks.inputs[0][i] = static_cast<float>(i);
    blocks.inputs[1][i] = 1;
    blocks.inputs[2][i] = 1000;
    blocks.inputs[3][i] = 20000;
  }
  set(*instance, "gain", 2);
  REQUIRE(blocks.run() == RtOutcome::ran);
  CHECK(blocks.outputs[0][0] == 21000);
  CHECK(blocks.outputs[0][100] == 21200);
  CHECK(blocks.outputs[1][100] == 2);
  instance->rt().inputs[1].data32 = nullptr;
  instance->rt().outputs[0].data32[1] = nullptr;
  REQUIRE(blocks.run() == RtOutcome::ran);
  CHECK(blocks.outputs[0][100] == 20200);
  blocks.stop();
}

TEST_CASE("without changes inside a block the plugin runs once; a change splits it at a multiple of 32") {
  const auto instance = activated();
  TestBlocks blocks(*instance, frames);
  std::ranges::fill(blocks.inputs[0], 1.0f);
  blocks.run();
  CHECK(value_of(*instance, "runs") == 1);
  CHECK(value_of(*instance, "last_frames") == frames);
  set(*instance, "gain", 2, 70);  // 70 = 64 + 6
  blocks.run();
  CHECK(value_of(*instance, "runs") == 3);
  CHECK(value_of(*instance, "last_frames") == 64);
  CHECK(blocks.outputs[0][63] == 1);
  CHECK(blocks.outputs[0][64] == 2);
  CHECK(blocks.outputs[0][127] == 2);
  set(*instance, "gain", 1, 127);  // no piece is shorter than 32 frames
  blocks.run();
  CHECK(value_of(*instance, "last_frames") == 32);
  CHECK(blocks.outputs[0][95] == 2);
  CHECK(blocks.outputs[0][96] == 1);
  blocks.stop();
}

TEST_CASE("a trigger goes back after its block") {
  const auto instance = activated();
  TestBlocks blocks(*instance, frames);
  set(*instance, "fire", 1);
  blocks.run();
  CHECK(value_of(*instance, "fire") == 0);
  blocks.run();
  CHECK(value_of(*instance, "fired") == 1);
  blocks.stop();
}

TEST_CASE("a latency that changes asks for a restart, and holds from then on") {
  TestListener listener;
  const auto instance = activated({.listener = &listener});
  CHECK(instance->latency_frames() == 0);
  TestBlocks blocks(*instance, frames);
  set(*instance, "lookahead", 480);
  blocks.run();
  blocks.run();
  instance->service(ClapWaits::Clock::now());
  CHECK(listener.restarts == 1);
  blocks.stop();
  instance->deactivate();
  REQUIRE(instance->activate(48000, frames).has_value());
  CHECK(instance->latency_frames() == 480);
  CHECK(listener.latencies == 1);
  blocks.run();
  instance->service(ClapWaits::Clock::now());
  CHECK(listener.restarts == 1);
  blocks.stop();
}

TEST_CASE("free-wheeling follows the render mode") {
  const auto instance = activated({.offline = true});
  TestBlocks blocks(*instance, frames);
  blocks.run();
  CHECK(value_of(*instance, "last_free") == 1);
  instance->set_offline(false);
  blocks.run();
  CHECK(value_of(*instance, "last_free") == 0);
  blocks.stop();
}

TEST_CASE("values outlive another sample rate") {
  const auto instance = activated();
  set(*instance, "gain", 1.5);
  TestBlocks blocks(*instance, frames);
  blocks.run();
  blocks.stop();
  instance->deactivate();
  REQUIRE(instance->activate(44100, frames).has_value());
  TestBlocks again(*instance, frames);
  std::ranges::fill(again.inputs[0], 1.0f);
  again.run();
  CHECK(again.outputs[0][0] == 1.5f);
  again.stop();
}

// What depends on an effect's declaration: side chain, meters, presets, tempo, latency, mono.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <clap/ext/audio-ports.h>
#include <clap/ext/latency.h>
#include <doctest/doctest.h>
#include <unistd.h>

#include "clap/testing.hpp"
#include "effect/player.hpp"
#include "effect/testing.hpp"
#include "formats/clap/abi/audio_ports_config.hpp"
#include "formats/clap/abi/gain_adjustment.hpp"
#include "formats/clap/abi/preset_discovery.hpp"
#include "formats/clap/abi/preset_load.hpp"

namespace {

using namespace omx::clap_testing;
using omx::testing::noise;
using omx::testing::Stereo;

/// The effect called directly, with what the formats share.
omx::Player direct(const omx::RegisteredEffect& entry) {
  omx::Player player(entry);
  player.prepare(48000.0);
  return player;
}

void play(
    omx::Player& player, const Stereo& in, const Stereo* side, Stereo& out, std::size_t from,
    std::size_t to) {
  omx::Buffers buffers{{in.left.data(), in.right.data()}, {}, {out.left.data(), out.right.data()}, 2};
  if (side != nullptr) {
    buffers.side_chain[0] = side->left.data();
    buffers.side_chain[1] = side->right.data();
  }
  player.play(buffers, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to));
}

}  // namespace

TEST_CASE("the side chain is a second input; left open it is silent") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Plugin plugin(entry.info->id);
    plugin.activate();
    const auto* ports = plugin.extension<clap_plugin_audio_ports_t>(CLAP_EXT_AUDIO_PORTS);
    clap_audio_port_info_t info;
    REQUIRE(ports->get(plugin.get(), 1, true, &info) == entry.info->has_side_chain);
    const Stereo in = noise(2000, 1);
    const Stereo side = noise(2000, 2);
    Stereo wanted(2000);
    omx::Player player = direct(entry);
    if (entry.info->has_side_chain) {
      CHECK(std::string(info.name) == "Side chain");
      CHECK(info.channel_count == 2);
      CHECK(info.flags == 0);
      CHECK(info.in_place_pair == CLAP_INVALID_ID);
      play(player, in, &side, wanted, 0, 2000);
      CHECK(plugin.play(in, 500, {}, &side).same_bits(wanted));
    } else {
      play(player, in, nullptr, wanted, 0, 2000);
      CHECK(plugin.play(in, 500).same_bits(wanted));
    }
    Plugin open(entry.info->id);
    open.activate();
    const Stereo silence(2000);
    omx::Player silent = direct(entry);
    play(silent, in, &silence, wanted, 0, 2000);
    CHECK(open.play(in, 500).same_bits(wanted));
  }
}

TEST_CASE("in mono every port has one channel, and the output is the mean of the effect's two") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Plugin plugin(entry.info->id);
    const auto* configs = plugin.extension<omx::abi::PluginAudioPortsConfig>(omx::abi::audio_ports_config_id);
    REQUIRE(configs->count(plugin.get()) == 2);
    omx::abi::AudioPortsConfig config;
    REQUIRE(configs->get(plugin.get(), 1, &config));
    CHECK(std::string(config.name) == "Mono");
    CHECK(config.main_input_channel_count == 1);
    CHECK(config.input_port_count == (entry.info->has_side_chain ? 2 : 1));
    CHECK_FALSE(configs->get(plugin.get(), 2, &config));
    CHECK_FALSE(configs->select(plugin.get(), 77));
    REQUIRE(configs->select(plugin.get(), config.id));
    const auto* ports = plugin.extension<clap_plugin_audio_ports_t>(CLAP_EXT_AUDIO_PORTS);
    clap_audio_port_info_t info;
    REQUIRE(ports->get(plugin.get(), 0, false, &info));
    CHECK(info.channel_count == 1);
    CHECK(std::string(info.port_type) == CLAP_PORT_MONO);
    plugin.activate();
    CHECK_FALSE(configs->select(plugin.get(), 0));

    Stereo in = noise(3000, 3);
    in.right = in.left;
    Stereo both(3000);
    omx::Player player = direct(entry);
    play(player, in, nullptr, both, 0, 3000);
    Stereo wanted(3000);
    for (std::size_t i = 0; i < 3000; ++i) {
      wanted.left[i] = 0.5F * both.left[i] + 0.5F * both.right[i];
    }
    CHECK(plugin.play_mono(in.left, 700) == wanted.left);
  }
}

TEST_CASE("the latency is the effect's") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    Plugin plugin(entry.info->id);
    plugin.activate();
    CHECK(
        plugin.extension<clap_plugin_latency_t>(CLAP_EXT_LATENCY)->get(plugin.get()) ==
        direct(entry).latency_frames());
  }
}

TEST_CASE("a gain meter is CLAP's gain adjustment, and effects without one have no such extension") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Plugin plugin(entry.info->id);
    plugin.activate();
    const auto* metering = plugin.extension<omx::abi::PluginGainAdjustment>(omx::abi::gain_adjustment_id);
    std::uint32_t index = 0;
    while (index < entry.info->meters.size() && !entry.info->meters[index].is_gain_reduction) {
      ++index;
    }
    REQUIRE((metering != nullptr) == (index < entry.info->meters.size()));
    if (metering != nullptr) {
      const Stereo in = noise(4000, 4, 1.0F);
      Stereo out(4000);
      omx::Player player = direct(entry);
      play(player, in, nullptr, out, 0, 4000);
      plugin.play(in, 500);
      CHECK(metering->get(plugin.get()) == static_cast<double>(player.meter(index)));
    }
  }
}

TEST_CASE("the tempo comes with a block and changes within it, on its frame") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Plugin plugin(entry.info->id);
    plugin.activate();
    plugin.tempo = 100.0;
    const Stereo in = noise(60000, 5);
    Stereo wanted(60000);
    omx::Player player = direct(entry);
    player.set_tempo(100.0);
    play(player, in, nullptr, wanted, 0, 333);
    player.set_tempo(171.0);
    play(player, in, nullptr, wanted, 333, 60000);
    CHECK(plugin.play(in, 60000, {{333, tempo_event, 171.0}}).same_bits(wanted));
  }
}

TEST_CASE("every declared preset loads by its symbol, and the host is told") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    for (const omx::PresetInfo& preset : entry.info->presets) {
      CAPTURE(std::string(entry.info->name));
      CAPTURE(std::string(preset.name));
      Plugin plugin(entry.info->id);
      const auto* presets = plugin.extension<omx::abi::PluginPresetLoad>(omx::abi::preset_load_id);
      CHECK(presets->from_location(plugin.get(), omx::abi::preset_in_plugin, nullptr, preset.symbol));
      CHECK(plugin.host().rescanned == CLAP_PARAM_RESCAN_VALUES);
      CHECK(plugin.host().preset_log == std::vector<std::string>{std::string("loaded ") + preset.symbol});
      for (std::size_t i = 0; i < preset.values.size(); ++i) {
        CHECK(plugin.value(entry.info->params[i].id) == preset.values[i]);
      }
    }
  }
}

TEST_CASE("hosts find every declared preset without an instance") {
  const Library library;
  const auto* factory = static_cast<const omx::abi::PresetDiscoveryFactory*>(
      library.entry().get_factory(omx::abi::preset_discovery_id));
  REQUIRE(factory->count(factory) == 1);
  const omx::abi::PresetProviderDescriptor* descriptor = factory->get_descriptor(factory, 0);
  CHECK(factory->get_descriptor(factory, 1) == nullptr);

  std::vector<std::string> locations;
  omx::abi::PresetIndexer indexer{};
  indexer.indexer_data = &locations;
  indexer.declare_location = [](const omx::abi::PresetIndexer* to, const omx::abi::PresetLocation* found) {
    static_cast<std::vector<std::string>*>(to->indexer_data)->emplace_back(found->name);
    return found->kind == omx::abi::preset_in_plugin && found->location == nullptr;
  };
  CHECK(factory->create(factory, &indexer, "another") == nullptr);
  const omx::abi::PresetProvider* provider = factory->create(factory, &indexer, descriptor->id);
  REQUIRE(provider != nullptr);
  CHECK(provider->init(provider));
  CHECK(locations == std::vector<std::string>{"plugin-hostd"});

  std::vector<std::string> heard;
  omx::abi::PresetMetadataReceiver receiver{};
  receiver.receiver_data = &heard;
  receiver.begin_preset = [](const omx::abi::PresetMetadataReceiver* to, const char* name, const char* key) {
    static_cast<std::vector<std::string>*>(to->receiver_data)->push_back(std::string(name) + "|" + key);
    return true;
  };
  receiver.add_plugin_id = [](const omx::abi::PresetMetadataReceiver* to,
                              const omx::abi::UniversalPluginId* plugin) {
    static_cast<std::vector<std::string>*>(to->receiver_data)->back() += std::string("|") + plugin->id;
  };
  receiver.set_flags = [](const omx::abi::PresetMetadataReceiver*, std::uint32_t) {};
  CHECK(provider->get_metadata(provider, omx::abi::preset_in_plugin, nullptr, &receiver));
  CHECK_FALSE(provider->get_metadata(provider, omx::abi::preset_in_file, "/", &receiver));
  provider->destroy(provider);

  std::vector<std::string> wanted;
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    for (const omx::PresetInfo& preset : entry.info->presets) {
      wanted.push_back(std::string(preset.name) + "|" + preset.symbol + "|" + entry.info->id);
    }
  }
  CHECK(heard == wanted);
}

TEST_CASE("a state in a file is a preset; what is none says why") {
  const omx::RegisteredEffect& entry = omx::effects()[0];
  Plugin first(entry.info->id);
  first.flush({{0, entry.info->params[0].id, entry.info->params[0].max_value}});
  const auto path = std::filesystem::temp_directory_path() / ("omx-preset-" + std::to_string(getpid()));
  std::ofstream(path) << first.save();
  Plugin second(entry.info->id);
  const auto* presets = second.extension<omx::abi::PluginPresetLoad>(omx::abi::preset_load_id);
  CHECK(presets->from_location(second.get(), omx::abi::preset_in_file, path.c_str(), nullptr));
  CHECK(second.value(entry.info->params[0].id) == entry.info->params[0].max_value);
  std::ofstream(path) << "noise";
  CHECK_FALSE(presets->from_location(second.get(), omx::abi::preset_in_file, path.c_str(), nullptr));
  std::filesystem::remove(path);
  CHECK_FALSE(presets->from_location(second.get(), omx::abi::preset_in_file, path.c_str(), nullptr));
  CHECK_FALSE(presets->from_location(second.get(), omx::abi::preset_in_plugin, nullptr, "nothing"));
  CHECK_FALSE(presets->from_location(second.get(), omx::abi::preset_in_plugin, nullptr, nullptr));
  CHECK(
      second.host().preset_log == std::vector<std::string>{
                                      "loaded ", "no settings of this effect", "cannot read the file",
                                      "no such preset", "no such preset"});
  CHECK(second.value(entry.info->params[0].id) == entry.info->params[0].max_value);
}

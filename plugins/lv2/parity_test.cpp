// The LV2 and the CLAP face of every effect play the same bits.
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "clap/testing.hpp"
#include "effect/registry.hpp"
#include "effect/testing.hpp"
#include "formats/clap/abi/audio_ports_config.hpp"
#include "formats/clap/abi/gain_adjustment.hpp"
#include "lv2/testing.hpp"

namespace {

using omx::clap_testing::ParamEvent;
using omx::clap_testing::Plugin;
using omx::clap_testing::tempo_event;
using omx::lv2_testing::Instance;
using omx::testing::noise;
using omx::testing::Stereo;

constexpr std::size_t block_frames = 3000;

std::string uri_of(const omx::EffectInfo& info) {
  return std::string("urn:plugin-hostd:") + info.name;
}

/// A value for every parameter, in single precision as LV2's ports have them.
std::vector<float> random_values(const omx::EffectInfo& info, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::vector<float> values;
  for (const omx::ParamInfo& param : info.params) {
    const double value = param.min_value + uniform(random) * (param.max_value - param.min_value);
    values.push_back(static_cast<float>(omx::accepted_value(param, value)));
  }
  return values;
}

std::vector<ParamEvent> events_for(const omx::EffectInfo& info, const std::vector<float>& values) {
  std::vector<ParamEvent> events;
  for (std::size_t i = 0; i < values.size(); ++i) {
    events.push_back({0, info.params[i].id, static_cast<double>(values[i])});
  }
  return events;
}

void set_controls(Instance& instance, const omx::EffectInfo& info, const std::vector<float>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    instance.control(info.params[i].symbol) = values[i];
  }
}

}  // namespace

TEST_CASE("with random settings, at four rates, with a side chain") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    for (const double rate : {44100.0, 48000.0, 96000.0, 192000.0}) {
      CAPTURE(std::string(entry.info->name));
      CAPTURE(rate);
      std::mt19937 random(static_cast<unsigned>(rate));
      Plugin clap(entry.info->id);
      clap.activate(rate);
      Instance lv2(uri_of(*entry.info), rate);
      for (unsigned round = 0; round < 4; ++round) {
        const Stereo in = noise(block_frames, round + 1);
        const Stereo side_sound = noise(block_frames, round + 100);
        const Stereo* side = entry.info->has_side_chain && round > 0 ? &side_sound : nullptr;
        // The first round is played with the defaults of both faces.
        std::vector<ParamEvent> events;
        if (round > 0) {
          const std::vector<float> values = random_values(*entry.info, random);
          events = events_for(*entry.info, values);
          set_controls(lv2, *entry.info, values);
        }
        REQUIRE(lv2.play(in, block_frames, side).same_bits(clap.play(in, block_frames, events, side)));
      }
    }
  }
}

TEST_CASE("in mono") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    std::mt19937 random(7);
    const std::vector<float> values = random_values(*entry.info, random);
    Plugin clap(entry.info->id);
    clap.extension<omx::abi::PluginAudioPortsConfig>(omx::abi::audio_ports_config_id)->select(clap.get(), 1);
    clap.flush(events_for(*entry.info, values));
    clap.activate();
    Instance lv2(uri_of(*entry.info) + ":mono", 48000.0);
    set_controls(lv2, *entry.info, values);
    std::vector<float> in = noise(block_frames, 1).left;
    const std::vector<float> wanted = clap.play_mono(in, block_frames);
    lv2.connect("in", in.data());
    lv2.connect("out", in.data());
    lv2.run(block_frames);
    CHECK(in == wanted);
  }
}

TEST_CASE("with a tempo that changes within a block") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Plugin clap(entry.info->id);
    Instance lv2(uri_of(*entry.info), 48000.0);
    REQUIRE(lv2.has("control") == entry.info->uses_tempo);
    if (!entry.info->uses_tempo) {
      continue;
    }
    std::mt19937 random(3);
    const std::vector<float> values = random_values(*entry.info, random);
    set_controls(lv2, *entry.info, values);
    clap.flush(events_for(*entry.info, values));
    clap.activate();
    omx::lv2_testing::TempoEvents tempo(lv2.urids());
    tempo.add(0, 93.0F);
    tempo.add(1234, 140.5F);
    lv2.connect("control", tempo.data());
    const Stereo in = noise(60000, 2);
    const Stereo wanted = clap.play(in, 60000, {{0, tempo_event, 93.0}, {1234, tempo_event, 140.5}});
    CHECK(lv2.play(in, 60000).same_bits(wanted));
  }
}

TEST_CASE("the gain meter and the latency") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    Plugin clap(entry.info->id);
    clap.activate();
    Instance lv2(uri_of(*entry.info), 48000.0);
    const Stereo in = noise(block_frames, 3, 1.0F);
    clap.play(in, block_frames);
    lv2.play(in, block_frames);
    const auto* metering = clap.extension<omx::abi::PluginGainAdjustment>(omx::abi::gain_adjustment_id);
    for (const omx::MeterInfo& meter : entry.info->meters) {
      if (meter.is_gain_reduction) {
        CHECK(static_cast<double>(lv2.control(meter.symbol)) == metering->get(clap.get()));
      }
    }
    if (entry.info->has_latency) {
      const auto latency = entry.make();
      latency->prepare(48000.0);
      CHECK(lv2.control("latency") == static_cast<float>(latency->latency_frames()));
    }
  }
}

// Every LV2 plugin of the system, beside a host of a few lines that calls run() itself through lilv: the same
// bits must come out.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>

#include <doctest/doctest.h>
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>

#include "formats/clap/lifecycle/test_host.hpp"
#include "formats/lv2/include/omx-clap-lv2.h"
#include "formats/lv2/plugin/test_direct_host.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__has_feature)
// LeakSanitizer asks here. Other people's plugins leak, and this test is not about them.
extern "C" int __lsan_is_turned_off();
extern "C" int __lsan_is_turned_off() {
  return 1;
}
#endif

namespace {

using namespace omx;
using namespace omx::lv2;

const bool own_cache = setenv("XDG_CACHE_HOME", OMX_FIXTURES_DIR "/cache", 1) == 0;

constexpr std::uint32_t seed = 20260101;
constexpr float noise_peak = 0.1f;  // -20 dBFS
constexpr int block_count = 8;

struct Setting {
  double rate_hz;
  std::uint32_t frames;
};
constexpr Setting settings[] = {{44100, 32}, {48000, 128}, {96000, 1024}};

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

/// Some give other bits in every instance, by design: random numbers, addresses, the clock.
bool is_repeatable(const TestDirectWorld& world, const std::string& uri, const Setting& setting) {
  std::vector<std::vector<float>> sounds;
  for (int i = 0; i < 2; ++i) {
    auto host = TestDirectHost::create(world, uri, setting.rate_hz, setting.frames);
    if (host == nullptr) return false;
    sounds.push_back(host->play_noise(seed, noise_peak, block_count));
  }
  const std::size_t bytes = sounds[0].size() * sizeof(float);
  return bytes == 0 || std::memcmp(sounds[0].data(), sounds[1].data(), bytes) == 0;
}

std::vector<float> play_through_adapter(const std::string& uri, const Setting& setting) {
  const clap_plugin_descriptor_t* const descriptor = omx_clap_lv2_descriptor(uri.c_str());
  REQUIRE(descriptor != nullptr);
  auto library = ClapLibrary::of_entry(*omx_clap_lv2_entry(), *descriptor, "lv2");
  REQUIRE(library.has_value());
  auto created = ClapInstance::create(library.value(), uri, {});
  REQUIRE(created.has_value());
  ClapInstance& instance = *created.value();
  REQUIRE(instance.activate(setting.rate_hz, setting.frames).has_value());
  TestBlocks blocks(instance, setting.frames);
  const std::vector<std::uint32_t> inputs = sound_order(instance, true);
  const std::vector<std::uint32_t> outputs = sound_order(instance, false);
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> noise(-noise_peak, noise_peak);
  std::vector<float> sound;
  for (int block = 0; block < block_count; ++block) {
    for (const std::uint32_t channel : inputs) {
      for (float& sample : blocks.inputs[channel]) sample = noise(random);
    }
    REQUIRE(blocks.run() == RtOutcome::ran);
    for (const std::uint32_t channel : outputs)
      sound.insert(sound.end(), blocks.outputs[channel].begin(), blocks.outputs[channel].end());
  }
  blocks.stop();
  return sound;
}

struct Tally {
  int same = 0;
  int not_repeatable = 0;
  int refused = 0;
};

void compare(const TestDirectWorld& world, const std::string& uri, Tally& tally) {
  char why[256];
  if (omx_clap_lv2_explain(uri.c_str(), why, sizeof why) != OMX_CLAP_LV2_OK) {
    std::printf("refused: %s: %s\n", uri.c_str(), why);
    ++tally.refused;
    return;
  }
  for (const Setting& setting : settings) {
    CAPTURE(setting.rate_hz);
    CAPTURE(setting.frames);
    if (!is_repeatable(world, uri, setting)) {
      ++tally.not_repeatable;
      continue;
    }
    auto direct = TestDirectHost::create(world, uri, setting.rate_hz, setting.frames);
    const std::vector<float> expected = direct->play_noise(seed, noise_peak, block_count);
    direct.reset();
    const std::vector<float> sound = play_through_adapter(uri, setting);
    CHECK(same_bits(sound, expected));
    ++tally.same;
  }
}

}  // namespace

TEST_CASE("a note on frame k of a real synthesizer sounds from frame k on") {
  constexpr char piano[] = "http://drobilla.net/plugins/mda/EPiano";
  omx_clap_lv2_entry()->init("");
  if (omx_clap_lv2_explain(piano, nullptr, 0) == OMX_CLAP_LV2_OK) {
    auto library = ClapLibrary::of_entry(*omx_clap_lv2_entry(), *omx_clap_lv2_descriptor(piano), "lv2");
    auto instance = ClapInstance::create(library.value(), piano, {});
    REQUIRE(instance.has_value());
    constexpr std::uint32_t note_frame = 37;
    constexpr std::uint32_t frames = 256;
    REQUIRE(instance.value()->activate(48000, frames).has_value());
    TestBlocks blocks(*instance.value(), frames);
    blocks.run(true, [](RtEventList& events) {
      clap_event_note_t note{};
      note.header = {sizeof note, note_frame, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_NOTE_ON, 0};
      note.note_id = -1;
      note.key = 69;
      note.velocity = 0.8;
      events.push(note.header);
    });
    const auto& left = blocks.outputs[0];
    const auto first = std::ranges::find_if(left, [](float sample) { return sample != 0; });
    CHECK(first - left.begin() >= note_frame);
    CHECK(first - left.begin() < note_frame + 8);  // an attack may begin with zeros
    blocks.stop();
  } else {
    std::puts("skipped: no EPiano (Debian: mda-lv2)");
  }
  omx_clap_lv2_entry()->deinit();
}

TEST_CASE("the system's LV2 plugins sound through the adapter as they do when called directly") {
  const TestDirectWorld world;
  const std::vector<std::string> uris = world.sample(24);
  if (uris.empty()) {
    std::puts("skipped: no LV2 plugins (Debian: zam-plugins, mda-lv2, x42-plugins)");
    return;
  }
  omx_clap_lv2_entry()->init("");
  Tally tally;
  for (const std::string& uri : uris) {
    CAPTURE(uri);
    compare(world, uri, tally);
  }
  std::printf(
      "seed %u, %zu plugins: %d runs the same, %d not repeatable by themselves, %d plugins refused\n", seed,
      uris.size(), tally.same, tally.not_repeatable, tally.refused);
  omx_clap_lv2_entry()->deinit();
}

// What plugins do wrong, and what is shown of what they do.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "program/test_rig.hpp"
#include "rt/levels.hpp"

namespace {

using namespace omx;
using namespace omx::rig;

struct GuardRig : Rig {
  NodeId in = add_input();
  NodeId out = add_output();
  NodeId node;

  explicit GuardRig(const Toy& toy) : node(add(toy)) {
    engine->guards().set({});
    signal = [](std::size_t, std::int64_t) { return 0.5f; };
    connect({in}, {node});
    connect({node}, {out});
    publish();
  }
  float heard() { return port(out).samples.back(); }
};

// A mono plugin whose last sample of each block is `value`; the others are a tenth of its input.
struct Spoiler {
  float value = 0;
  Toy toy{{.inputs = {1}, .outputs = {1}}, [this](const clap_process_t& block) {
            gain(0.1f)(block);
            block.audio_outputs[0].data32[0][block.frames_count - 1] = value;
            return CLAP_PROCESS_CONTINUE;
          }};
};

TEST_CASE("the peak is the largest magnitude, whatever the length, and NaN does not hide") {
  for (std::uint32_t frames = 0; frames < 72; ++frames) {
    for (std::uint32_t at = 0; at < frames; ++at) {
      Samples samples(frames, 0.25f);
      samples[at] = -0.75f;
      REQUIRE(rt_peak(samples.data(), frames) == 0.75f);
      samples[at] = std::numeric_limits<float>::quiet_NaN();
      REQUIRE(rt_peak(samples.data(), frames) == rt_not_finite);
      samples[at] = -std::numeric_limits<float>::infinity();
      REQUIRE(rt_peak(samples.data(), frames) == rt_not_finite);
    }
  }
}

TEST_CASE("a block with NaN or infinity is silence, counted, and the plugin plays on") {
  for (const float bad : {std::nanf(""), -std::nanf(""), std::numeric_limits<float>::infinity()}) {
    Spoiler spoiler;
    GuardRig rig(spoiler.toy);
    spoiler.value = bad;
    const Samples heard = rig.run(rig.out, 64);
    for (const float sample : heard) REQUIRE(sample == 0);
    CHECK(spoiler.toy.status.nonfinite_blocks == 1);
    spoiler.value = 0.25f;
    rig.cycle(64);
    CHECK(rig.heard() == 0.25f);
    CHECK(spoiler.toy.status.nonfinite_blocks == 1);
  }
}

TEST_CASE("after eight faulty blocks in a row the plugin is isolated: not called, its dry signal passes") {
  Spoiler spoiler;
  GuardRig rig(spoiler.toy);
  spoiler.value = std::nanf("");
  for (int block = 0; block < 7; ++block) rig.cycle(64);
  spoiler.value = 0;
  rig.cycle(64);  // one good block: the row begins again
  spoiler.value = std::nanf("");
  for (int block = 0; block < 8; ++block) {
    CHECK(!spoiler.toy.instance.isolated);
    rig.cycle(64);
  }
  CHECK(spoiler.toy.instance.isolated);
  const int blocks = spoiler.toy.blocks;
  rig.cycle(64);
  CHECK(spoiler.toy.blocks == blocks);
  CHECK(rig.heard() == 0.5f);
  CHECK(spoiler.toy.status.flags == flag_isolated);
  CHECK(spoiler.toy.status.nonfinite_blocks == 15);
  spoiler.value = 0.25f;
  spoiler.toy.instance.isolated = false;
  rig.cycle(64);
  CHECK(rig.heard() == 0.25f);
}

TEST_CASE("an isolated plugin that worked in place passes its input, and silence where there is none") {
  // The main output shares its buffer with the main input; the second output has no counterpart.
  Toy before({.inputs = {1}, .outputs = {1}}, gain(1));
  Toy toy({.inputs = {1}, .outputs = {1, 1}, .in_place = true}, [](const clap_process_t&) {
    return CLAP_PROCESS_ERROR;
  });
  Rig rig;
  const NodeId in = rig.add_input(), out = rig.add_output(), aux = rig.add_output();
  rig.signal = [](std::size_t, std::int64_t) { return 0.5f; };
  const NodeId first = rig.add(before), second = rig.add(toy), third = rig.add_output();
  rig.connect({in}, {first});
  rig.connect({first}, {second});
  rig.connect({second, 0, 0}, {out});
  rig.connect({second, 0, 0}, {third}, 2);
  rig.connect({second, 1, 0}, {aux});
  rig.publish();
  rig.cycle(64);
  CHECK(rig.port(out).samples[0] == 0);
  for (int block = 0; block < 8; ++block) rig.cycle(64);
  CHECK(toy.status.error_blocks == 8);
  CHECK(rig.port(out).samples[0] == 0.5f);
  CHECK(rig.port(third).samples[0] == 1);
  CHECK(rig.port(aux).samples[0] == 0);
}

TEST_CASE("samples beyond +24 dBFS are clamped and counted; both guards can be switched off") {
  Spoiler spoiler;
  GuardRig rig(spoiler.toy);
  spoiler.value = -100;
  rig.cycle(64);
  CHECK(rig.heard() == -rt_clamp_level);
  CHECK(20 * std::log10(rt_clamp_level) == doctest::Approx(24).epsilon(1e-6));
  CHECK(spoiler.toy.status.clamped_blocks == 1);
  rig.engine->guards().set({.silence_non_finite = false, .clamp = false});
  rig.cycle(64);
  CHECK(rig.heard() == -100);
  spoiler.value = std::numeric_limits<float>::infinity();
  rig.cycle(64);
  CHECK(rig.heard() == spoiler.value);
  CHECK(spoiler.toy.status.clamped_blocks == 1);
  CHECK(spoiler.toy.status.nonfinite_blocks == 0);
}

TEST_CASE("meters show the peak at once and fall by 20 dB per second") {
  Toy toy({.inputs = {1}, .outputs = {1}}, gain(-0.5f));
  GuardRig rig(toy);
  rig.cycle(64);
  CHECK(toy.status.input_peaks[0] == 0.5f);
  CHECK(toy.status.output_peaks[0] == 0.25f);
  rig.signal = [](std::size_t, std::int64_t) { return 0.0f; };
  for (int block = 0; block < 48000 / 64; ++block) rig.cycle(64);
  CHECK(toy.status.input_peaks[0] == doctest::Approx(0.05).epsilon(1e-3));
  CHECK(toy.status.output_peaks[0] == doctest::Approx(0.025).epsilon(1e-3));
}

TEST_CASE("meters go by the rate that the server has now") {
  Toy toy({}, gain(0.5f));
  GuardRig rig(toy);
  rig.run(rig.out, 64);
  CHECK(toy.status.input_peaks[0] == 0.5f);
  rig.signal = [](std::size_t, std::int64_t) { return 0.0f; };
  rig.engine->follow_rate(96000);
  rig.run(rig.out, 96000);  // one second, in which they fall to a tenth
  CHECK(toy.status.input_peaks[0] == doctest::Approx(0.05).epsilon(1e-3));
}

TEST_CASE("the status page counts calls, cycles and frames, and blames the plugin while it is called") {
  Rig* seen = nullptr;
  Toy toy({.inputs = {1}, .outputs = {1}}, [&](const clap_process_t& block) {
    CHECK(seen->status.blame_instance == seen->graph.nodes.back().instance->number + 1);
    CHECK(seen->status.blame_call == static_cast<std::uint32_t>(PluginCall::process));
    return gain(1)(block);
  });
  GuardRig rig(toy);
  seen = &rig;
  rig.cycle(64);
  rig.cycle(100);
  CHECK(rig.status.blame_instance == 0);
  CHECK(rig.status.cycles == 2);
  CHECK(rig.status.frames == 164);
  CHECK(rig.status.thread != 0);
  CHECK(toy.status.calls == 3);
  CHECK(toy.status.busy_max_ns >= toy.status.busy_last_ns);
  CHECK(rig.status.busy_ns >= toy.status.busy_ns);
  std::uint64_t calls = 0;
  for (const auto& bucket : toy.status.histogram) calls += bucket;
  CHECK(calls == 3);
}

TEST_CASE("a plugin that sleeps is silent and is woken by sound") {
  Toy toy({.inputs = {1}, .outputs = {1}}, [](const clap_process_t& block) {
    gain(1)(block);
    return CLAP_PROCESS_SLEEP;
  });
  GuardRig rig(toy);
  rig.cycle(64);
  CHECK(toy.stops == 0);  // there is input
  rig.signal = [](std::size_t, std::int64_t) { return 0.0f; };
  rig.cycle(64);
  CHECK(toy.stops == 1);
  rig.cycle(64);
  CHECK(toy.blocks == 2);
  CHECK(toy.status.flags == flag_asleep);
  CHECK(rig.heard() == 0);
  rig.signal = [](std::size_t, std::int64_t) { return 0.5f; };
  rig.cycle(64);
  CHECK(toy.blocks == 3);
  CHECK(rig.heard() == 0.5f);
  CHECK(toy.status.flags == 0);
}

TEST_CASE("denormals are flushed inside a cycle, and the thread's mode is its own again after it") {
  volatile float tiny = std::numeric_limits<float>::min();
  float inside = -1;
  Toy toy({.inputs = {1}, .outputs = {1}}, [&](const clap_process_t& block) {
    inside = tiny * 0.5f;
    return gain(1)(block);
  });
  GuardRig rig(toy);
  rig.cycle(64);
  CHECK(inside == 0);
  CHECK(tiny * 0.5f > 0);
}

}  // namespace

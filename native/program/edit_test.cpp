// Edits while sound runs. A fade moves a gain from one value to another on a straight line: at frame j of F
// it is j / F of the way. The constant input 1 shows the gains themselves.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "program/test_rig.hpp"

namespace {

using namespace omx;
using namespace omx::rig;

constexpr std::uint32_t fade_frames = 100;
constexpr ProgramOptions fading{.max_frames = 64, .period_frames = 0, .fade_frames = fade_frames};

float ones(std::size_t, std::int64_t) {
  return 1;
}

// How far a fade that begins at frame 0 has come.
double progress(std::int64_t frame) {
  return std::clamp(static_cast<double>(frame) / fade_frames, 0.0, 1.0);
}

void check_course(const Samples& heard, double from, double to, std::int64_t prime_frames = 0) {
  for (std::size_t n = 0; n < heard.size(); ++n) {
    CAPTURE(n);
    const double at = progress(static_cast<std::int64_t>(n) - prime_frames);
    REQUIRE(heard[n] == doctest::Approx(from + (to - from) * at).epsilon(1e-6));
  }
}

struct MonoRig : Rig {
  using Rig::Rig;
  NodeId in = add_input();
  NodeId out = add_output();
  MonoRig() : Rig(fading) { signal = ones; }
};

Toy::Shape mono() {
  return {.inputs = {1}, .outputs = {1}};
}

TEST_CASE("a new connection fades in, a changed gain moves, a removed one fades out") {
  for (const std::uint32_t cycle_frames : {7u, 64u, 256u}) {
    CAPTURE(cycle_frames);
    MonoRig rig;
    rig.connect({rig.in}, {rig.out}, 0.5f);
    rig.publish();
    check_course(rig.run(rig.out, 300, cycle_frames), 0, 0.5);
    CHECK(rig.engine->settled());
    rig.graph.edges[0].gain = 2;
    rig.publish();
    CHECK(!rig.engine->settled());
    check_course(rig.run(rig.out, 300, cycle_frames), 0.5, 2);
    rig.disconnect(rig.in, rig.out);
    rig.publish();
    check_course(rig.run(rig.out, 300, cycle_frames), 2, 0);
  }
}

TEST_CASE(
    "inserting a plugin fades from the direct path to its sound, and it hears all from the first frame") {
  MonoRig rig;
  rig.connect({rig.in}, {rig.out});
  rig.publish();
  rig.run(rig.out, 300);

  float first_heard = -1;
  Toy toy(mono(), [&](const clap_process_t& block) {
    if (first_heard < 0) first_heard = block.audio_inputs[0].data32[0][0];
    return gain(3)(block);
  });
  const NodeId node = rig.add(toy);
  rig.disconnect(rig.in, rig.out);
  rig.connect({rig.in}, {node});
  rig.connect({node}, {rig.out});
  rig.publish();
  check_course(rig.run(rig.out, 300), 1, 3);
  CHECK(first_heard == 1);

  rig.remove(node);
  rig.connect({rig.in}, {rig.out});
  rig.publish();
  CHECK(toy.stops == 0);
  check_course(rig.run(rig.out, 300), 3, 1);
  CHECK(toy.stops == 1);
  const int blocks = toy.blocks;
  rig.run(rig.out, 64);
  CHECK(toy.blocks == blocks);
}

TEST_CASE("a fade waits until a new plugin's latency has gone by") {
  MonoRig rig;
  rig.connect({rig.in}, {rig.out});
  rig.publish();
  rig.run(rig.out, 300);
  const auto late = delaying_toy(150, 3, 1);
  const NodeId node = rig.add(*late);
  rig.disconnect(rig.in, rig.out);
  rig.connect({rig.in}, {node});
  rig.connect({node}, {rig.out});
  rig.publish();
  check_course(rig.run(rig.out, 400), 1, 3, 150);
}

TEST_CASE("a fade waits for new delay lines: behind a late plugin, beside a later one") {
  // Two branches: a (latency 30), b (latency 50): a's output is delayed by 20. Both are new: 50 frames to
  // fill.
  MonoRig rig;
  rig.publish();
  rig.run(rig.out, 300);
  const auto a = delaying_toy(30, 1, 1), b = delaying_toy(50, 1, 1);
  const NodeId na = rig.add(*a), nb = rig.add(*b);
  rig.connect({rig.in}, {na});
  rig.connect({rig.in}, {nb});
  rig.connect({na}, {rig.out});
  rig.connect({nb}, {rig.out});
  rig.publish();
  check_course(rig.run(rig.out, 300), 0, 2, 50);
}

TEST_CASE("bypass keeps the latency: of a plugin that only delays nothing is heard at all") {
  MonoRig rig;
  rig.signal = [](std::size_t, std::int64_t n) { return std::sin(static_cast<float>(n) * 0.1f); };
  const auto expected = [&](std::int64_t n) { return n < 40 ? 0.0f : rig.signal(0, n - 40); };
  const auto toy = delaying_toy(40, 1, 1);
  const NodeId node = rig.add(*toy);
  rig.connect({rig.in}, {node});
  rig.connect({node}, {rig.out});
  rig.publish();
  rig.run(rig.out, 300);
  for (const NodeMode mode : {NodeMode::bypassed, NodeMode::running, NodeMode::inactive, NodeMode::running}) {
    rig.node(node).mode = mode;
    rig.publish();
    const std::int64_t begin = rig.now_frames;
    const Samples heard = rig.run(rig.out, 400);
    for (std::int64_t n = 0; n < 400; ++n) {
      REQUIRE(heard[n] == doctest::Approx(static_cast<double>(expected(begin + n))).epsilon(1e-5));
    }
    CHECK(rig.engine->settled());
  }
  CHECK(toy->resets == 2);
  CHECK(toy->stops == 1);
  CHECK(toy->starts == 2);
}

TEST_CASE("a bypassed plugin is not called, and passes its main input on") {
  MonoRig rig;
  Toy toy(mono(), gain(3));
  const NodeId node = rig.add(toy);
  rig.connect({rig.in}, {node}, 0.5f);
  rig.connect({node}, {rig.out}, 4);
  rig.publish();
  rig.run(rig.out, 300);
  rig.node(node).mode = NodeMode::bypassed;
  rig.publish();
  check_course(rig.run(rig.out, 300), 6, 2);
  const int blocks = toy.blocks;
  rig.run(rig.out, 64);
  CHECK(toy.blocks == blocks);
  CHECK(toy.status.flags == flag_bypassed);
  rig.node(node).mode = NodeMode::running;
  rig.publish();
  check_course(rig.run(rig.out, 300), 2, 6);
}

TEST_CASE("an inactive plugin is stopped once and then not touched, whatever is edited") {
  MonoRig rig;
  Toy toy(mono(), gain(3));
  const NodeId node = rig.add(toy);
  rig.connect({rig.in}, {node});
  rig.connect({node}, {rig.out});
  rig.publish();
  rig.run(rig.out, 300);
  rig.node(node).mode = NodeMode::inactive;
  rig.publish();
  check_course(rig.run(rig.out, 300), 3, 1);
  CHECK(toy.stops == 1);
  CHECK(toy.status.flags == flag_inactive);
  toy.instance.copies[0] = nullptr;  // control may build it anew
  rig.graph.edges[0].gain = 2;
  rig.publish();
  check_course(rig.run(rig.out, 300), 1, 2);
  rig.remove(node);
  rig.publish();
  check_course(rig.run(rig.out, 300), 2, 0);
}

TEST_CASE("bypassing stereo to mono averages, mono to stereo feeds both, a generator falls silent") {
  Rig rig({.max_frames = 64, .fade_frames = 0});
  const NodeId left = rig.add_input(), right = rig.add_input(), out = rig.add_output();
  const NodeId other = rig.add_output(), silent = rig.add_output();
  rig.signal = [](std::size_t input, std::int64_t) { return input == 0 ? 1.0f : 3.0f; };
  Toy narrow({.inputs = {2}, .outputs = {1}}, gain(0)), wide({.inputs = {1}, .outputs = {2}}, gain(0));
  Toy generator({.inputs = {}, .outputs = {1}}, [](const clap_process_t&) { return CLAP_PROCESS_CONTINUE; });
  const NodeId a = rig.add(narrow), b = rig.add(wide), c = rig.add(generator);
  for (const NodeId node : {a, b, c}) rig.node(node).mode = NodeMode::bypassed;
  rig.connect({left}, {a, 0, 0});
  rig.connect({right}, {a, 0, 1});
  rig.connect({a}, {b});
  rig.connect({b, 0, 0}, {out});
  rig.connect({b, 0, 1}, {other});
  rig.connect({c}, {silent});
  rig.publish();
  rig.cycle(64);
  CHECK(rig.port(out).samples[63] == 2);
  CHECK(rig.port(other).samples[63] == 2);
  CHECK(rig.port(silent).samples[63] == 0);
}

TEST_CASE("reordering fades out, changes the order in silence and fades in") {
  MonoRig rig;
  Toy twice(mono(), gain(2));
  Toy plus(mono(), [](const clap_process_t& block) {
    for (std::uint32_t i = 0; i < block.frames_count; ++i) {
      block.audio_outputs[0].data32[0][i] = block.audio_inputs[0].data32[0][i] + 1;
    }
    return CLAP_PROCESS_CONTINUE;
  });
  const NodeId a = rig.add(twice), b = rig.add(plus);
  rig.connect({rig.in}, {a});
  rig.connect({a}, {b});
  rig.connect({b}, {rig.out});
  rig.publish();
  rig.run(rig.out, 300);
  rig.graph.edges.clear();
  rig.connect({rig.in}, {b});
  rig.connect({b}, {a});
  rig.connect({a}, {rig.out});
  rig.publish();
  // 2·1 + 1 = 3 before, 2·(1 + 1) = 4 after. The order changes between blocks, so the second fade begins with
  // one.
  const Samples heard = rig.run(rig.out, 500, 50);
  for (std::int64_t n = 0; n < 100; ++n) REQUIRE(heard[n] == doctest::Approx(3 * (1 - progress(n))));
  for (std::int64_t n = 100; n < 500; ++n) REQUIRE(heard[n] == doctest::Approx(4 * progress(n - 100)));
}

TEST_CASE("a delay that both graphs have plays on over an edit") {
  MonoRig rig;
  rig.signal = [](std::size_t, std::int64_t n) { return static_cast<float>(n); };
  const NodeId other = rig.add_output();
  const auto toy = delaying_toy(70, 0, 1);
  const NodeId node = rig.add(*toy);
  rig.connect({rig.in}, {node});
  rig.connect({node}, {rig.out});
  rig.connect({rig.in}, {rig.out});  // late by 70
  rig.publish();
  rig.run(rig.out, 300);
  rig.connect({rig.in}, {other});
  rig.publish();
  const Samples heard = rig.run(rig.out, 300);
  for (std::int64_t n = 0; n < 300; ++n) REQUIRE(heard[n] == static_cast<float>(300 + n - 70));
}

TEST_CASE("an edit that moves no gain needs no fade") {
  MonoRig rig;
  rig.connect({rig.in}, {rig.out});
  rig.publish();
  rig.run(rig.out, 300);
  Toy toy(mono(), gain(1));
  rig.add(toy);
  rig.publish();
  rig.cycle(64);
  CHECK(rig.engine->settled());
  CHECK(toy.blocks == 1);
}

TEST_CASE("without a driver an edit settles at once, stops included") {
  MonoRig rig;
  Toy toy(mono(), gain(1));
  const NodeId node = rig.add(toy);
  rig.connect({rig.in}, {node});
  rig.connect({node}, {rig.out});
  rig.publish();
  CHECK(rig.engine->settle_without_driver());
  CHECK(rig.engine->settled());
  rig.cycle(64);
  CHECK(toy.starts == 1);
  rig.remove(node);
  rig.publish();
  CHECK(rig.engine->settle_without_driver());
  CHECK(toy.stops == 1);
  rig.engine->collect();
}

TEST_CASE("programs that were passed are freed, and the delay lines that only they used") {
  MonoRig rig;
  const auto toy = delaying_toy(70, 1, 1);
  const NodeId node = rig.add(*toy);
  rig.connect({rig.in}, {node});
  rig.connect({node}, {rig.out});
  rig.connect({rig.in}, {rig.out});
  rig.publish();
  const std::weak_ptr<RtDelayLine> line = rig.last_program->delay_lines.at(0);
  rig.run(rig.out, 300);
  rig.disconnect(rig.in, rig.out);
  rig.publish();
  CHECK(!line.expired());
  rig.run(rig.out, 300);
  CHECK(line.expired());
}

TEST_CASE("reset_at resets plugins and delays at the first cycle that starts at or after a frame") {
  MonoRig rig;
  rig.signal = [](std::size_t, std::int64_t n) { return static_cast<float>(n); };
  Toy toy(mono(), gain(0));
  const NodeId node = rig.add(toy);
  rig.node(node).latency_frames = 200;
  rig.connect({rig.in}, {node});
  rig.connect({node}, {rig.out});
  rig.connect({rig.in}, {rig.out});
  rig.publish();
  rig.run(rig.out, 640);
  rig.engine->reset_at(700);
  rig.cycle(64);  // 640
  CHECK(toy.resets == 0);
  const Samples heard = rig.run(rig.out, 300);  // from 704 on
  CHECK(toy.resets == 1);
  for (std::int64_t n = 0; n < 300; ++n)
    REQUIRE(heard[n] == (n < 200 ? 0.0f : static_cast<float>(704 + n - 200)));
  rig.engine->reset_now();
  rig.cycle(64);
  CHECK(toy.resets == 2);
}

}  // namespace

// Chains and sums: what comes out is worked out on paper. Inputs are x[n] = n + 1 unless said otherwise,
// which floats hold exactly.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "program/test_rig.hpp"

namespace {

using namespace omx;
using namespace omx::rig;

float x(std::int64_t n) {
  return n < 0 ? 0 : static_cast<float>(n + 1);
}

std::size_t count(const RtProgram& program, RtStepKind kind) {
  return static_cast<std::size_t>(std::ranges::count(program.steps, kind, &RtStep::kind));
}

struct StereoRig : Rig {
  using Rig::Rig;
  std::array<NodeId, 2> in{add_input(), add_input()};
  std::array<NodeId, 2> out{add_output(), add_output()};
  void from_inputs(NodeId to) {
    for (std::uint16_t c = 0; c < 2; ++c) connect({in[c]}, {to, 0, c});
  }
  void to_outputs(NodeId from) {
    for (std::uint16_t c = 0; c < 2; ++c) connect({from, 0, c}, {out[c]});
  }
};

TEST_CASE("a clean chain is its plugins and nothing else") {
  StereoRig rig;
  Toy a({}, gain(2)), b({}, gain(3)), c({}, gain(0.5f));
  const NodeId first = rig.add(a), second = rig.add(b), third = rig.add(c);
  rig.from_inputs(first);
  rig.connect_stereo(first, second);
  rig.connect_stereo(second, third);
  rig.to_outputs(third);
  rig.publish();
  CHECK(rig.last_program->steps.size() == 3);
  CHECK(count(*rig.last_program, RtStepKind::process) == 3);

  const Samples heard = rig.run(rig.out[1], 200);
  for (std::int64_t n = 0; n < 200; ++n) REQUIRE(heard[n] == 3 * x(n));
  CHECK(a.starts == 1);
  CHECK(a.blocks == 4);  // 64 + 64 + 64 + 8
}

TEST_CASE("cycles longer than the maximum are split, and any split sounds the same") {
  for (const std::uint32_t cycle_frames : {1u, 17u, 64u, 150u, 500u}) {
    CAPTURE(cycle_frames);
    StereoRig rig;
    std::uint32_t longest = 0;
    std::int64_t expected_time = 0;
    Toy toy({}, [&](const clap_process_t& block) {
      longest = std::max(longest, block.frames_count);
      CHECK(block.steady_time == expected_time);
      expected_time += block.frames_count;
      return gain(2)(block);
    });
    const NodeId node = rig.add(toy);
    rig.from_inputs(node);
    rig.to_outputs(node);
    rig.publish();
    const Samples heard = rig.run(rig.out[0], 1000, cycle_frames);
    for (std::int64_t n = 0; n < 1000; ++n) REQUIRE(heard[n] == 2 * x(n));
    CHECK(longest == std::min(cycle_frames, 64u));
  }
}

TEST_CASE("edges to one input add up with their gains") {
  Rig rig;
  const NodeId a = rig.add_input(), b = rig.add_input(), out = rig.add_output();
  rig.signal = [](std::size_t input, std::int64_t n) { return input == 0 ? x(n) : 1000.0f; };
  rig.connect({a}, {out}, 0.5f);
  rig.connect({b}, {out}, -2);
  rig.connect({a}, {out}, 0.25f);
  rig.publish();
  const Samples heard = rig.run(out, 100);
  for (std::int64_t n = 0; n < 100; ++n) REQUIRE(heard[n] == 0.75f * x(n) - 2000);
}

TEST_CASE("what nobody is connected to is silence") {
  StereoRig rig;
  Toy toy({}, gain(1));
  rig.to_outputs(rig.add(toy));
  const NodeId open = rig.add_output();
  rig.publish();
  const Samples heard = rig.run(open, 64);
  CHECK(std::ranges::all_of(heard, [](float s) { return s == 0; }));
  CHECK(std::ranges::all_of(rig.run(rig.out[0], 64), [](float s) { return s == 0; }));
}

TEST_CASE("one output is shared by all that hear it, and the driver's inputs are never written") {
  StereoRig rig;
  const float* seen[2] = {};
  const auto look = [&](int who) {
    return [&seen, who](const clap_process_t& block) {
      seen[who] = block.audio_inputs[0].data32[0];
      return gain(2)(block);
    };
  };
  Toy a({.in_place = true}, look(0)), b({.in_place = true}, look(1));
  const NodeId first = rig.add(a), second = rig.add(b);
  rig.from_inputs(first);
  rig.from_inputs(second);
  rig.to_outputs(first);
  rig.to_outputs(second);
  rig.publish();
  const Samples heard = rig.run(rig.out[0], 64);
  CHECK(seen[0] == rig.port(rig.in[0]).samples.data());
  CHECK(seen[1] == seen[0]);
  CHECK(rig.port(rig.in[0]).samples[5] == x(5));
  for (std::int64_t n = 0; n < 64; ++n) REQUIRE(heard[n] == 4 * x(n));
}

TEST_CASE("an input goes straight to an output by a copy") {
  Rig rig;
  const NodeId in = rig.add_input(), out = rig.add_output();
  rig.connect({in}, {out});
  rig.publish();
  CHECK(rig.last_program->steps.size() == 1);
  const Samples heard = rig.run(out, 64);
  CHECK(heard[10] == x(10));
}

TEST_CASE("plugins work in place where their ports allow it and nobody else needs the input") {
  struct Buffers {
    const float *in, *out;
  };
  const auto look = [](Buffers& seen) {
    return [&seen](const clap_process_t& block) {
      seen = {block.audio_inputs[0].data32[0], block.audio_outputs[0].data32[0]};
      return gain(2)(block);
    };
  };
  Buffers seen[4];
  StereoRig rig;
  Toy a({}, look(seen[0]));
  Toy b({.in_place = true}, look(seen[1]));
  Toy c({.in_place = true}, look(seen[2]));
  Toy d({}, look(seen[3]));
  const NodeId na = rig.add(a), nb = rig.add(b), nc = rig.add(c), nd = rig.add(d);
  rig.from_inputs(na);
  rig.connect_stereo(na, nb);
  rig.connect_stereo(nb, nc);
  rig.connect_stereo(nb, nd);  // b's output is heard twice
  rig.to_outputs(nc);
  rig.to_outputs(nd);
  rig.publish();
  const Samples heard = rig.run(rig.out[1], 64);
  CHECK(seen[0].in != seen[0].out);
  CHECK(seen[1].in == seen[1].out);
  CHECK(seen[2].in == seen[1].out);
  CHECK(seen[2].in != seen[2].out);
  CHECK(seen[3].in != seen[3].out);
  for (std::int64_t n = 0; n < 64; ++n) REQUIRE(heard[n] == 16 * x(n));
}

TEST_CASE("a mono sound that feeds both sides is not worked on in place") {
  Rig rig;
  const NodeId in = rig.add_input(), out = rig.add_output();
  Toy mono({.inputs = {1}, .outputs = {1}}, gain(2));
  Toy stereo({.in_place = true}, [](const clap_process_t& block) {
    const auto in_channels = block.audio_inputs[0].data32;
    const auto out_channels = block.audio_outputs[0].data32;
    for (std::uint32_t i = 0; i < block.frames_count; ++i) out_channels[0][i] = -1;
    for (std::uint32_t i = 0; i < block.frames_count; ++i) out_channels[1][i] = in_channels[1][i];
    return CLAP_PROCESS_CONTINUE;
  });
  const NodeId first = rig.add(mono), second = rig.add(stereo);
  rig.connect({in}, {first});
  rig.connect({first}, {second, 0, 0});
  rig.connect({first}, {second, 0, 1});
  rig.connect({second, 0, 1}, {out}, 0.5f);  // not written straight to the driver
  rig.publish();
  const Samples heard = rig.run(out, 64);
  for (std::int64_t n = 0; n < 64; ++n) REQUIRE(heard[n] == x(n));
}

TEST_CASE("dual mono: each copy has its own channel") {
  StereoRig rig;
  Toy left({.inputs = {1}, .outputs = {1}}, gain(2));
  Toy right({.inputs = {1}, .outputs = {1}}, gain(3));
  const NodeId node = rig.add_dual(left, right);
  rig.from_inputs(node);
  rig.to_outputs(node);
  rig.publish();
  rig.run(rig.out[0], 64);
  for (std::int64_t n = 0; n < 64; ++n) {
    REQUIRE(rig.port(rig.out[0]).samples[n] == 2 * x(n));
    REQUIRE(rig.port(rig.out[1]).samples[n] == 3 * x(n));
  }
  CHECK(left.blocks == 1);
  CHECK(right.blocks == 1);
  CHECK(left.status.calls == 1);
}

TEST_CASE("a driver without ports gives silence and takes anything") {
  StereoRig rig;
  Toy toy({}, [](const clap_process_t& block) {
    CHECK(block.audio_inputs[0].data32[0][0] == 0);
    CHECK(block.audio_inputs[0].constant_mask == 3);
    return gain(1)(block);
  });
  const NodeId node = rig.add(toy);
  rig.from_inputs(node);
  rig.to_outputs(node);
  rig.publish();
  rig.engine->run({nullptr, 64, 0});
  CHECK(toy.blocks == 1);
}

TEST_CASE("an end that does not exist, or a cycle, is an error that says so") {
  Rig rig;
  const NodeId in = rig.add_input(), out = rig.add_output();
  Toy toy({}, gain(1));
  const NodeId node = rig.add(toy);
  rig.connect({in}, {node, 0, 2});
  auto compiled = compile(nullptr, rig.graph, {});
  REQUIRE(!compiled);
  CHECK(compiled.error().code == ErrorCode::connect_failed);
  rig.graph.edges.clear();
  rig.connect({node, 0, 0}, {out});
  CHECK(closes_cycle(rig.graph, node, node));
  CHECK(!closes_cycle(rig.graph, in, node));
  CHECK(closes_cycle(rig.graph, out, node));
  rig.connect({node, 0, 0}, {node, 0, 1});
  compiled = compile(nullptr, rig.graph, {});
  REQUIRE(!compiled);
  CHECK(compiled.error().detail.find("cycle") != std::string::npos);
}

TEST_CASE("plugins are told the song's position at the beginning of each block") {
  std::vector<std::int64_t> positions;
  Toy toy({}, [&](const clap_process_t& block) {
    REQUIRE(block.transport != nullptr);
    positions.push_back(block.transport->song_pos_seconds);
    return gain(1)(block);
  });
  Rig rig({.max_frames = 64, .fade_frames = 0});
  const NodeId in = rig.add_input();
  const NodeId node = rig.add(toy);
  rig.connect({in}, {node});
  rig.publish();
  RtTransport transport;
  transport.playing = true;
  transport.song_frames = 48000;
  rig.transport = &transport;
  rig.cycle(128);  // two blocks; the second begins 64 frames after one second
  CHECK(positions == std::vector<std::int64_t>{1LL << 31, (1LL << 31) + (64LL << 31) / 48000 + 1});
}

}  // namespace

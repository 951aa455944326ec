// Latency: what arrives at one place at the same time left at the same time. Inputs are x[n] = n + 1.
#include <doctest/doctest.h>

#include "program/test_rig.hpp"

namespace {

using namespace omx;
using namespace omx::rig;

float x(std::int64_t n) {
  return n < 0 ? 0 : static_cast<float>(n + 1);
}

TEST_CASE("parallel branches are aligned to the longest") {
  for (const std::uint32_t cycle_frames : {16u, 64u, 200u}) {
    CAPTURE(cycle_frames);
    Rig rig;
    const NodeId in = rig.add_input(), out = rig.add_output();
    const auto slow = delaying_toy(100, 2, 1), quick = delaying_toy(7, 3, 1);
    const NodeId a = rig.add(*slow), b = rig.add(*quick);
    rig.connect({in}, {a});
    rig.connect({in}, {b});
    rig.connect({in}, {out}, 10);
    rig.connect({a}, {out});
    rig.connect({b}, {out});
    rig.publish();
    const Samples heard = rig.run(out, 400, cycle_frames);
    for (std::int64_t n = 0; n < 400; ++n) REQUIRE(heard[n] == (2 + 3 + 10) * x(n - 100));
    CHECK(rig.status.latency_frames == 100);
  }
}

TEST_CASE("a side chain is aligned with the main input") {
  Rig rig;
  const NodeId in = rig.add_input(), out = rig.add_output();
  const auto slow = delaying_toy(33, 1, 1);
  Toy ducker({.inputs = {1, 1}, .outputs = {1}}, [](const clap_process_t& block) {
    for (std::uint32_t i = 0; i < block.frames_count; ++i) {
      block.audio_outputs[0].data32[0][i] =
          block.audio_inputs[0].data32[0][i] - block.audio_inputs[1].data32[0][i];
    }
    return CLAP_PROCESS_CONTINUE;
  });
  const NodeId a = rig.add(*slow), b = rig.add(ducker);
  rig.connect({in}, {a});
  rig.connect({a}, {b, 0, 0}, 5);
  rig.connect({in}, {b, 1, 0}, 2);
  rig.connect({b}, {out});
  rig.publish();
  const Samples heard = rig.run(out, 300);
  for (std::int64_t n = 0; n < 300; ++n) REQUIRE(heard[n] == 3 * x(n - 33));
}

TEST_CASE("feedback is heard one period later") {
  // y[n] = x[n] + y[n − 64] / 2, whatever the length of a cycle.
  for (const std::uint32_t cycle_frames : {16u, 64u, 100u}) {
    CAPTURE(cycle_frames);
    Rig rig({.max_frames = 64, .fade_frames = 0});
    const NodeId in = rig.add_input(), out = rig.add_output();
    Toy toy({.inputs = {1}, .outputs = {1}}, gain(1));
    const NodeId node = rig.add(toy);
    rig.signal = [](std::size_t, std::int64_t n) { return n == 3 ? 1.0f : 0.0f; };
    rig.connect({in}, {node});
    rig.connect({node}, {node}, 0.5f, true);
    rig.connect({node}, {out});
    rig.publish();
    const Samples heard = rig.run(out, 400, cycle_frames);
    for (std::int64_t n = 0; n < 400; ++n) {
      const bool echo = n % 64 == 3;
      REQUIRE(heard[n] == (echo ? 1.0f / static_cast<float>(1 << n / 64) : 0.0f));
    }
  }
}

TEST_CASE("a shorter period than the longest block is kept to") {
  Rig rig({.max_frames = 64, .period_frames = 20, .fade_frames = 0});
  const NodeId in = rig.add_input(), out = rig.add_output();
  rig.signal = [](std::size_t, std::int64_t n) { return n == 0 ? 1.0f : 0.0f; };
  Toy toy({.inputs = {1}, .outputs = {1}}, gain(1));
  const NodeId node = rig.add(toy);
  rig.connect({in}, {node});
  rig.connect({node}, {node}, 1, true);
  rig.connect({node}, {out});
  rig.publish();
  const Samples heard = rig.run(out, 128);
  for (std::int64_t n = 0; n < 128; ++n) REQUIRE(heard[n] == (n % 20 == 0 ? 1.0f : 0.0f));
}

TEST_CASE("latencies are told per port, with who is connected to whom") {
  Rig rig;
  const NodeId in = rig.add_input(), other = rig.add_input();
  const NodeId near = rig.add_output(), far = rig.add_output(), open = rig.add_output();
  const auto ten = delaying_toy(10, 1, 1), hundred = delaying_toy(100, 1, 1);
  const NodeId a = rig.add(*ten), b = rig.add(*hundred);
  rig.connect({in}, {a});
  rig.connect({a}, {b});
  rig.connect({a}, {near});
  rig.connect({b}, {far});
  rig.connect({other}, {far});
  rig.publish();
  const auto latency = [&](NodeId node) {
    for (const PortLatency& port : rig.edit.latencies) {
      if (port.node == node) return port;
    }
    FAIL("no latency for the port");
    return PortLatency{};
  };
  CHECK(latency(near).max_frames == 10);
  CHECK(latency(near).peers == std::vector<NodeId>{in});
  CHECK(latency(far).min_frames == 110);
  CHECK(latency(far).peers == std::vector<NodeId>{in, other});
  CHECK(latency(open).peers.empty());
  CHECK(latency(in).min_frames == 10);
  CHECK(latency(in).max_frames == 110);
  CHECK(latency(in).peers == std::vector<NodeId>{near, far});
  CHECK(latency(other).min_frames == 110);
}

}  // namespace

// Random graphs against an evaluator so plain that it cannot be wrong in the same way: it follows every path
// from an output back to the inputs and sums products of gains in double precision. Plugins delay and scale;
// by alignment every path to an output is as late as the longest. OMX_TEST_SEED=<n> runs others; the seed
// is printed on failure.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>

#include "program/test_rig.hpp"

namespace {

using namespace omx;
using namespace omx::rig;

constexpr std::uint32_t channels = 2;
constexpr float toy_gain = -1.5f;

std::uint32_t seed_of_run() {
  const char* const given = std::getenv("OMX_TEST_SEED");
  return given == nullptr ? 1 : static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10));
}

struct World : Rig {
  explicit World(std::uint32_t seed, std::uint32_t fade_frames)
      : Rig({.max_frames = 64, .period_frames = 0, .fade_frames = fade_frames}), random(seed) {
    for (int i = 0; i < 2; ++i) ins.push_back(add_input());
    for (int i = 0; i < 2; ++i) outs.push_back(add_output());
    std::vector<float> noise(997);
    for (float& sample : noise) sample = static_cast<float>(below(2001)) / 1000.0f - 1;
    signal = [noise](std::size_t input, std::int64_t frame) {
      return noise[static_cast<std::size_t>(frame + 331 * static_cast<std::int64_t>(input)) % noise.size()];
    };
  }

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

  void add_plugin() {
    const std::uint32_t latency_frames = chance(50) ? 0 : below(90);
    toys.push_back(delaying_toy(latency_frames, toy_gain, channels));
    plugins.push_back(add(*toys.back()));
  }

  // Connects at random, never to a node of a lower place, so that no cycle arises.
  void connect_anew() {
    graph.edges.clear();
    std::shuffle(plugins.begin(), plugins.end(), random);
    std::vector<AudioEnd> heard;
    for (const NodeId in : ins) heard.push_back({in, 0, 0});
    const auto listen = [&](const AudioEnd& to) {
      for (const AudioEnd& from : heard) {
        if (chance(30)) connect(from, to, static_cast<float>(below(9)) / 4 - 1);
      }
    };
    for (const NodeId plugin : plugins) {
      for (std::uint16_t c = 0; c < channels; ++c) listen({plugin, 0, c});
      for (std::uint16_t c = 0; c < channels; ++c) heard.push_back({plugin, 0, c});
    }
    for (const NodeId out : outs) listen({out, 0, 0});
  }

  void edit_at_random() {
    while (plugins.size() > 1 && chance(30)) {
      remove(plugins.back());
      plugins.pop_back();
    }
    while (plugins.size() < 8 && chance(60)) add_plugin();
    for (const NodeId plugin : plugins) {
      node(plugin).mode = chance(25)   ? NodeMode::bypassed
                          : chance(15) ? NodeMode::inactive
                                       : NodeMode::running;
    }
    if (chance(70)) connect_anew();
  }

  std::mt19937 random;
  std::vector<NodeId> ins, outs, plugins;
  std::vector<std::unique_ptr<Toy>> toys;
};

/// What a path from a client's input to somewhere is worth.
struct Path {
  std::size_t input;
  double gain;
  std::uint32_t latency_frames;
};

std::vector<Path> paths_to(World& world, const AudioEnd& end) {
  std::vector<Path> paths;
  for (const GraphEdge& edge : world.graph.edges) {
    if (edge.to != end) continue;
    const double edge_gain = static_cast<double>(edge.gain);
    const auto in = std::ranges::find(world.ins, edge.from.node);
    if (in != world.ins.end()) {
      paths.push_back({static_cast<std::size_t>(in - world.ins.begin()), edge_gain, 0});
      continue;
    }
    const GraphNode& node = world.node(edge.from.node);
    const double node_gain = node.mode == NodeMode::running ? static_cast<double>(toy_gain) : 1;
    for (const Path& path : paths_to(world, {node.id, 0, edge.from.channel})) {
      paths.push_back(
          {path.input, path.gain * edge_gain * node_gain, path.latency_frames + node.latency_frames});
    }
  }
  return paths;
}

// All inputs of a plugin are aligned to the longest, connected to the client's inputs or not.
std::uint32_t arrival_frames(World& world, NodeId id) {
  std::uint32_t longest = 0;
  for (const GraphEdge& edge : world.graph.edges) {
    if (edge.to.node != id) continue;
    const GraphNode& from = world.node(edge.from.node);
    longest = std::max(longest, arrival_frames(world, from.id) + from.latency_frames);
  }
  return longest;
}

void check_sound(World& world) {
  std::map<NodeId, Samples> heard;
  const std::int64_t begin = world.now_frames;
  while (world.now_frames < begin + 150) {
    world.cycle(1 + world.below(100));
    for (const NodeId out : world.outs) {
      const Samples& samples = world.port(out).samples;
      heard[out].insert(heard[out].end(), samples.begin(), samples.end());
    }
  }
  for (const NodeId out : world.outs) {
    const auto paths = paths_to(world, {out, 0, 0});
    const std::uint32_t arrival = arrival_frames(world, out);
    double scale = 1;
    for (const Path& path : paths) scale += std::abs(path.gain);
    for (std::size_t n = 0; n < heard[out].size(); ++n) {
      double expected = 0;
      const std::int64_t frame = begin + static_cast<std::int64_t>(n) - arrival;
      for (const Path& path : paths) {
        expected += path.gain * static_cast<double>(world.signal(path.input, frame));
      }
      CAPTURE(n);
      REQUIRE(std::abs(static_cast<double>(heard[out][n]) - expected) < 1e-5 * scale);
    }
  }
}

TEST_CASE("random graphs sound like the sum over their paths, edit after edit") {
  const std::uint32_t seed = seed_of_run();
  for (std::uint32_t round = 0; round < 60; ++round) {
    INFO("OMX_TEST_SEED=", seed, " round ", round);
    World world(seed + round, 40);
    for (int i = 0; i < 4; ++i) world.add_plugin();
    world.connect_anew();
    for (int edit = 0; edit < 6; ++edit) {
      CAPTURE(edit);
      world.publish();
      // Two fades, the priming of each, and the slowest path, all over.
      for (int frames = 0; frames < 3000; frames += 100) world.cycle(100);
      REQUIRE(world.engine->settled());
      check_sound(world);
      world.edit_at_random();
    }
  }
}

// With the constant input 1 the output is the gain of all paths, which fades slowly here.
TEST_CASE("random edits never jump") {
  constexpr std::uint32_t fade_frames = 8000;
  const std::uint32_t seed = seed_of_run();
  for (std::uint32_t round = 0; round < 15; ++round) {
    INFO("OMX_TEST_SEED=", seed, " round ", round);
    World world(seed + round, fade_frames);
    world.signal = [](std::size_t, std::int64_t) { return 1.0f; };
    for (int i = 0; i < 4; ++i) world.add_plugin();
    float last[2] = {0, 0};
    for (int edit = 0; edit < 6; ++edit) {
      CAPTURE(edit);
      double loudest = 1;
      for (const auto connect_graph : {false, true}) {  // before and after the edit
        if (connect_graph) world.edit_at_random();
        for (const NodeId out : world.outs) {
          double sum = 0;
          for (const Path& path : paths_to(world, {out, 0, 0})) sum += std::abs(path.gain);
          loudest = std::max(loudest, sum);
        }
      }
      world.publish();
      // A path's gain is a product of gains that move at 1 / F per frame, one per node at most. The factor 8
      // makes room for paths that only exist on the way; a jump would be a gain's whole step.
      const double steepest = 8 * loudest * static_cast<double>(world.graph.nodes.size()) / fade_frames;
      for (int cycle = 0; cycle < 400; ++cycle) {
        world.cycle(1 + world.below(100));
        for (std::size_t o = 0; o < 2; ++o) {
          for (const float sample : world.port(world.outs[o]).samples) {
            REQUIRE(std::abs(static_cast<double>(sample - last[o])) <= steepest);
            last[o] = sample;
          }
        }
      }
      REQUIRE(world.engine->settled());
    }
  }
}

}  // namespace

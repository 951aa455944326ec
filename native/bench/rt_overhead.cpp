/// omx-rt-overhead: what the process loop adds to the plugins it calls, without any audio server.
///
/// N stereo gains in series run in an engine with its guards, meters and timing, and in a bare loop that
/// calls the same function over two pairs of buffers. Batches of cycles alternate between the two; of each
/// the tenth percentile counts, since what disturbs a batch on a busy machine only ever makes it longer.
/// Prints JSON; exits 3 when a bar does not hold.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <clap/plugin.h>

#include "program/compile.hpp"
#include "rt/clock.hpp"
#include "rt/engine.hpp"

namespace {

using namespace omx;

constexpr std::uint32_t block_frames = 128;
constexpr int cycles_per_batch = 200;
constexpr double host_limit_ns = 200;
constexpr double step_limit_ns = 500;

clap_process_status invert(const clap_plugin_t*, const clap_process_t* block) {
  for (std::uint32_t c = 0; c < 2; ++c) {
    const float* const in = block->audio_inputs[0].data32[c];
    float* const out = block->audio_outputs[0].data32[c];
    for (std::uint32_t i = 0; i < block->frames_count; ++i) out[i] = -in[i];
  }
  return CLAP_PROCESS_CONTINUE;
}

clap_plugin_t gain_plugin() {
  const auto succeed = [](const clap_plugin_t*) { return true; };
  const auto nothing = [](const clap_plugin_t*) {};
  return {
      nullptr,
      nullptr,
      succeed,
      nothing,
      [](const clap_plugin_t*, double, std::uint32_t, std::uint32_t) { return true; },
      nothing,
      succeed,
      nothing,
      nothing,
      invert,
      [](const clap_plugin_t*, const char*) -> const void* { return nullptr; },
      nothing};
}

/// The ports of a driver: left and right in, left and right out.
class Buffers final : public RtPorts {
public:
  Buffers() {
    for (auto& channel : channels) channel.fill(0.25f);
  }
  float* audio(RtPortHandle port, std::uint32_t) noexcept OMX_RT override {
    return static_cast<float*>(port);
  }
  std::uint32_t midi_count(RtPortHandle, std::uint32_t) noexcept OMX_RT override { return 0; }
  bool midi_read(RtPortHandle, std::uint32_t, std::uint32_t, RtMidi&) noexcept OMX_RT override {
    return false;
  }
  void midi_clear(RtPortHandle, std::uint32_t) noexcept OMX_RT override {}
  bool midi_write(RtPortHandle, std::uint32_t, const RtMidi&) noexcept OMX_RT override { return false; }

  alignas(64) std::array<std::array<float, block_frames>, 4> channels;
};

struct Instance {
  clap_plugin_t plugin = gain_plugin();
  RtPlugin rt{&plugin, RtPluginShape{{2}, {2}, {}}};
  StatusInstance status{};
  RtInstance instance;

  explicit Instance(std::uint32_t number) {
    instance.copies[0] = &rt;
    instance.number = number;
    instance.status = &status;
  }
};

/// The host's loop.
class Hosted {
public:
  explicit Hosted(std::uint32_t count) {
    Graph graph;
    const auto add_port = [&](NodeKind kind, std::size_t channel) {
      GraphNode node;
      node.id = static_cast<NodeId>(graph.nodes.size());
      node.kind = kind;
      node.port = buffers_.channels[channel].data();
      graph.nodes.push_back(node);
    };
    for (const std::size_t c : {0u, 1u}) add_port(NodeKind::audio_input, c);
    for (const std::size_t c : {0u, 1u}) add_port(NodeKind::audio_output, 2 + c);
    for (std::uint32_t i = 0; i < count; ++i) {
      instances_.push_back(std::make_unique<Instance>(i));
      GraphNode node;
      node.id = 4 + i;
      node.instance = &instances_.back()->instance;
      node.ports.audio_inputs = {{0, "", 2, true, 0}};
      node.ports.audio_outputs = {{0, "", 2, true, 0}};
      graph.nodes.push_back(node);
    }
    for (std::uint16_t c = 0; c < 2; ++c) {
      AudioEnd from{c, 0, 0};
      for (std::uint32_t i = 0; i < count; ++i) {
        graph.edges.push_back({from, {4 + i, 0, c}});
        from = {4 + i, 0, c};
      }
      graph.edges.push_back({from, {2u + c, 0, 0}});
    }
    auto compiled =
        compile(nullptr, graph, {.max_frames = block_frames, .period_frames = 0, .fade_frames = 0});
    if (!compiled) std::abort();
    engine_.publish(std::move(compiled.value().programs));
  }

  void cycle() {
    engine_.run({&buffers_, block_frames, frame_time_, false});
    frame_time_ += block_frames;
  }

private:
  Buffers buffers_;
  StatusClient status_{};
  std::vector<std::unique_ptr<Instance>> instances_;
  RtEngine engine_{{48000, &status_, nullptr}};
  std::uint32_t frame_time_ = 0;
};

/// The least that calls the same plugins.
class Bare {
public:
  explicit Bare(std::uint32_t count) {
    for (std::size_t side = 0; side < 2; ++side) {
      pointers_[side] = {buffers_.channels[2 * side].data(), buffers_.channels[2 * side + 1].data()};
      ports_[side] = {pointers_[side].data(), nullptr, 2, 0, 0};
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      plugins_.push_back(std::make_unique<clap_plugin_t>(gain_plugin()));
      clap_process_t block{};
      block.frames_count = block_frames;
      block.audio_inputs = &ports_[i % 2];
      block.audio_outputs = &ports_[1 - i % 2];
      block.audio_inputs_count = block.audio_outputs_count = 1;
      blocks_.push_back(block);
    }
  }

  void cycle() {
    for (std::size_t i = 0; i < plugins_.size(); ++i) plugins_[i]->process(plugins_[i].get(), &blocks_[i]);
  }

private:
  Buffers buffers_;
  std::array<std::array<float*, 2>, 2> pointers_;
  std::array<clap_audio_buffer_t, 2> ports_;
  std::vector<std::unique_ptr<clap_plugin_t>> plugins_;
  std::vector<clap_process_t> blocks_;
};

template <typename Loop>
double batch_ns(Loop& loop) {
  const std::uint64_t begin_ns = rt_clock_ns();
  for (int i = 0; i < cycles_per_batch; ++i) loop.cycle();
  return static_cast<double>(rt_clock_ns() - begin_ns) / cycles_per_batch;
}

double tenth_percentile(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 10];
}

std::uint32_t number_option(int argc, char** argv, const char* name, std::uint32_t otherwise) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], name) == 0)
      return static_cast<std::uint32_t>(std::strtoul(argv[i + 1], nullptr, 10));
  }
  return otherwise;
}

bool print_bar(const char* name, double value_ns, double limit_ns, const char* separator) {
  const bool holds = value_ns <= limit_ns;
  std::printf(
      "    {\"name\": \"%s\", \"value\": %.1f, \"unit\": \"ns\", \"limit\": %.0f, \"holds\": %s}%s\n", name,
      value_ns, limit_ns, holds ? "true" : "false", separator);
  return holds;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint32_t plugins = std::max(number_option(argc, argv, "--plugins", 16), 1u);
  const std::uint32_t batches = std::max(number_option(argc, argv, "--batches", 1000), 10u);
  Hosted hosted(plugins);
  Bare bare(plugins);
  std::vector<double> hosted_ns, bare_ns;
  for (std::uint32_t i = 0; i < batches; ++i) {
    hosted_ns.push_back(batch_ns(hosted));
    bare_ns.push_back(batch_ns(bare));
  }
  const double hosted_cycle_ns = tenth_percentile(hosted_ns);
  const double bare_cycle_ns = tenth_percentile(bare_ns);
  std::printf(
      "{\n  \"plugins\": %u,\n  \"frames\": %u,\n  \"hosted_cycle_ns\": %.1f,\n  \"bare_cycle_ns\": %.1f,\n  "
      "\"bars\": [\n",
      plugins, block_frames, hosted_cycle_ns, bare_cycle_ns);
  const bool host_holds =
      print_bar("host cost per instance", (hosted_cycle_ns - bare_cycle_ns) / plugins, host_limit_ns, ",");
  const bool step_holds = print_bar("step with a gain", hosted_cycle_ns / plugins, step_limit_ns, "");
  std::printf("  ]\n}\n");
  return host_holds && step_holds ? 0 : 3;
}

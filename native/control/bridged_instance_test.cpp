// Instances whose plugin runs in a process of its own. The driver plays files, so a block waits for its
// answer for as long as it takes: what is heard does not depend on the machine.
#include <doctest/doctest.h>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "bridge/control_wake.hpp"
#include "control/lv2_library.hpp"
#include "control/rack.hpp"
#include "drivers/file_stage.hpp"

using namespace omx;

namespace {

constexpr std::uint32_t block_frames = 64;

std::string fixture(const std::string& name) {
  return std::string("clap:") + OMX_FIXTURES_DIR + "/" + name + ".clap";
}

struct Listener : RackListener {
  std::vector<std::string> lines;
  void logged(Instance&, int, std::string_view text) override { lines.emplace_back(text); }
};

struct Bench {
  std::string status_path = "/tmp/omx-bridged-test-" + std::to_string(getpid()) + ".status";
  std::unique_ptr<StatusPageFile> status = StatusPageFile::create(status_path).value();
  ControlWake wake;
  DriverFactory drivers{DriverKind::file, 48000, block_frames, {[this] { wake.ring(); }, [] {}}};
  Listener listener;
  Rack rack{*status, wake, drivers, listener};

  Bench() { drivers.stage()->set_input(48000, 2); }
  ~Bench() { status->remove(); }

  Status add(const std::string& name, std::uint32_t number, InstancePlacement placement) {
    return rack.add(fixture(name), number, "chain", InstanceLayout::native, placement);
  }
  /// file in → instance → output `channel` of the file, left channels only.
  void wire(std::uint32_t instance, std::uint32_t channel) {
    const std::string effect = "effect_" + std::to_string(instance);
    REQUIRE(rack.connect("file:in_1", effect + ":in1_1", 1));
    REQUIRE(rack.connect(effect + ":out1_1", "file:out_" + std::to_string(channel), 1));
  }
  std::vector<std::vector<float>> play(const std::vector<float>& left) {
    FileStage& stage = *drivers.stage();
    std::ranges::copy(left, stage.input_channels()[0]->samples.begin());
    stage.play(0);
    std::vector<std::vector<float>> outputs;
    for (const FilePort* const port : stage.output_channels())
      outputs.emplace_back(port->current, port->current + block_frames);
    return outputs;
  }
  std::vector<std::vector<float>> play(float level) { return play(std::vector<float>(block_frames, level)); }
  BridgedStatus bridge(std::uint32_t number) { return rack.find(number)->bridge().value(); }
  /// Serves what the processes of instance `number` report, until `done`.
  template <typename Done>
  void serve_until(std::uint32_t number, Done done) {
    for (int round = 0; round < 1000 && !done(); ++round) {
      ClapInstance& plugin = rack.find(number)->plugin();
      for (const ClapFd fd : std::vector<ClapFd>(plugin.fds().begin(), plugin.fds().end())) {
        pollfd waiting{fd.fd, POLLIN, 0};
        if (poll(&waiting, 1, 20) > 0) plugin.on_fd(fd.fd, fd.flags);
      }
      plugin.run_timers(ClapWaits::Clock::now());
      rack.serve();
    }
    REQUIRE(done());
  }
};

const bool world = [] {
  setenv("LV2_PATH", OMX_FIXTURES_DIR "/lv2", 1);
  setenv("XDG_CACHE_HOME", OMX_FIXTURES_DIR "/cache", 1);
  return true;
}();

}  // namespace

TEST_CASE("a bridged plugin gives the inline one's samples to the bit, in the very block") {
  Bench bench;
  REQUIRE(bench.add("gain", 0, InstancePlacement::in_line));
  REQUIRE(bench.add("gain", 1, InstancePlacement::bridged));
  bench.wire(0, 1);
  bench.wire(1, 2);
  std::mt19937 random(20261201);
  std::uniform_real_distribution<float> sample(-1, 1);
  for (int block = 0; block < 100; ++block) {
    const double gain = 0.1 * (block % 7);
    for (const std::uint32_t number : {0u, 1u}) REQUIRE(bench.rack.find(number)->set_param(1, gain));
    std::vector<float> input(block_frames);
    for (float& x : input) x = sample(random);
    const auto outputs = bench.play(input);
    REQUIRE(outputs[0][9] == input[9] * static_cast<float>(gain));
    REQUIRE(outputs[1] == outputs[0]);
  }
  CHECK(bench.bridge(1).dry_cycles == 0);
  CHECK(bench.bridge(1).pid != getpid());
}

TEST_CASE("what cannot be loaded says the same as inline") {
  Bench bench;
  CHECK(bench.add("no-such-file", 0, InstancePlacement::bridged).error().code == ErrorCode::plugin_not_found);
  CHECK(bench.add("init-fails", 0, InstancePlacement::bridged).error().code == ErrorCode::plugin_failed);
  CHECK(bench.add("activate-fails", 0, InstancePlacement::bridged).error().code == ErrorCode::plugin_failed);
  CHECK(bench.add("crash-init", 0, InstancePlacement::bridged).error().code == ErrorCode::worker_lost);
  CHECK(bench.rack.instances().empty());
  REQUIRE(bench.add("gain", 0, InstancePlacement::bridged));
}

TEST_CASE("a plugin that crashes in a block is dry in that block, and another process takes its place") {
  Bench bench;
  REQUIRE(bench.add("crash-process", 0, InstancePlacement::bridged));
  bench.wire(0, 1);
  REQUIRE(bench.rack.find(0)->set_param(1, 0));  // from the first block on, in each process
  // The process has let go of the turn: the last sample of the block is dry, whatever came before it.
  CHECK(bench.play(0.5f)[0][block_frames - 1] == 0.5f);
  CHECK(bench.bridge(0).dry_cycles == 1);
  bench.serve_until(0, [&] { return bench.bridge(0).restarts == 1; });
  REQUIRE(bench.listener.lines.size() == 1);
  CHECK(bench.listener.lines[0].starts_with("its process ended by SIGSEGV in process: "));
  for (std::uint32_t more = 2; more <= 5; ++more) {
    bench.play(0.5f);
    bench.serve_until(0, [&] { return bench.bridge(0).restarts == more; });
  }
  bench.play(0.5f);
  bench.serve_until(0, [&] { return bench.bridge(0).pid == 0; });
  CHECK(bench.listener.lines.back().ends_with("too often: it stays dry until it is activated anew"));
  CHECK(bench.play(0.25f)[0] == std::vector<float>(block_frames, 0.25f));
}

TEST_CASE("a killed process is replaced with the state and the values that were set since") {
  Bench bench;
  REQUIRE(bench.add("state", 0, InstancePlacement::bridged));
  bench.wire(0, 1);
  Instance& instance = *bench.rack.find(0);
  REQUIRE(instance.set_param(1, 4));
  CHECK(bench.play(0.5f)[0][7] == 2.0f);  // 0.5 · 4
  const auto state = instance.plugin().save_state();
  REQUIRE(state);
  CHECK(state.value().size() == 20);  // the fixture's: version, gain, offset
  REQUIRE(instance.set_param(2, 0.25));
  CHECK(bench.play(0.5f)[0][7] == 2.25f);
  const std::int32_t before = bench.bridge(0).pid;
  kill(before, SIGKILL);
  bench.serve_until(0, [&] { return bench.bridge(0).restarts == 1; });
  CHECK(bench.bridge(0).pid != before);
  CHECK(bench.play(0.5f)[0] == std::vector<float>(block_frames, 2.25f));
  CHECK(bench.bridge(0).dry_cycles == 0);  // nobody asked in between
}

TEST_CASE("states travel both ways, and a refused one is an error") {
  Bench bench;
  REQUIRE(bench.add("state", 0, InstancePlacement::bridged));
  bench.wire(0, 1);
  Instance& instance = *bench.rack.find(0);
  REQUIRE(instance.set_param(1, 3));
  bench.play(0);
  const auto state = instance.plugin().save_state();
  REQUIRE(state);
  REQUIRE(instance.set_param(1, 1));
  REQUIRE(instance.load_state(state.value()));
  CHECK(instance.plugin().param(1)->value == 3);
  CHECK(bench.play(0.5f)[0][0] == 1.5f);
  CHECK_FALSE(instance.load_state(std::vector<std::byte>(3)));
}

TEST_CASE("latency is the plugin's, and follows a restart that it asks for") {
  Bench bench;
  REQUIRE(bench.add("latency", 0, InstancePlacement::bridged));
  bench.wire(0, 1);
  Instance& instance = *bench.rack.find(0);
  CHECK(instance.latency_frames() == 64);
  REQUIRE(instance.set_param(1, 32));
  bench.play(0);
  bench.serve_until(0, [&] {
    bench.play(0);
    return instance.latency_frames() == 32;
  });
}

TEST_CASE("an LV2 plugin is bridged too, under its own names") {
  Bench bench;
  const char* const uri = "urn:plugin-hostd:fixture:controls";
  REQUIRE(bench.rack.add(uri, 0, "chain", InstanceLayout::native, InstancePlacement::in_line));
  REQUIRE(bench.rack.add(uri, 1, "chain", InstanceLayout::native, InstancePlacement::bridged));
  ClapInstance& inside = bench.rack.find(0)->plugin();
  ClapInstance& bridged = bench.rack.find(1)->plugin();
  REQUIRE(inside.params().size() > 1);
  REQUIRE(bridged.params().size() == inside.params().size());
  for (std::size_t i = 0; i < inside.params().size(); ++i) {
    const ClapParam& a = inside.params()[i];
    const ClapParam& b = bridged.params()[i];
    CHECK(a.name == b.name);
    CHECK(a.value == b.value);
    CHECK(param_symbol(inside, a.id) == param_symbol(bridged, b.id));
    CHECK(inside.param_text(a.id, a.value) == bridged.param_text(b.id, b.value));
  }
}

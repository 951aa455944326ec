#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include <unistd.h>

#include "formats/bridged/process/rt_bridged.hpp"

namespace {

using namespace omx;

constexpr std::uint32_t frames = 4800;  // a tenth of a second: half of it is plenty for an answer
constexpr double rate_hz = 48000;
constexpr std::uint32_t blocks_per_second = 10;

/// One block of a mono effect, in one buffer for input and output.
struct Block {
  std::vector<float> samples = std::vector<float>(frames);
  float* channel = samples.data();
  clap_audio_buffer_t port{&channel, nullptr, 1, 0, 0};
  RtEventList in;
  RtEventList out;
  clap_process_t process{};

  Block() {
    process.frames_count = frames;
    process.audio_inputs = process.audio_outputs = &port;
    process.audio_inputs_count = process.audio_outputs_count = 1;
    process.in_events = in.input();
    process.out_events = out.output();
  }
  void fill(float level) { std::ranges::fill(samples, level); }
};

RtBridgedDryShape mono(std::uint32_t latency_frames) {
  return {0, 0, 1, {{0, 0, 1.0f}}, frames, latency_frames};
}

clap_host_t host{
    CLAP_VERSION,
    nullptr,
    "",
    "",
    "",
    "",
    [](const clap_host_t*, const char*) -> const void* { return nullptr; },
    [](const clap_host_t*) {},
    [](const clap_host_t*) {},
    [](const clap_host_t*) {}};

/// A stage that this test plays itself: negates its input.
struct Stage {
  std::unique_ptr<StageMemory> memory = StageMemory::create({frames, 1, 1}).value();
  std::unique_ptr<StageMemory> own = StageMemory::open(dup(memory->fd())).value();

  std::uint32_t events() { return own->client().request.events; }
  bool has_turn() { return own->turn().now().holder() != TurnHolder::client; }
  void answer() {
    for (std::uint32_t i = 0; i < frames; ++i) own->output(0)[i] = -own->input(0)[i];
    own->stage().answer.returned_ns = own->client().request.passed_ns.load();
    own->stage().answer.status = CLAP_PROCESS_CONTINUE;
    own->turn().give_back();
  }
};

/// Processes a block that the stage answers meanwhile, however long that takes.
void play_answered(RtBridged& plugin, Stage& stage, Block& block) {
  plugin.set_offline(true);
  std::thread other([&] {
    stage.own->turn().wait_for_turn();
    stage.answer();
  });
  plugin.process(block.process);
  other.join();
  plugin.set_offline(false);
}

TEST_CASE("a plugin is waited for half a block, all together four fifths, each a tenth of a millisecond") {
  constexpr std::uint64_t block_ns = 10'000'000;
  CHECK(bridged_deadline_ns(1000, 1000, block_ns) == 5'001'000);
  CHECK(bridged_deadline_ns(4'000'000, 1'000'000, block_ns) == 9'000'000);  // 1 + 8 ms, before 4 + 5 ms
  CHECK(bridged_deadline_ns(8'990'000, 1'000'000, block_ns) == 9'090'000);  // 9 ms is less than 0.1 ms away
  CHECK(bridged_deadline_ns(20'000'000, 1'000'000, block_ns) == 20'100'000);
}

TEST_CASE("the dry signal comes as late as the plugin's would") {
  RtDry dry(mono(3));
  Block block;
  for (std::uint32_t i = 0; i < frames; ++i) block.samples[i] = static_cast<float>(i + 1);
  dry.listen(block.process);
  dry.wet(block.process);  // nothing was heard before: as it is
  CHECK(block.samples[0] == 1);
  dry.listen(block.process);
  dry.dry(block.process);
  CHECK(block.samples[frames - 1] == frames - 3);
}

TEST_CASE("from wet to dry the step melts away, from dry to wet is a straight fade") {
  RtDry dry(mono(0));
  Block block;
  block.fill(1);
  dry.listen(block.process);
  dry.wet(block.process);
  block.fill(0.5f);
  dry.listen(block.process);
  dry.dry(block.process);
  // 0.5 + (1 − 0.5)·(1 − (i + 1)/64)
  CHECK(block.samples[0] == 0.5f + 0.5f * 63 / 64);
  CHECK(block.samples[31] == 0.75f);
  CHECK(block.samples[63] == 0.5f);
  CHECK(block.samples[frames - 1] == 0.5f);
  block.fill(0);
  dry.listen(block.process);
  block.fill(1);
  dry.wet(block.process);
  CHECK(block.samples[frames / 2 - 1] == doctest::Approx(0.5));
  CHECK(block.samples[frames - 1] == doctest::Approx(1));
}

TEST_CASE("without a process the dry signal passes, and what was set waits for one") {
  RtBridged plugin(mono(0), rate_hz, &host, {7});
  Block block;
  block.fill(0.5f);
  clap_event_param_value_t set{};
  set.header = {sizeof set, 100, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_PARAM_VALUE, 0};
  set.param_id = 7;
  set.note_id = -1;
  set.value = 3;
  block.in.push(set.header);
  plugin.process(block.process);
  CHECK(block.samples[frames - 1] == 0.5f);
  CHECK(plugin.state() == RtBridgedState::absent);
  block.in.clear();
  Stage stage;
  plugin.offer(stage.memory.get());
  play_answered(plugin, stage, block);
  CHECK(stage.events() == 1);
  CHECK(plugin.taken() == stage.memory.get());
  CHECK(plugin.state() == RtBridgedState::running);
  CHECK(block.samples[frames - 1] == -0.5f);
  double known = 0;
  plugin.values.collect([&](clap_id, double value) { known = value; });
  CHECK(known == 3);
}

TEST_CASE("a late plugin is dry until it has given back, then faded in") {
  RtBridged plugin(mono(0), rate_hz, &host, {});
  Stage stage;
  Block block;
  plugin.offer(stage.memory.get());
  block.fill(0.5f);
  play_answered(plugin, stage, block);
  for (std::uint32_t dry = 1; dry <= 3; ++dry) {
    block.fill(0.5f);
    plugin.process(block.process);  // nobody answers
    CHECK(block.samples[frames - 1] == 0.5f);
    CHECK(plugin.dry_cycles() == dry);
    CHECK(plugin.state() == RtBridgedState::late);
  }
  CHECK(stage.memory->turn().now().cycle() == 2);  // it is asked no more
  stage.answer();
  block.fill(0.5f);
  play_answered(plugin, stage, block);
  CHECK(plugin.state() == RtBridgedState::running);
  CHECK(block.samples[frames / 2 - 1] == doctest::Approx(0));  // halfway from 0.5 to −0.5
  CHECK(block.samples[frames - 1] == doctest::Approx(-0.5));
}

TEST_CASE("late too often, it is bypassed and not waited for until it was in time for a second") {
  RtBridged plugin(mono(0), rate_hz, &host, {});
  Stage stage;
  Block block;
  plugin.offer(stage.memory.get());
  const auto play = [&] {
    block.fill(0.5f);
    plugin.process(block.process);
  };
  for (std::uint32_t i = 0; i <= RtBridged::late_limit; ++i) play();
  CHECK(plugin.state() == RtBridgedState::bypassed);
  stage.answer();
  for (std::uint32_t i = 0; i < blocks_per_second; ++i) {
    play();  // asks and goes on
    REQUIRE(stage.has_turn());
    CHECK(block.samples[frames - 1] == 0.5f);
    stage.answer();
  }
  CHECK(plugin.state() == RtBridgedState::bypassed);
  block.fill(0.5f);
  play_answered(plugin, stage, block);
  CHECK(plugin.state() == RtBridgedState::running);
  CHECK(block.samples[frames - 1] == doctest::Approx(-0.5));
}

TEST_CASE("a stage that leaves while it has the turn costs no waiting") {
  RtBridged plugin(mono(0), rate_hz, &host, {});
  plugin.set_offline(true);  // would wait for seconds
  Stage stage;
  Block block;
  plugin.offer(stage.memory.get());
  std::thread other([&] {
    stage.own->turn().wait_for_turn();
    stage.own->turn().leave();
  });
  block.fill(0.5f);
  plugin.process(block.process);
  other.join();
  CHECK(block.samples[frames - 1] == 0.5f);
  CHECK(plugin.state() == RtBridgedState::absent);
}

}  // namespace

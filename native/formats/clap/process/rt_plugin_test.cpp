#include "formats/clap/process/rt_plugin.hpp"

#include <thread>

#include <doctest/doctest.h>

#include "formats/clap/process/test_plugin.hpp"

namespace {

using namespace omx;

constexpr std::uint32_t frames = 64;

/// One block, as the process loop runs it.
RtOutcome run(RtPlugin& p, bool inputs_quiet, bool outputs_quiet) noexcept OMX_RT {
  rt_plugin_begin(p, frames);
  const RtOutcome outcome = rt_plugin_process(p, frames, 0, inputs_quiet);
  if (outcome == RtOutcome::ran) rt_plugin_settle(p, outputs_quiet);
  return outcome;
}

RtOutcome run_sounding(RtPlugin& p) noexcept OMX_RT {
  return run(p, false, false);
}

RtOutcome run_silent(RtPlugin& p) noexcept OMX_RT {
  return run(p, true, true);
}

const RtPluginShape shape{{2}, {2}, {1, 2}};

}  // namespace

TEST_CASE("buffers follow the ports, and process is wired up but for the channels") {
  TestPlugin test;
  RtPlugin p(&test.plugin, {{2, 1}, {8}, {}});
  CHECK(p.process.audio_inputs_count == 2);
  CHECK(p.process.audio_outputs_count == 1);
  CHECK(p.process.audio_inputs == p.inputs);
  CHECK(p.process.audio_outputs == p.outputs);
  CHECK(p.inputs[0].channel_count == 2);
  CHECK(p.inputs[1].channel_count == 1);
  CHECK(p.outputs[0].channel_count == 8);
  CHECK(p.inputs[1].data32 == p.inputs[0].data32 + 2);
  CHECK(p.outputs[0].data32 == p.inputs[1].data32 + 1);
  CHECK(p.outputs[0].data32[7] == nullptr);
}

TEST_CASE("processing starts with the first block and stops once") {
  TestPlugin test;
  RtPlugin p(&test.plugin, shape);
  CHECK(run_sounding(p) == RtOutcome::ran);
  CHECK(run_sounding(p) == RtOutcome::ran);
  CHECK(test.starts == 1);
  rt_plugin_stop(p);
  rt_plugin_stop(p);
  CHECK(test.stops == 1);
  CHECK(p.state == RtPluginState::stopped);
  CHECK(run_sounding(p) == RtOutcome::ran);
  CHECK(test.starts == 2);
}

TEST_CASE("a plugin that refuses to start is not asked again") {
  TestPlugin test;
  test.may_start = false;
  RtPlugin p(&test.plugin, shape);
  CHECK(run_sounding(p) == RtOutcome::error);
  CHECK(run_sounding(p) == RtOutcome::error);
  CHECK(test.starts == 1);
  CHECK(test.blocks == 0);
  rt_plugin_stop(p);
  CHECK(test.stops == 0);
}

TEST_CASE("a block that failed is an error, and the next one is tried") {
  TestPlugin test;
  test.status = CLAP_PROCESS_ERROR;
  RtPlugin p(&test.plugin, shape);
  CHECK(run_sounding(p) == RtOutcome::error);
  test.status = CLAP_PROCESS_CONTINUE;
  CHECK(run_sounding(p) == RtOutcome::ran);
  CHECK(test.starts == 1);
}

TEST_CASE("changes arrive in the next block at their offset, kept within the block") {
  TestPlugin test;
  RtPlugin p(&test.plugin, shape);
  p.changes.push({1, 10, nullptr, 0.25});
  CHECK(run_silent(p) == RtOutcome::ran);
  CHECK(test.events == 1);
  CHECK(test.last_time == 10);
  CHECK(test.last_value == 0.25);
  p.changes.push({1, 1000, nullptr, 0.5});
  run_silent(p);
  CHECK(test.last_time == frames - 1);
}

TEST_CASE("more changes than a block takes wait for the next one") {
  TestPlugin test;
  RtPlugin p(&test.plugin, shape);
  constexpr std::uint32_t capacity = RtEventList::default_capacity + 2;
  std::uint32_t sent = 0;
  while (sent < capacity + 5 && p.changes.push({1, 0, nullptr, static_cast<double>(sent)})) ++sent;
  std::uint32_t arrived = 0;
  for (int block = 0; block < 3; ++block) {
    run_silent(p);
    arrived += test.events;
  }
  CHECK(arrived == sent);
  CHECK(test.last_value == sent - 1);
  CHECK(p.in_events.dropped() == 0);
}

TEST_CASE("values that the plugin reports go to the board; other events stay") {
  TestPlugin test;
  test.report_values = true;
  RtPlugin p(&test.plugin, shape);
  run_sounding(p);
  run_sounding(p);
  double reported = 0;
  p.reported.collect([&](clap_id id, double value) {
    CHECK(id == 2);
    reported = value;
  });
  CHECK(reported == 2);
}

TEST_CASE("sleep: stopped with quiet input, woken by input, by an event, by a request") {
  TestPlugin test;
  test.status = CLAP_PROCESS_SLEEP;
  RtPlugin p(&test.plugin, shape);
  CHECK(run_sounding(p) == RtOutcome::ran);
  CHECK(p.state == RtPluginState::processing);  // input varies: no sleep
  CHECK(run_silent(p) == RtOutcome::ran);
  CHECK(p.state == RtPluginState::asleep);
  CHECK(test.stops == 1);
  CHECK(run_silent(p) == RtOutcome::asleep);
  CHECK(test.blocks == 2);

  SUBCASE("input") {
    CHECK(run_sounding(p) == RtOutcome::ran);
  }
  SUBCASE("an event") {
    p.changes.push({1, 0, nullptr, 1.0});
    CHECK(run_silent(p) == RtOutcome::ran);
  }
  SUBCASE("a request, from another thread") {
    std::thread([&] { p.requests.process = true; }).join();
    CHECK(run_silent(p) == RtOutcome::ran);
    CHECK_FALSE(p.requests.process.load());
  }
  CHECK(test.starts == 2);
  CHECK(test.blocks == 3);
}

TEST_CASE("continue-if-not-quiet sleeps when input and output are quiet") {
  TestPlugin test;
  test.status = CLAP_PROCESS_CONTINUE_IF_NOT_QUIET;
  RtPlugin p(&test.plugin, shape);
  run(p, true, false);
  CHECK(p.state == RtPluginState::processing);
  run(p, false, true);
  CHECK(p.state == RtPluginState::processing);
  run(p, true, true);
  CHECK(p.state == RtPluginState::asleep);
}

TEST_CASE("tail: sleeps once as many quiet frames have gone by as the plugin says") {
  TestPlugin test;
  test.status = CLAP_PROCESS_TAIL;
  test.has_tail = true;
  test.tail_frames = 3 * frames;
  RtPlugin p(&test.plugin, shape);
  run_silent(p);
  run_sounding(p);  // counts anew from here
  run_silent(p);
  run_silent(p);
  CHECK(p.state == RtPluginState::processing);
  run_silent(p);
  CHECK(p.state == RtPluginState::asleep);
}

TEST_CASE("an endless tail never sleeps, nor does one that the plugin does not tell") {
  TestPlugin test;
  test.status = CLAP_PROCESS_TAIL;
  test.has_tail = true;
  test.tail_frames = INT32_MAX;
  RtPlugin endless(&test.plugin, shape);
  endless.quiet_frames = std::uint64_t{1} << 40;
  run_silent(endless);
  CHECK(endless.state == RtPluginState::processing);

  TestPlugin silent_about_it;
  silent_about_it.status = CLAP_PROCESS_TAIL;
  RtPlugin p(&silent_about_it.plugin, shape);
  for (int i = 0; i < 10; ++i) run_silent(p);
  CHECK(p.state == RtPluginState::processing);
}

TEST_CASE("flush delivers changes without a block, and a requested flush comes without changes") {
  TestPlugin test;
  test.report_values = true;
  RtPlugin p(&test.plugin, shape);
  rt_plugin_flush(p);
  CHECK(test.flushes == 0);
  p.changes.push({1, 5, nullptr, 0.75});
  rt_plugin_flush(p);
  CHECK(test.flushes == 1);
  CHECK(test.last_value == 0.75);
  CHECK(test.last_time == 0);
  p.requests.flush = true;
  rt_plugin_flush(p);
  rt_plugin_flush(p);
  CHECK(test.flushes == 2);
  CHECK(test.blocks == 0);
  int reports = 0;
  p.reported.collect([&](clap_id, double) { ++reports; });
  CHECK(reports == 1);
}

TEST_CASE("a flush request is served by process while awake, by flush while asleep") {
  TestPlugin test;
  RtPlugin p(&test.plugin, shape);
  p.requests.flush = true;
  run_sounding(p);
  CHECK(test.flushes == 0);
  CHECK_FALSE(p.requests.flush.load());
  test.status = CLAP_PROCESS_SLEEP;
  run_silent(p);
  p.requests.flush = true;
  CHECK(run_silent(p) == RtOutcome::asleep);
  CHECK(test.flushes == 1);
}

TEST_CASE("reset reaches the plugin in any state") {
  TestPlugin test;
  RtPlugin p(&test.plugin, shape);
  rt_plugin_reset(p);
  run_sounding(p);
  rt_plugin_reset(p);
  CHECK(test.resets == 2);
}

TEST_CASE("the audio role belongs to a thread and nests") {
  CHECK_FALSE(RtAudioRole::held());
  {
    const RtAudioRole outer;
    {
      const RtAudioRole inner;
    }
    CHECK(RtAudioRole::held());
    bool elsewhere = true;
    std::thread([&] { elsewhere = RtAudioRole::held(); }).join();
    CHECK_FALSE(elsewhere);
  }
  CHECK_FALSE(RtAudioRole::held());
}

// Life cycle, ports, latency, sleep, requests and threads of instances, with fixtures.
#include "formats/clap/lifecycle/clap_instance.hpp"

#include <memory>
#include <thread>

#include "formats/clap/lifecycle/control_blame.hpp"
#include "formats/clap/lifecycle/test_host.hpp"

namespace {

using namespace omx;

std::unique_ptr<ClapInstance> load_active(const std::string& file, const ClapInstanceOptions& options = {}) {
  auto instance = load_fixture(file, options);
  REQUIRE(instance->activate(test_rate_hz, test_frames).has_value());
  return instance;
}

}  // namespace

TEST_CASE("a plugin that is not in the file, or refuses, is an error that says so") {
  auto absent = create_from(fixture_path("gain"), "org.example.absent");
  REQUIRE_FALSE(absent.has_value());
  CHECK(absent.error().code == ErrorCode::plugin_not_found);
  auto refused = create_from(fixture_path("init-fails"), "org.plugin-hostd.fixture.init-fails");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::plugin_failed);
  CHECK(refused.error().detail == "the plugin refused to initialise");

  auto lazy = load_fixture("activate-fails");
  const Status activated = lazy->activate(test_rate_hz, test_frames);
  REQUIRE_FALSE(activated.has_value());
  CHECK(activated.error().code == ErrorCode::plugin_failed);
  CHECK_FALSE(lazy->active());
}

TEST_CASE("life cycle: active, processed, stopped, inactive, active again, destroyed while processing") {
  auto instance = load_active("gain");
  CHECK(instance->active());
  TestBlocks blocks(*instance);
  blocks.inputs[0].assign(test_frames, 0.5f);
  CHECK(blocks.run() == RtOutcome::ran);
  CHECK(blocks.outputs[0][0] == 0.5f);
  blocks.stop();
  instance->deactivate();
  CHECK_FALSE(instance->active());
  REQUIRE(instance->activate(test_rate_hz, 2 * test_frames).has_value());
  CHECK(blocks.run() == RtOutcome::ran);
  instance.reset();
}

TEST_CASE("ports: side chains, widths, in-place pairs, note dialects") {
  auto side = load_fixture("sidechain");
  REQUIRE(side->ports().audio_inputs.size() == 2);
  CHECK(side->ports().audio_inputs[0].main);
  CHECK(side->ports().audio_inputs[0].in_place_pair == 0u);
  CHECK(side->ports().audio_inputs[1].name == "side");
  CHECK_FALSE(side->ports().audio_inputs[1].main);
  CHECK(side->ports().audio_inputs[1].channels == 1);
  CHECK(side->ports().audio_inputs[1].in_place_pair == std::nullopt);
  CHECK(side->ports().audio_outputs[0].in_place_pair == 0u);

  CHECK(load_fixture("mono-gain")->ports().audio_outputs[0].in_place_pair == std::nullopt);
  CHECK(load_fixture("sum8")->ports().audio_inputs[0].channels == 8);

  auto synth = load_fixture("synth");
  REQUIRE(synth->ports().note_inputs.size() == 1);
  CHECK(synth->ports().note_inputs[0].dialect == NoteDialect::clap);
  CHECK(synth->ports().audio_inputs.empty());
  CHECK(load_fixture("synth", {}, "synth-midi")->ports().note_inputs[0].dialect == NoteDialect::midi);
  CHECK(load_fixture("note-effect")->ports().note_outputs.size() == 1);
}

TEST_CASE("side chain and sum: outputs worked out by hand") {
  auto side = load_active("sidechain");
  TestBlocks a(*side);
  a.inputs[0][3] = 0.5f;
  a.inputs[1][3] = -0.25f;
  a.inputs[2][3] = 0.5f;
  a.run();
  CHECK(a.outputs[0][3] == 0.25f);
  CHECK(a.outputs[1][3] == -0.125f);

  auto sum = load_active("sum8");
  TestBlocks b(*sum);
  for (std::size_t c = 0; c < 8; ++c) b.inputs[c][7] = static_cast<float>(c);
  b.run();
  CHECK(b.outputs[0][7] == 28.0f);  // 0 + 1 + … + 7
}

TEST_CASE("notes of both dialects act at their frame") {
  auto synth = load_active("synth");
  TestBlocks blocks(*synth);
  CHECK(blocks.run(true) == RtOutcome::ran);  // says that it may sleep
  CHECK(blocks.run(true) == RtOutcome::asleep);
  blocks.run(true, [](RtEventList& events) {
    clap_event_note_t note{};
    note.header = {sizeof note, 10, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_NOTE_ON, 0};
    note.velocity = 0.75;
    events.push(note.header);
  });
  CHECK(blocks.outputs[0][9] == 0.0f);
  CHECK(blocks.outputs[0][10] == 0.75f);
  CHECK(blocks.outputs[1][63] == 0.75f);

  auto midi = load_fixture("synth", {}, "synth-midi");
  REQUIRE(midi->activate(test_rate_hz, test_frames).has_value());
  TestBlocks midi_blocks(*midi);
  midi_blocks.run(true, [](RtEventList& events) {
    clap_event_midi_t on{{sizeof on, 20, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_MIDI, 0}, 0, {0x90, 60, 127}};
    clap_event_midi_t off{{sizeof off, 30, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_MIDI, 0}, 0, {0x80, 60, 0}};
    events.push(off.header);
    events.push(on.header);
  });
  CHECK(midi_blocks.outputs[0][19] == 0.0f);
  CHECK(midi_blocks.outputs[0][20] == 1.0f);
  CHECK(midi_blocks.outputs[0][29] == 1.0f);
  CHECK(midi_blocks.outputs[0][30] == 0.0f);
}

TEST_CASE("notes that a plugin hands back stay in out_events, in order") {
  auto octave = load_active("note-effect");
  TestBlocks blocks(*octave);
  blocks.run(true, [](RtEventList& events) {
    clap_event_note_t note{};
    note.header = {sizeof note, 5, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_NOTE_ON, 0};
    note.key = 60;
    events.push(note.header);
  });
  const RtEventList& out = octave->rt().out_events;
  REQUIRE(out.size() == 1);
  CHECK(out[0].note.key == 72);
  CHECK(out[0].header.time == 5);
}

TEST_CASE("latency: reported when activated; a change asks for a restart and comes with it") {
  ControlWake wake;
  TestListener listener;
  auto instance = load_active("latency", {.listener = &listener, .wake = &wake});
  CHECK(instance->latency_frames() == 64);
  TestBlocks blocks(*instance);
  blocks.inputs[0][0] = 1.0f;
  blocks.run();
  CHECK(blocks.outputs[0][0] == 0.0f);
  blocks.inputs[0][0] = 0.0f;
  blocks.run();
  CHECK(blocks.outputs[0][0] == 1.0f);  // 64 frames later

  REQUIRE(instance->set_param(1, 100).has_value());
  blocks.run();
  CHECK(listener.restarts == 0);
  instance->service();
  CHECK(listener.restarts == 1);
  instance->service();
  CHECK(listener.restarts == 1);
  blocks.stop();
  instance->deactivate();
  REQUIRE(instance->activate(test_rate_hz, test_frames).has_value());
  CHECK(instance->latency_frames() == 100);
  CHECK(listener.latencies == 1);
}

TEST_CASE("sleep and tail as the plugin asks for them") {
  auto instance = load_active("sleeper");
  CHECK(instance->tail_frames() == 256);
  TestBlocks blocks(*instance);
  blocks.run(true);
  CHECK(blocks.run(true) == RtOutcome::asleep);
  REQUIRE(instance->set_param(1, 2).has_value());  // tail: the block of the change counts no quiet frames
  for (int i = 0; i < 5; ++i) CHECK(blocks.run(true) == RtOutcome::ran);
  CHECK(blocks.run(true) == RtOutcome::asleep);
  CHECK(instance->param(2)->value == 6);
}

TEST_CASE("a plugin that changes its ports and parameters does so over a restart") {
  TestListener listener;
  auto instance = load_active("ports", {.listener = &listener});
  RtPlugin* const before = &instance->rt();
  {
    TestBlocks blocks(*instance);
    REQUIRE(instance->set_param(1, 4).has_value());
    blocks.run();
    blocks.stop();
  }
  instance->service();
  CHECK(listener.restarts == 1);
  CHECK(&instance->rt() == before);
  CHECK(instance->ports().audio_inputs[0].channels == 2);
  instance->deactivate();
  CHECK(listener.ports == 1);
  CHECK((listener.params_flags & CLAP_PARAM_RESCAN_ALL) != 0);
  CHECK(instance->ports().audio_inputs[0].channels == 4);
  CHECK(instance->params().size() == 2);
  CHECK(instance->rt().inputs[0].channel_count == 4);
  REQUIRE(instance->activate(test_rate_hz, test_frames).has_value());
  TestBlocks blocks(*instance);
  blocks.inputs[3][5] = 0.5f;
  blocks.run();
  CHECK(blocks.outputs[3][5] == 0.5f);
}

TEST_CASE("calls on the wrong thread have no effect and are logged") {
  ControlWake wake;
  TestListener listener;
  auto instance = load_active("wrong-thread", {.listener = &listener, .wake = &wake});
  TestBlocks blocks(*instance);
  std::thread([&] { blocks.run(); }).join();
  CHECK(listener.params_flags == 0);
  instance->service();
  CHECK(listener.params_flags == 0);
  CHECK(listener.waits == 0);
  REQUIRE(listener.log.size() == 3);
  CHECK(listener.log[0].first == abi::LogSeverity::plugin_misbehaving);
  CHECK(listener.log[0].second == "params.rescan outside of the main thread");
  CHECK_FALSE(instance->next_timer().has_value());
}

TEST_CASE("a storm of callback requests is served at a bounded rate") {
  ControlWake wake;
  TestListener listener;
  auto instance = load_active("callback-storm", {.listener = &listener, .wake = &wake});
  TestBlocks blocks(*instance);
  blocks.run();  // a hundred requests
  CHECK_FALSE(instance->next_timer().has_value());
  const auto now = ClapWaits::Clock::now();
  for (int i = 0; i < 3; ++i) instance->service(now);  // the first one is a callback, which asks again
  CHECK(listener.waits == 1);
  blocks.run();
  CHECK(instance->param(1)->value == 1);
  CHECK(instance->next_timer() == now + ClapWaits::min_period);
  instance->run_timers(now + ClapWaits::min_period);
  blocks.run();
  CHECK(instance->param(1)->value == 2);
}

TEST_CASE("a flood of events is bounded") {
  auto instance = load_active("events-flood");
  TestBlocks blocks(*instance);
  blocks.run();
  CHECK(instance->rt().out_events.size() == RtEventList::default_capacity);
  CHECK(instance->rt().out_events.dropped() == 10001 - RtEventList::default_capacity);
}

TEST_CASE("failures in process are outcomes, and the plugin can be taken down after them") {
  auto error = load_active("process-error");
  TestBlocks blocks(*error);
  REQUIRE(error->set_param(1, 1).has_value());
  CHECK(blocks.run() == RtOutcome::ran);
  CHECK(blocks.run() == RtOutcome::error);
  CHECK(blocks.run() == RtOutcome::error);
  error.reset();

  auto refuses = load_active("start-fails");
  TestBlocks none(*refuses);
  CHECK(none.run() == RtOutcome::error);
  refuses->deactivate();
  REQUIRE(refuses->activate(test_rate_hz, test_frames).has_value());
  CHECK(refuses->rt().state == RtPluginState::stopped);
}

TEST_CASE("the blame register shows the call under way and returns to what it was") {
  auto header = std::make_unique<StatusHeader>();
  ControlBlame::bind(header.get());
  ControlBlame::set_uri("clap:/x.clap#id");
  CHECK(std::string(header->control_uri) == "clap:/x.clap#id");
  {
    const ControlBlame outer(7, PluginCall::state);
    CHECK(header->control_instance == 8);
    {
      const ControlBlame inner(3, PluginCall::main_thread);
      CHECK(header->control_instance == 4);
      CHECK(header->control_call == static_cast<std::uint32_t>(PluginCall::main_thread));
    }
    CHECK(header->control_instance == 8);
    CHECK(header->control_call == static_cast<std::uint32_t>(PluginCall::state));
  }
  CHECK(header->control_instance == 0);
  CHECK(header->control_call == 0);
  ControlBlame::bind(nullptr);
}

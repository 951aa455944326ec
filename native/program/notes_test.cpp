// Notes between the driver's MIDI ports and plugins, with their offsets.
#include <doctest/doctest.h>

#include "program/test_rig.hpp"

namespace {

using namespace omx;
using namespace omx::rig;

using Bytes = std::vector<std::uint8_t>;

struct Heard {
  std::int64_t frame;
  std::uint16_t type;
  std::int32_t port;
  int key;
};

// A plugin that notes what it hears, counted in frames from its first block, and passes it on from note port
// 0.
struct Listener {
  std::vector<Heard> heard;
  std::int64_t now = 0;
  Toy toy;

  explicit Listener(NoteDialect dialect = NoteDialect::clap)
      : toy({.inputs = {}, .outputs = {}, .note_inputs = 2, .note_outputs = 1, .dialect = dialect},
            [this](const clap_process_t& block) { return listen(block); }) {}

  clap_process_status listen(const clap_process_t& block) {
    for (std::uint32_t i = 0; i < block.in_events->size(block.in_events); ++i) {
      const clap_event_header_t* const event = block.in_events->get(block.in_events, i);
      const auto& any = *reinterpret_cast<const RtEvent*>(event);
      const int key = event->type == CLAP_EVENT_MIDI ? any.midi.data[1] : any.note.key;
      heard.push_back({now + event->time, event->type, rt_port_of_event(any), key});
      RtEvent given = any;
      if (event->type == CLAP_EVENT_MIDI) {
        given.midi.port_index = 0;
      } else {
        given.note.port_index = 0;
      }
      block.out_events->try_push(block.out_events, &given.header);
    }
    now += block.frames_count;
    return CLAP_PROCESS_CONTINUE;
  }
};

TEST_CASE("MIDI reaches a plugin in its dialect, at its frame, also when the cycle is split") {
  for (const NoteDialect dialect : {NoteDialect::clap, NoteDialect::midi}) {
    Rig rig;
    const NodeId in = rig.add_midi_input();
    Listener listener(dialect);
    const NodeId node = rig.add(listener.toy);
    rig.connect_notes({in}, {node, 1});
    rig.publish();
    rig.port(in).messages = {{3, {0x90, 60, 100}}, {64, {0x90, 61, 100}}, {150, {0x80, 60, 0}}};
    rig.cycle(200);
    REQUIRE(listener.heard.size() == 3);
    CHECK(listener.heard[0].frame == 3);
    CHECK(listener.heard[1].frame == 64);
    CHECK(listener.heard[2].frame == 150);
    CHECK(listener.heard[1].key == 61);
    CHECK(listener.heard[1].port == 1);
    CHECK(listener.heard[0].type == (dialect == NoteDialect::clap ? CLAP_EVENT_NOTE_ON : CLAP_EVENT_MIDI));
  }
}

TEST_CASE("notes pass from plugin to plugin, and out to MIDI in order of time") {
  Rig rig;
  const NodeId in = rig.add_midi_input(), other = rig.add_midi_input(), out = rig.add_midi_output();
  Listener first(NoteDialect::clap), second(NoteDialect::midi);
  const NodeId a = rig.add(first.toy), b = rig.add(second.toy);
  rig.connect_notes({in}, {a, 0});
  rig.connect_notes({a, 0}, {b, 1});
  rig.connect_notes({b, 0}, {out});
  rig.connect_notes({other}, {out});
  rig.publish();
  rig.port(in).messages = {{10, {0x91, 60, 90}}, {70, {0x81, 60, 10}}};
  rig.port(other).messages = {{5, {0xb0, 7, 1}}, {11, {0xf8}}};
  rig.port(out).messages = {{0, {1, 2, 3}}};  // left from the cycle before
  rig.cycle(128);
  REQUIRE(second.heard.size() == 2);
  CHECK(second.heard[0].type == CLAP_EVENT_MIDI);
  CHECK(second.heard[0].port == 1);
  const auto& sent = rig.port(out).messages;
  REQUIRE(sent.size() == 4);
  CHECK(sent[0].time_frames == 5);
  CHECK(sent[1].bytes == Bytes{0x91, 60, 90});
  CHECK(sent[1].time_frames == 10);
  CHECK(sent[2].bytes == Bytes{0xf8});
  CHECK(sent[3].bytes == Bytes{0x81, 60, 10});
  CHECK(sent[3].time_frames == 70);
}

TEST_CASE("a system exclusive message passes whole") {
  Rig rig;
  const NodeId in = rig.add_midi_input(), out = rig.add_midi_output();
  rig.connect_notes({in}, {out});
  rig.publish();
  const Bytes dump{0xf0, 1, 2, 3, 4, 5, 0xf7};
  rig.port(in).messages = {{9, dump}};
  rig.cycle(64);
  REQUIRE(rig.port(out).messages.size() == 1);
  CHECK(rig.port(out).messages[0].bytes == dump);
}

TEST_CASE("a bypassed plugin passes its notes on") {
  Rig rig;
  const NodeId in = rig.add_midi_input();
  Listener first, second;
  const NodeId a = rig.add(first.toy), b = rig.add(second.toy);
  rig.connect_notes({in}, {a, 0});
  rig.connect_notes({a, 0}, {b, 0});
  rig.node(a).mode = NodeMode::bypassed;
  rig.publish();
  rig.port(in).messages = {{3, {0x90, 60, 100}}};
  rig.cycle(64);
  CHECK(first.heard.empty());
  REQUIRE(second.heard.size() == 1);
  CHECK(second.heard[0].key == 60);
}

TEST_CASE("an isolated plugin gives no notes, not even its last ones again") {
  Rig rig;
  const NodeId in = rig.add_midi_input();
  Listener first, second;
  const NodeId a = rig.add(first.toy), b = rig.add(second.toy);
  rig.connect_notes({in}, {a, 0});
  rig.connect_notes({a, 0}, {b, 0});
  rig.publish();
  rig.port(in).messages = {{3, {0x90, 60, 100}}};
  rig.cycle(64);
  first.toy.instance.isolated = true;
  rig.cycle(64);
  CHECK(second.heard.size() == 1);
}

TEST_CASE("a note input that loses a source is silenced, once") {
  Rig rig;
  const NodeId in = rig.add_midi_input(), out = rig.add_midi_output();
  Listener listener;
  const NodeId node = rig.add(listener.toy);
  rig.connect_notes({in}, {node, 1});
  rig.connect_notes({in}, {out});
  rig.publish();
  rig.cycle(64);
  rig.graph.note_edges.clear();
  rig.publish();
  rig.cycle(64);
  REQUIRE(listener.heard.size() == 1);
  CHECK(listener.heard[0].type == CLAP_EVENT_NOTE_CHOKE);
  CHECK(listener.heard[0].frame == 64);
  CHECK(listener.heard[0].port == 1);
  CHECK(rig.port(out).messages.size() == 16);
  rig.cycle(64);
  CHECK(listener.heard.size() == 1);
  CHECK(rig.port(out).messages.empty());
}

}  // namespace

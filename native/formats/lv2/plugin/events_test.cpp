// MIDI, patch messages and the transport, in our own host.
#include <algorithm>

#include <doctest/doctest.h>

#include "formats/lv2/plugin/test_plugin.hpp"

namespace {

using namespace omx;
using namespace omx::lv2;

constexpr std::uint32_t frames = 128;
constexpr char title[] = "urn:plugin-hostd:fixture:events#title";
constexpr char file[] = "urn:plugin-hostd:fixture:events#file";
constexpr char level[] = "urn:plugin-hostd:fixture:events#level";

std::unique_ptr<ClapInstance> activated(const ClapInstanceOptions& options = {}) {
  auto instance = load_lv2("events", options);
  REQUIRE(instance->activate(48000, frames).has_value());
  return instance;
}

void push_midi(RtEventList& events, std::uint32_t time, std::uint8_t status, std::uint8_t a, std::uint8_t b) {
  clap_event_midi_t event{};
  event.header = {sizeof event, time, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_MIDI, 0};
  event.data[0] = status;
  event.data[1] = a;
  event.data[2] = b;
  events.push(event.header);
}

void push_note(
    RtEventList& events, std::uint16_t type, std::uint32_t time, std::int16_t key, double velocity) {
  clap_event_note_t event{};
  event.header = {sizeof event, time, CLAP_CORE_EVENT_SPACE_ID, type, 0};
  event.note_id = -1;
  event.channel = 3;
  event.key = key;
  event.velocity = velocity;
  events.push(event.header);
}

const omx_clap_lv2_plugin& own(ClapInstance& instance) {
  const clap_plugin_t* const plugin = instance.rt().plugin;
  return *static_cast<const omx_clap_lv2_plugin*>(plugin->get_extension(plugin, OMX_CLAP_LV2_EXTENSION));
}

std::string property(ClapInstance& instance, const char* uri) {
  char text[64];
  return own(instance).get_property(instance.rt().plugin, uri, text, sizeof text) ? text : "?";
}

}  // namespace

TEST_CASE("atom ports that take MIDI are note ports, and MIDI is what they want") {
  const auto instance = load_lv2("events");
  REQUIRE(instance->ports().note_inputs.size() == 1);
  CHECK(instance->ports().note_inputs[0].dialect == NoteDialect::midi);
  CHECK(instance->ports().note_inputs[0].name == "In");
  REQUIRE(instance->ports().note_outputs.size() == 1);
}

TEST_CASE("a note on frame k sounds from frame k on, and comes out at k") {
  const auto instance = activated();
  TestBlocks blocks(*instance, frames);
  blocks.run(true, [](RtEventList& events) {
    push_midi(events, 17, 0x90, 60, 100);
    push_midi(events, 100, 0x80, 60, 0);
    push_midi(events, 101, 0xC5, 7, 0);
  });
  CHECK(blocks.outputs[0][16] == 0);
  CHECK(blocks.outputs[0][17] == 1);
  CHECK(blocks.outputs[0][18] == 0);
  const RtEventList& out = instance->rt().out_events;
  std::vector<std::pair<std::uint32_t, int>> midi;
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    if (out[i].header.type == CLAP_EVENT_MIDI) midi.emplace_back(out[i].header.time, out[i].midi.data[0]);
  }
  CHECK(midi == std::vector<std::pair<std::uint32_t, int>>{{17, 0x90}, {100, 0x80}, {101, 0xC5}});
  blocks.stop();
}

TEST_CASE("CLAP's notes arrive as MIDI") {
  const auto instance = activated();
  TestBlocks blocks(*instance, frames);
  blocks.run(true, [](RtEventList& events) {
    push_note(events, CLAP_EVENT_NOTE_ON, 5, 64, 0.5);
    push_note(events, CLAP_EVENT_NOTE_ON, 6, 65, 0.0);  // 0 is a velocity, not an off
    push_note(events, CLAP_EVENT_NOTE_OFF, 7, 64, 0.0);
    push_note(events, CLAP_EVENT_NOTE_CHOKE, 8, -1, 0.0);
  });
  const RtEventList& out = instance->rt().out_events;
  std::vector<std::array<int, 4>> midi;
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const clap_event_midi_t& event = out[i].midi;
    if (out[i].header.type == CLAP_EVENT_MIDI)
      midi.push_back({static_cast<int>(event.header.time), event.data[0], event.data[1], event.data[2]});
  }
  // 0.5 of 127 is 63.5, which rounds to 64.
  CHECK(
      midi == std::vector<std::array<int, 4>>{
                  {5, 0x93, 64, 64}, {6, 0x93, 65, 1}, {7, 0x83, 64, 0}, {8, 0xB3, 120, 0}});
  blocks.stop();
}

TEST_CASE("notes keep their frames when a parameter splits the block") {
  const auto instance = activated();
  TestBlocks blocks(*instance, frames);
  REQUIRE(instance->set_param(param_id_of("gain"), 2, 64).has_value());
  blocks.run(true, [](RtEventList& events) {
    push_midi(events, 10, 0x90, 60, 100);
    push_midi(events, 64, 0x90, 61, 100);
    push_midi(events, 127, 0x90, 62, 100);
  });
  CHECK(blocks.outputs[0][10] == 1);
  CHECK(blocks.outputs[0][64] == 2);
  CHECK(blocks.outputs[0][127] == 2);
  CHECK(std::ranges::count(blocks.outputs[0], 0.0f) == frames - 3);
  blocks.stop();
}

TEST_CASE("system exclusive messages pass whole") {
  const auto instance = activated();
  TestBlocks blocks(*instance, frames);
  static const std::uint8_t bytes[] = {0xF0, 1, 2, 3, 4, 5, 0xF7};
  blocks.run(true, [](RtEventList& events) {
    clap_event_midi_sysex_t event{};
    event.header = {sizeof event, 9, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_MIDI_SYSEX, 0};
    event.buffer = bytes;
    event.size = sizeof bytes;
    events.push(event.header);
  });
  const RtEventList& out = instance->rt().out_events;
  REQUIRE(out.size() > 0);
  REQUIRE(out[0].header.type == CLAP_EVENT_MIDI_SYSEX);
  CHECK(out[0].header.time == 9);
  REQUIRE(out[0].sysex.size == sizeof bytes);
  CHECK(std::equal(bytes, bytes + sizeof bytes, out[0].sysex.buffer));
  blocks.stop();
}

TEST_CASE("event ports have the size that they ask for") {
  const auto instance = activated();
  TestBlocks blocks(*instance, frames);
  blocks.run();
  CHECK(value_of(*instance, "capacity") >= 65536 - 8);  // the atom's own head does not count
  blocks.stop();
}

TEST_CASE("numeric properties are parameters, set at their very frame") {
  const auto instance = activated();
  const ClapParam* const param = instance->param(param_id_of(level));
  REQUIRE(param != nullptr);
  CHECK(param->name == "Level");
  CHECK(param->max == 10);
  TestBlocks blocks(*instance, frames);
  REQUIRE(instance->set_param(param->id, 5, 33).has_value());
  blocks.run(true, [](RtEventList& events) {
    push_midi(events, 32, 0x90, 60, 100);
    push_midi(events, 34, 0x90, 60, 100);
  });
  CHECK(blocks.outputs[0][32] == 1);
  CHECK(blocks.outputs[0][34] == 5);
  CHECK(value_of(*instance, level) == 5);
  blocks.stop();
}

TEST_CASE("texts go through the extension, and the plugin is asked for them") {
  const auto instance = activated();
  const clap_plugin_t* const plugin = instance->rt().plugin;
  const omx_clap_lv2_plugin& extension = own(*instance);
  REQUIRE(extension.property_count(plugin) == 2);
  CHECK(std::string(extension.property_uri(plugin, 0)) == file);
  CHECK(std::string(extension.property_uri(plugin, 1)) == title);
  TestBlocks blocks(*instance, frames);
  CHECK(property(*instance, title) == "?");
  blocks.run();
  CHECK(property(*instance, title) == "untitled");
  CHECK(extension.set_property(plugin, title, "A song"));
  CHECK(extension.set_property(plugin, file, "/tmp/a b#c.wav"));
  CHECK_FALSE(extension.set_property(plugin, level, "1"));
  CHECK_FALSE(extension.set_property(plugin, "urn:nothing", "1"));
  blocks.run();
  CHECK(property(*instance, title) == "A song");
  CHECK(property(*instance, file) == "/tmp/a b#c.wav");
  blocks.stop();
}

TEST_CASE("properties outlive another sample rate and go into the state") {
  const auto instance = load_lv2("events");
  REQUIRE(instance->set_param(param_id_of(level), 4).has_value());
  REQUIRE(instance->activate(48000, frames).has_value());
  const auto level_heard = [](ClapInstance& in) {
    TestBlocks blocks(in, frames);
    blocks.run(true, [](RtEventList& events) { push_midi(events, 3, 0x90, 60, 100); });
    blocks.stop();
    return blocks.outputs[0][3];
  };
  CHECK(level_heard(*instance) == 4);
  CHECK(own(*instance).set_property(instance->rt().plugin, title, "Kept"));
  instance->deactivate();
  REQUIRE(instance->activate(44100, frames).has_value());
  CHECK(level_heard(*instance) == 4);
  CHECK(property(*instance, title) == "Kept");
  const auto state = instance->save_state();
  REQUIRE(state.has_value());
  const auto other = activated();
  REQUIRE(other->load_state(state.value()).has_value());
  CHECK(level_heard(*other) == 4);
  CHECK(property(*other, title) == "Kept");
}

TEST_CASE("the position is told when it is news") {
  const auto instance = activated();
  TestBlocks blocks(*instance, frames);
  clap_event_transport_t transport{};
  transport.header = {sizeof transport, 0, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_TRANSPORT, 0};
  transport.flags = CLAP_TRANSPORT_HAS_TEMPO | CLAP_TRANSPORT_HAS_TIME_SIGNATURE |
                    CLAP_TRANSPORT_HAS_SECONDS_TIMELINE | CLAP_TRANSPORT_IS_PLAYING;
  transport.tempo = 120;
  transport.tsig_num = 6;
  transport.tsig_denom = 8;  // eighths: twice as many beats as quarters
  instance->rt().process.transport = &transport;
  blocks.run();
  CHECK(value_of(*instance, "tempo") == 240);
  CHECK(value_of(*instance, "positions") == 1);
  transport.song_pos_seconds = CLAP_SECTIME_FACTOR * frames / 48000;  // where the first block ended
  blocks.run();
  CHECK(value_of(*instance, "positions") == 1);
  transport.song_pos_seconds = CLAP_SECTIME_FACTOR * 10;  // a jump
  blocks.run();
  CHECK(value_of(*instance, "positions") == 2);
  transport.tempo = 90;
  transport.song_pos_seconds += CLAP_SECTIME_FACTOR * frames / 48000;
  blocks.run();
  CHECK(value_of(*instance, "positions") == 3);
  CHECK(value_of(*instance, "tempo") == 180);
  blocks.stop();
}

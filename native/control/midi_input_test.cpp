#include <doctest/doctest.h>

#include <vector>

#include "control/midi_input.hpp"
#include "drivers/file_stage.hpp"

using namespace omx;

namespace {

constexpr std::uint32_t block_frames = 16;

struct Bench {
  ControlWake wake;
  DriverFactory drivers{DriverKind::file, 48000, block_frames, {[this] { wake.ring(); }, [] {}}};
  std::unique_ptr<MidiInput> input = MidiInput::open(drivers, wake, "box").value();

  std::vector<std::vector<std::uint8_t>> take_all() {
    std::vector<std::vector<std::uint8_t>> taken;
    RtShortMidi message;
    while (input->take(message))
      taken.emplace_back(message.bytes.begin(), message.bytes.begin() + message.size_bytes);
    return taken;
  }
  void play(std::vector<FileMidi> notes) {
    FileStage& stage = *drivers.stage();
    stage.set_input(48000, 1);
    stage.set_notes(std::move(notes));
    REQUIRE(stage.connect("file:events_1", "box:midi_in"));
    REQUIRE(stage.order());
    stage.play(0);
  }
};

}  // namespace

TEST_CASE("a MIDI input hands over messages of channels in their order, and no others") {
  Bench bench;
  CHECK(bench.input->port_name() == "box:midi_in");
  bench.play(
      {{0, 3, {0xB0, 7, 100}},
       {3, 5, {0xF0, 1, 2, 3, 0xF7}},
       {3, 2, {0xC1, 5}},
       {9, 1, {0xF8}},
       {15, 3, {0xE2, 0, 64}}});
  CHECK(bench.take_all() == std::vector<std::vector<std::uint8_t>>{{0xB0, 7, 100}, {0xC1, 5}, {0xE2, 0, 64}});
  CHECK(bench.take_all().empty());
}

TEST_CASE("a name that is taken is refused") {
  Bench bench;
  CHECK(MidiInput::open(bench.drivers, bench.wake, "box").error().code == ErrorCode::audio_client);
}

#include <array>
#include <cstdio>
#include <fstream>

#include <doctest/doctest.h>
#include <unistd.h>

#include "drivers/driver.hpp"
#include "drivers/file_stage.hpp"

using namespace omx;

namespace {

const DriverHooks no_hooks{[] {}, [] {}};

/// Passes each input on to the output of the same index, with a gain.
class GainRunner final : public RtCycleRunner {
public:
  GainRunner(RtPortHandle input, RtPortHandle output, float gain)
      : input_(input), output_(output), gain_(gain) {}

  void run(const RtCycle& cycle) noexcept OMX_RT override {
    const float* const in = cycle.ports->audio(input_, cycle.frames);
    float* const out = cycle.ports->audio(output_, cycle.frames);
    for (std::uint32_t i = 0; i < cycle.frames; ++i) out[i] = in[i] * gain_;
  }

private:
  const RtPortHandle input_;
  const RtPortHandle output_;
  const float gain_;
};

struct Client {
  std::unique_ptr<Driver> driver;
  RtPortHandle input;
  RtPortHandle output;
  GainRunner runner;

  Client(FileStage& stage, const std::string& name, float gain, std::uint32_t latency_frames)
      : driver(stage.add_client(name, no_hooks)),
        input(driver->register_port(DriverPortKind::audio_input, "in", "").value()),
        output(driver->register_port(DriverPortKind::audio_output, "out", "").value()),
        runner(input, output, gain) {
    driver->set_latencies(
        {{output, latency_frames, latency_frames, {input}},
         {input, latency_frames, latency_frames, {output}}});
    REQUIRE(driver->start(runner));
  }
};

}  // namespace

TEST_CASE("clients run in the order of their connections, and sums add up") {
  FileStage stage(48000, 4);
  stage.set_input(48000, 2);
  Client last(stage, "last", 10.0f, 3);
  Client first(stage, "first", 2.0f, 5);
  REQUIRE(stage.connect("file:in_1", "first:in"));
  REQUIRE(stage.connect("first:out", "last:in"));
  REQUIRE(stage.connect("file:in_2", "last:in"));
  REQUIRE(stage.connect("last:out", "file:out_2"));
  REQUIRE(stage.order());
  stage.input_channels()[0]->samples = {1, 2, 3, 4};
  stage.input_channels()[1]->samples = {0.5f, 0, 0, 0};
  stage.play(0);
  const auto outputs = stage.output_channels();
  REQUIRE(outputs.size() == 2);
  CHECK(outputs[0]->current[0] == 0.0f);
  CHECK(outputs[1]->current[0] == 25.0f);  // (1·2 + 0.5)·10
  CHECK(outputs[1]->current[3] == 80.0f);
  CHECK(outputs[1]->latency_frames == 8);
  CHECK(outputs[0]->latency_frames == 0);
}

TEST_CASE("a cycle, an absent port and a wrong direction are refused") {
  FileStage stage(48000, 4);
  stage.set_input(48000, 1);
  Client a(stage, "a", 1.0f, 0);
  Client b(stage, "b", 1.0f, 0);
  REQUIRE(stage.connect("a:out", "b:in"));
  CHECK(stage.connect("b:out", "a:in").error().detail == "the clients would form a cycle");
  CHECK(stage.connect("file:in_2", "a:in").error().detail == "there is no port file:in_2");
  CHECK(stage.connect("a:in", "b:in").error().code == ErrorCode::connect_failed);
  CHECK(stage.connect("a:out", "b:in"));
  CHECK(stage.disconnect("a:out", "b:in"));
  CHECK(stage.disconnect("a:out", "b:in").error().code == ErrorCode::disconnect_failed);
  CHECK(stage.output_channels().empty());
}

TEST_CASE("another input file may have fewer channels and another rate") {
  FileStage stage(48000, 4);
  stage.set_input(48000, 2);
  Client a(stage, "a", 1.0f, 0);
  REQUIRE(stage.connect("file:in_2", "a:in"));
  stage.set_input(44100, 1);
  CHECK(stage.input_channels().size() == 1);
  CHECK(a.driver->take_news().block_changed);
  CHECK(a.driver->sample_rate_hz() == 44100);
  a.driver.reset();
  CHECK_FALSE(stage.has_client("a"));
}

namespace {

/// Passes messages on, and notes the frames at which they came.
class NoteRunner final : public RtCycleRunner {
public:
  NoteRunner(RtPortHandle input, RtPortHandle output) : input_(input), output_(output) {}

  void run(const RtCycle& cycle) noexcept OMX_RT override {
    cycle.ports->midi_clear(output_, cycle.frames);
    const std::uint32_t count = cycle.ports->midi_count(input_, cycle.frames);
    for (std::uint32_t i = 0; i < count; ++i) {
      RtMidi midi{};
      if (!cycle.ports->midi_read(input_, cycle.frames, i, midi)) return;
      if (heard < frames.size()) frames[heard++] = cycle.frame_time + midi.time_frames;
      cycle.ports->midi_write(output_, cycle.frames, midi);
    }
  }

  std::array<std::uint32_t, 8> frames{};
  std::size_t heard = 0;

private:
  const RtPortHandle input_;
  const RtPortHandle output_;
};

}  // namespace

TEST_CASE("notes come at their frames, through clients in a row") {
  FileStage stage(48000, 4);
  stage.set_notes({{0, 3, {0x90, 60, 100}}, {5, 3, {0x80, 60, 0}}, {7, 3, {0x90, 62, 1}}});
  const auto first = stage.add_client("first", no_hooks);
  const auto second = stage.add_client("second", no_hooks);
  const auto ports = [](Driver& driver) {
    return NoteRunner(
        driver.register_port(DriverPortKind::midi_input, "in", "").value(),
        driver.register_port(DriverPortKind::midi_output, "out", "").value());
  };
  NoteRunner first_runner = ports(*first);
  NoteRunner second_runner = ports(*second);
  REQUIRE(first->start(first_runner));
  REQUIRE(second->start(second_runner));
  REQUIRE(stage.connect("file:events_1", "first:in"));
  REQUIRE(stage.connect("first:out", "second:in"));
  CHECK(!stage.connect("file:events_1", "file:out_1"));
  for (std::uint32_t block = 0; block < 3; ++block) stage.play(block * 4);
  CHECK(first_runner.heard == 3);
  REQUIRE(second_runner.heard == 3);
  CHECK(second_runner.frames[0] == 0);
  CHECK(second_runner.frames[1] == 5);
  CHECK(second_runner.frames[2] == 7);
}

TEST_CASE("notes are read from lines, and what is none is refused") {
  const std::string path = "/tmp/omx-notes-" + std::to_string(getpid());
  std::ofstream(path) << "96 80 3c 00\n\n48 90 3C 64\n";
  const auto notes = read_notes(path);
  REQUIRE(notes);
  REQUIRE(notes.value().size() == 2);
  CHECK(notes.value()[0].frame == 48);
  CHECK(notes.value()[0].size_bytes == 3);
  CHECK(notes.value()[0].bytes[1] == 60);
  for (const char* const wrong :
       {"x 90 3c 64", "5", "5 3c", "5 90 zz", "5 90 123", "5 90 1 2 3 4 5 6 7 8 9 a b c d"}) {
    std::ofstream(path) << wrong << "\n";
    CAPTURE(wrong);
    CHECK(read_notes(path).error().code == ErrorCode::file_format);
  }
  std::remove(path.c_str());
  CHECK(read_notes(path).error().code == ErrorCode::file_unreadable);
}

#include <doctest/doctest.h>

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

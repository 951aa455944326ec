#include <doctest/doctest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "bridge/control_wake.hpp"
#include "control/rack.hpp"
#include "drivers/file_stage.hpp"

using namespace omx;

namespace {

constexpr std::uint32_t block_frames = 16;

std::string fixture(const std::string& name) {
  return std::string("clap:") + OMX_FIXTURES_DIR + "/" + name + ".clap";
}

/// A rack of file drivers: nothing runs by itself, so every edit is settled when the call returns.
struct Bench {
  std::string status_path = "/tmp/omx-rack-test-" + std::to_string(getpid()) + ".status";
  std::unique_ptr<StatusPageFile> status = StatusPageFile::create(status_path).value();
  ControlWake wake;
  DriverFactory drivers{DriverKind::file, 48000, block_frames, {[this] { wake.ring(); }, [] {}}};
  RackListener listener;
  Rack rack{*status, wake, drivers, listener};

  Bench() { drivers.stage()->set_input(48000, 2); }
  ~Bench() { status->remove(); }

  Status add(const std::string& name, std::uint32_t number, const std::string& client = "chain") {
    return rack.add(fixture(name), number, client, InstanceLayout::native);
  }
  void set(std::uint32_t instance, clap_id id, double value) {
    REQUIRE(rack.find(instance)->set_param(id, value));
  }
  void connect(const std::string& from, const std::string& to, float gain = 1.0f) {
    const Status connected = rack.connect(from, to, gain);
    REQUIRE_MESSAGE(connected.has_value(), from << " " << to);
  }
  /// Plays a block of two constant channels; returns the last sample of each output.
  std::vector<float> play(float left, float right) {
    FileStage& stage = *drivers.stage();
    const auto inputs = stage.input_channels();
    std::ranges::fill(inputs[0]->samples, left);
    std::ranges::fill(inputs[1]->samples, right);
    stage.play(0);
    std::vector<float> last;
    for (const FilePort* const port : stage.output_channels())
      last.push_back(port->current[block_frames - 1]);
    return last;
  }
};

}  // namespace

TEST_CASE("what cannot be added says why and leaves nothing") {
  Bench bench;
  CHECK(bench.add("gain", 9991).error().code == ErrorCode::invalid_instance);
  CHECK(bench.add("no-such-file", 0).error().code == ErrorCode::plugin_not_found);
  CHECK(
      bench.rack.add("/plain/path", 0, "chain", InstanceLayout::native).error().code ==
      ErrorCode::plugin_not_found);
  CHECK(bench.add("activate-fails", 0).error().code == ErrorCode::plugin_failed);
  CHECK(bench.rack.clients().empty());
  REQUIRE(bench.add("gain", 0));
  CHECK(bench.add("gain", 0).error().code == ErrorCode::instance_exists);
  CHECK(bench.add("gain", 1, "file").error().code == ErrorCode::audio_client);
}

TEST_CASE("edges carry gains, parallel ones add up, and connecting again changes the gain") {
  Bench bench;
  REQUIRE(bench.add("gain", 0));
  REQUIRE(bench.add("gain", 1));
  bench.set(0, 1, 2.0);
  bench.connect("file:in_1", "effect_0:in1_1");
  bench.connect("file:in_2", "effect_0:in1_2");
  bench.connect("effect_0:out1_1", "effect_1:in1_1", 0.5f);
  bench.connect("effect_0:out1_2", "effect_1:in1_1");
  bench.connect("effect_1:out1_1", "file:out_1");
  CHECK(bench.play(1, 3) == std::vector<float>{7});  // (1·0.5 + 3)·2
  bench.connect("effect_0:out1_1", "effect_1:in1_1", 1.0f);
  CHECK(bench.play(1, 3) == std::vector<float>{8});
  REQUIRE(bench.rack.disconnect("effect_0:out1_2", "effect_1:in1_1"));
  CHECK(bench.play(1, 3) == std::vector<float>{2});
  CHECK(
      bench.rack.disconnect("effect_0:out1_2", "effect_1:in1_1").error().code ==
      ErrorCode::disconnect_failed);
}

TEST_CASE("collected edits are heard at commit, not before") {
  Bench bench;
  REQUIRE(bench.add("gain", 0));
  bench.connect("file:in_1", "effect_0:in1_1");
  bench.connect("effect_0:out1_1", "file:out_1");
  REQUIRE(bench.rack.begin());
  CHECK_FALSE(bench.rack.begin());
  REQUIRE(bench.add("gain", 1));
  bench.set(1, 1, 4.0);
  REQUIRE(bench.rack.disconnect("effect_0:out1_1", "file:out_1"));
  bench.connect("effect_0:out1_1", "effect_1:in1_1");
  bench.connect("effect_1:out1_1", "file:out_1");
  CHECK(bench.play(1, 0) == std::vector<float>{1});
  bool heard = false;
  bench.rack.commit([&](const Status& outcome) { heard = outcome.has_value(); });
  CHECK(heard);
  CHECK(bench.play(1, 0) == std::vector<float>{4});
}

TEST_CASE("a removed instance takes its connections and frees its number and its client") {
  Bench bench;
  REQUIRE(bench.add("gain", 0, "effect_0"));
  bench.connect("effect_0:out1_1", "file:out_1");
  CHECK(bench.rack.find_client("effect_0")->find_exposed({0, *parse_symbol("in1_2")}) != nullptr);
  bool gone = false;
  bench.rack.remove(0, [&](const Status&) { gone = true; });
  CHECK(gone);
  CHECK(bench.rack.clients().empty());
  CHECK(bench.drivers.stage()->output_channels().empty());
  REQUIRE(bench.add("gain", 0, "effect_0"));
  bench.rack.remove(7, [&](const Status& outcome) { CHECK(outcome.has_value()); });
}

TEST_CASE("bypass and deactivation pass the dry signal") {
  Bench bench;
  REQUIRE(bench.add("gain", 0));
  bench.set(0, 1, 4.0);
  bench.connect("file:in_1", "effect_0:in1_1");
  bench.connect("effect_0:out1_1", "file:out_1");
  CHECK(bench.play(1, 0) == std::vector<float>{4});
  bench.rack.set_bypassed(*bench.rack.find(0), true);
  CHECK(bench.play(1, 0) == std::vector<float>{1});
  bench.rack.set_bypassed(*bench.rack.find(0), false);
  REQUIRE(bench.rack.set_active(*bench.rack.find(0), false));
  CHECK_FALSE(bench.rack.find(0)->plugin().active());
  CHECK(bench.play(1, 0) == std::vector<float>{1});
  REQUIRE(bench.rack.set_active(*bench.rack.find(0), true));
  CHECK(bench.play(1, 0) == std::vector<float>{4});
}

TEST_CASE("an open side chain is silence, or the main input when that is asked for") {
  Bench bench;
  REQUIRE(bench.add("sidechain", 0));
  bench.connect("file:in_1", "effect_0:in1_1");
  bench.connect("effect_0:out1_1", "file:out_1");
  CHECK(bench.play(3, 5) == std::vector<float>{0});
  bench.rack.set_side_chain(*bench.rack.find(0), SideChainSource::main);
  CHECK(bench.play(3, 5) == std::vector<float>{9});
  bench.connect("file:in_2", "effect_0:in2_1");
  CHECK(bench.play(3, 5) == std::vector<float>{15});
}

TEST_CASE("an edge that closes a cycle is heard one period later") {
  Bench bench;
  REQUIRE(bench.add("gain", 0));
  REQUIRE(bench.add("gain", 1));
  bench.connect("file:in_1", "effect_0:in1_1");
  bench.connect("effect_0:out1_1", "effect_1:in1_1");
  bench.connect("effect_1:out1_1", "effect_0:in1_1", 0.5f);
  bench.connect("effect_1:out1_1", "file:out_1");
  CHECK(bench.play(1, 0) == std::vector<float>{1});
  CHECK(bench.play(1, 0) == std::vector<float>{1.5f});
  CHECK(bench.play(1, 0) == std::vector<float>{1.75f});
}

TEST_CASE("a mono plugin in two copies has one set of parameters and twice the channels") {
  Bench bench;
  REQUIRE(bench.rack.add(fixture("mono-gain"), 0, "chain", InstanceLayout::dual));
  bench.set(0, 1, 3.0);
  bench.connect("file:in_1", "effect_0:in1_1");
  bench.connect("file:in_2", "effect_0:in1_2");
  bench.connect("effect_0:out1_1", "file:out_1");
  bench.connect("effect_0:out1_2", "file:out_2");
  CHECK(bench.play(1, 2) == std::vector<float>{3, 6});
  CHECK_FALSE(bench.rack.find(0)->has(*parse_symbol("in1_3")));
}

TEST_CASE("wrong ends are refused") {
  Bench bench;
  REQUIRE(bench.add("gain", 0));
  CHECK(bench.rack.connect("effect_0:in1_1", "effect_0:in1_2", 1).error().code == ErrorCode::connect_failed);
  CHECK(bench.rack.connect("effect_0:out1_9", "file:out_1", 1).error().code == ErrorCode::connect_failed);
  CHECK(bench.rack.connect("file:in_9", "effect_0:in1_1", 1).error().code == ErrorCode::connect_failed);
  CHECK(bench.rack.clients().front()->exposed().empty());
  CHECK(bench.rack.expose("system:capture_1").error().code == ErrorCode::connect_failed);
}

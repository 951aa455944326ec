// Whole blocks, without a host around them: under RealtimeSanitizer nothing here may block.
#include <array>
#include <vector>

#include <doctest/doctest.h>

#include "formats/clap/process/rt_event_list.hpp"
#include "formats/lv2/process/rt_lv2.hpp"
#include "formats/lv2/process/rt_object.hpp"

namespace {

using namespace omx;
using namespace omx::lv2;

constexpr std::uint32_t frames = 64;
constexpr LV2_URID midi_type = 3;

/// Multiplies its input by a control, and passes events through.
struct Gain {
  std::array<void*, 5> ports{};
  int runs = 0;

  void run(std::uint32_t count) {
    ++runs;
    for (std::uint32_t i = 0; i < count; ++i)
      static_cast<float*>(ports[1])[i] = static_cast<float*>(ports[0])[i] * *static_cast<float*>(ports[2]);
    auto* const in = static_cast<LV2_Atom_Sequence*>(ports[3]);
    std::memcpy(ports[4], in, sizeof(LV2_Atom) + in->atom.size);
  }
};

const LV2_Descriptor gain_descriptor{
    "urn:gain",
    nullptr,
    [](LV2_Handle self, std::uint32_t port, void* data) { static_cast<Gain*>(self)->ports[port] = data; },
    nullptr,
    [](LV2_Handle self, std::uint32_t count) { static_cast<Gain*>(self)->run(count); },
    nullptr,
    nullptr,
    nullptr};

RtEventPort event_port(std::uint32_t index) {
  RtEventPort port;
  port.port = index;
  port.notes = 0;
  port.capacity_bytes = 1024;
  port.memory = std::make_unique<std::uint64_t[]>(128);
  return port;
}

struct Rig {
  Rig() {
    p.descriptor = &gain_descriptor;
    p.handle = &gain;
    p.inputs = {{0, 0, 0}};
    p.outputs = {{1, 0, 0}};
    p.controls = {0, 0, 1, 0, 0};
    p.params[0].id = 9;
    p.params[0].port = &p.controls[2];
    p.params[0].range.max = 10;
    p.urids.sequence = 1;
    p.urids.chunk = 2;
    p.urids.midi_event = midi_type;
    p.event_inputs.push_back(event_port(3));
    p.event_outputs.push_back(event_port(4));
    p.max_frames = frames;
    p.silence.assign(frames, 0);
    p.nowhere.assign(frames, 0);
    p.copies.assign(frames, 0);
    gain.ports = {nullptr, nullptr, &p.controls[2], p.event_inputs[0].buffer(), p.event_outputs[0].buffer()};
    block.frames_count = frames;
    block.audio_inputs = &in_bus;
    block.audio_outputs = &out_bus;
    block.audio_inputs_count = 1;
    block.audio_outputs_count = 1;
    block.in_events = in.input();
    block.out_events = out.output();
  }

  void push_param(std::uint32_t time, double value) {
    clap_event_param_value_t event{};
    event.header = {sizeof event, time, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_PARAM_VALUE, 0};
    event.param_id = 9;
    event.note_id = -1;
    event.key = -1;
    event.value = value;
    in.push(event.header);
  }
  void push_midi(std::uint32_t time) {
    clap_event_midi_t event{};
    event.header = {sizeof event, time, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_MIDI, 0};
    event.data[0] = 0x90;
    in.push(event.header);
  }

  Gain gain;
  RtLv2 p{1, 64};
  RtEventList in;
  RtEventList out;
  std::vector<float> input = std::vector<float>(frames, 1.0f);
  std::vector<float> output = std::vector<float>(frames, 9.0f);
  float* in_channel = input.data();
  float* out_channel = output.data();
  clap_audio_buffer_t in_bus{&in_channel, nullptr, 1, 0, 0};
  clap_audio_buffer_t out_bus{&out_channel, nullptr, 1, 0, 0};
  clap_process_t block{};
};

}  // namespace

TEST_CASE("a block with a change and notes in it, piece by piece") {
  Rig rig;
  rig.push_midi(5);
  rig.push_param(40, 3);
  rig.push_midi(41);
  CHECK(rt_lv2_process(rig.p, rig.block) == CLAP_PROCESS_CONTINUE);
  CHECK(rig.gain.runs == 2);
  CHECK(rig.output[31] == 1);
  CHECK(rig.output[32] == 3);
  REQUIRE(rig.out.size() == 2);
  CHECK(rig.out[0].header.time == 5);
  CHECK(rig.out[1].header.time == 41);
}

TEST_CASE("an output that shares the input's memory gets a copy to read from") {
  Rig rig;
  rig.p.controls[2] = 2;
  rig.out_channel = rig.input.data();
  rt_lv2_process(rig.p, rig.block);
  CHECK(rig.input[10] == 2);
  CHECK(rig.gain.ports[0] == rig.p.copies.data());
}

TEST_CASE("while the gate is shut there is silence, and the plugin is left alone") {
  Rig rig;
  REQUIRE(rig.p.gate.try_shut());
  CHECK(rt_lv2_process(rig.p, rig.block) == CLAP_PROCESS_CONTINUE);
  CHECK(rig.output[0] == 0);
  CHECK(rig.gain.runs == 0);
  rig.p.gate.reopen();
  rt_lv2_process(rig.p, rig.block);
  CHECK(rig.output[0] == 1);
}

TEST_CASE("more frames than the maximum, or no plugin, is an error") {
  Rig rig;
  rig.block.frames_count = frames + 1;
  CHECK(rt_lv2_process(rig.p, rig.block) == CLAP_PROCESS_ERROR);
  rig.block.frames_count = frames;
  rig.p.handle = nullptr;
  CHECK(rt_lv2_process(rig.p, rig.block) == CLAP_PROCESS_ERROR);
}

TEST_CASE("values set on control are there in the next block") {
  Rig rig;
  rig.p.params.set_from_control(rig.p.params[0], 4);
  rt_lv2_process(rig.p, rig.block);
  CHECK(rig.output[0] == 4);
}

TEST_CASE("events that do not fit are counted") {
  Rig rig;
  for (std::uint32_t i = 0; i < 60; ++i) rig.push_midi(i);  // 24 bytes each, and 1024 in all
  rt_lv2_process(rig.p, rig.block);
  CHECK(rig.out.size() == 41);
  CHECK(rig.p.lost_events == 60 - 41);
}

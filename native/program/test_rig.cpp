#include "program/test_rig.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace omx::rig {

namespace {

Toy& toy_of(const clap_plugin_t* plugin) {
  return *static_cast<Toy*>(plugin->plugin_data);
}

const void* no_extension(const clap_plugin_t*, const char*) {
  return nullptr;
}

std::vector<ClapAudioPort> audio_ports(const std::vector<std::uint32_t>& channels, bool in_place) {
  std::vector<ClapAudioPort> ports;
  for (std::uint32_t i = 0; i < channels.size(); ++i) {
    ports.push_back({.id = i, .name = "", .channels = channels[i], .main = i == 0, .in_place_pair = {}});
    if (in_place && i == 0) ports.back().in_place_pair = 0;
  }
  return ports;
}

std::vector<ClapNotePort> note_ports(std::uint32_t count, NoteDialect dialect) {
  std::vector<ClapNotePort> ports;
  for (std::uint32_t i = 0; i < count; ++i) ports.push_back({i, "", dialect});
  return ports;
}

}  // namespace

Toy::Toy(Shape its_shape, Process its_process)
    : shape(std::move(its_shape)), process(std::move(its_process)) {
  plugin_ = {
      nullptr,
      this,
      [](const clap_plugin_t*) { return true; },
      [](const clap_plugin_t*) {},
      [](const clap_plugin_t*, double, std::uint32_t, std::uint32_t) { return true; },
      [](const clap_plugin_t*) {},
      [](const clap_plugin_t* p) { return ++toy_of(p).starts > 0; },
      [](const clap_plugin_t* p) { ++toy_of(p).stops; },
      [](const clap_plugin_t* p) {
        ++toy_of(p).resets;
        toy_of(p).forget();
      },
      [](const clap_plugin_t* p, const clap_process_t* block) {
        ++toy_of(p).blocks;
        return toy_of(p).process(*block);
      },
      no_extension,
      [](const clap_plugin_t*) {}};
  rt_ = std::make_unique<RtPlugin>(&plugin_, RtPluginShape{shape.inputs, shape.outputs, {}});
  instance.copies[0] = rt_.get();
  instance.status = &status;
}

GraphNode Toy::node(NodeId id) const {
  GraphNode node;
  node.id = id;
  node.instance = &instance;
  node.latency_frames = shape.latency_frames;
  node.ports.audio_inputs = audio_ports(shape.inputs, shape.in_place);
  node.ports.audio_outputs = audio_ports(shape.outputs, shape.in_place);
  node.ports.note_inputs = note_ports(shape.note_inputs, shape.dialect);
  node.ports.note_outputs = note_ports(shape.note_outputs, shape.dialect);
  return node;
}

Toy::Process gain(float factor) {
  return [factor](const clap_process_t& block) {
    for (std::uint32_t c = 0; c < block.audio_outputs[0].channel_count; ++c) {
      for (std::uint32_t i = 0; i < block.frames_count; ++i) {
        block.audio_outputs[0].data32[c][i] = block.audio_inputs[0].data32[c][i] * factor;
      }
    }
    return CLAP_PROCESS_CONTINUE;
  };
}

std::unique_ptr<Toy> delaying_toy(std::uint32_t latency_frames, float factor, std::uint32_t channels) {
  struct Memory {
    std::vector<Samples> rings;
    std::vector<std::size_t> positions;
  };
  auto memory = std::make_shared<Memory>();
  memory->rings.assign(channels, Samples(latency_frames + 1, 0));
  memory->positions.assign(channels, 0);
  const auto process = [memory, factor](const clap_process_t& block) {
    for (std::uint32_t c = 0; c < block.audio_outputs[0].channel_count; ++c) {
      Samples& ring = memory->rings[c];
      std::size_t& at = memory->positions[c];
      for (std::uint32_t i = 0; i < block.frames_count; ++i) {
        ring[at] = block.audio_inputs[0].data32[c][i] * factor;
        at = (at + 1) % ring.size();
        block.audio_outputs[0].data32[c][i] = ring[at];
      }
    }
    return CLAP_PROCESS_CONTINUE;
  };
  Toy::Shape shape;
  shape.inputs = {channels};
  shape.outputs = {channels};
  shape.latency_frames = latency_frames;
  auto toy = std::make_unique<Toy>(shape, process);
  toy->forget = [memory] {
    for (Samples& ring : memory->rings) std::ranges::fill(ring, 0.0f);
  };
  return toy;
}

float* Driver::audio(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT {
  Samples& samples = static_cast<Port*>(port)->samples;
  return samples.size() < frames ? nullptr : samples.data();
}

std::uint32_t Driver::midi_count(RtPortHandle port, std::uint32_t) noexcept OMX_RT {
  return static_cast<std::uint32_t>(static_cast<Port*>(port)->messages.size());
}

bool Driver::midi_read(RtPortHandle port, std::uint32_t, std::uint32_t index, RtMidi& midi) noexcept OMX_RT {
  const Port::Message& message = static_cast<Port*>(port)->messages[index];
  midi = {message.time_frames, static_cast<std::uint32_t>(message.bytes.size()), message.bytes.data()};
  return true;
}

OMX_RT_UNCHECKED_BEGIN  // a test's driver keeps its messages in vectors
    void Driver::midi_clear(RtPortHandle port, std::uint32_t) noexcept OMX_RT {
  const RtExempt a_test;
  static_cast<Port*>(port)->messages.clear();
}

bool Driver::midi_write(RtPortHandle port, std::uint32_t, const RtMidi& midi) noexcept OMX_RT {
  const RtExempt a_test;
  static_cast<Port*>(port)->messages.push_back(
      {midi.time_frames, std::vector<std::uint8_t>(midi.bytes, midi.bytes + midi.size_bytes)});
  return true;
}
OMX_RT_UNCHECKED_END

Rig::Rig(ProgramOptions its_options)
    : options(its_options), engine(std::make_unique<RtEngine>(RtEngineOptions{48000, &status, nullptr})) {
  engine->guards().set({.clamp = false});
}

Rig::~Rig() = default;

NodeId Rig::add_node(NodeKind kind) {
  GraphNode node;
  node.id = next_id_++;
  node.kind = kind;
  node.port = &ports_.emplace_back();
  graph.nodes.push_back(node);
  return node.id;
}

NodeId Rig::add_input() {
  inputs_.push_back(add_node(NodeKind::audio_input));
  return inputs_.back();
}

NodeId Rig::add_output() {
  return add_node(NodeKind::audio_output);
}

NodeId Rig::add_midi_input() {
  return add_node(NodeKind::midi_input);
}

NodeId Rig::add_midi_output() {
  return add_node(NodeKind::midi_output);
}

NodeId Rig::add(const Toy& toy) {
  graph.nodes.push_back(toy.node(next_id_));
  toy.instance.number = next_id_;
  return next_id_++;
}

NodeId Rig::add_dual(const Toy& left, const Toy& right) {
  GraphNode node = left.node(next_id_);
  left.instance.copies[1] = right.instance.copies[0];
  left.instance.copy_count = 2;
  graph.nodes.push_back(node);
  return next_id_++;
}

void Rig::remove(NodeId id) {
  std::erase_if(graph.nodes, [&](const GraphNode& node) { return node.id == id; });
  std::erase_if(
      graph.edges, [&](const GraphEdge& edge) { return edge.from.node == id || edge.to.node == id; });
  std::erase_if(
      graph.note_edges, [&](const NoteEdge& edge) { return edge.from.node == id || edge.to.node == id; });
  std::erase(inputs_, id);
}

GraphNode& Rig::node(NodeId id) {
  return *std::ranges::find(graph.nodes, id, &GraphNode::id);
}

Port& Rig::port(NodeId id) {
  return *static_cast<Port*>(node(id).port);
}

void Rig::connect(AudioEnd from, AudioEnd to, float edge_gain, bool feedback) {
  graph.edges.push_back({from, to, edge_gain, feedback});
}

void Rig::connect_stereo(NodeId from, NodeId to, float edge_gain) {
  connect({from, 0, 0}, {to, 0, 0}, edge_gain);
  connect({from, 0, 1}, {to, 0, 1}, edge_gain);
}

void Rig::disconnect(NodeId from, NodeId to) {
  std::erase_if(
      graph.edges, [&](const GraphEdge& edge) { return edge.from.node == from && edge.to.node == to; });
}

void Rig::connect_notes(NoteEnd from, NoteEnd to) {
  graph.note_edges.push_back({from, to});
}

void Rig::publish() {
  REQUIRE(engine->settled());
  Result<CompiledEdit> compiled = compile(state_, graph, options);
  REQUIRE(compiled);
  edit = std::move(compiled.value());
  state_ = edit.state;
  last_program = edit.programs.back().get();
  engine->publish(std::move(edit.programs));
}

void Rig::cycle(std::uint32_t frames) {
  for (Port& port : ports_) port.samples.assign(frames, 0);
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    Samples& samples = port(inputs_[k]).samples;
    for (std::uint32_t i = 0; i < frames; ++i) samples[i] = signal(k, now_frames + i);
  }
  engine->run({&driver_, frames, static_cast<std::uint32_t>(now_frames), true, transport});
  engine->collect();
  now_frames += frames;
}

Samples Rig::run(NodeId output, std::int64_t frames, std::uint32_t cycle_frames) {
  Samples heard;
  while (frames > 0) {
    const auto now = static_cast<std::uint32_t>(std::min<std::int64_t>(frames, cycle_frames));
    cycle(now);
    const Samples& samples = port(output).samples;
    heard.insert(heard.end(), samples.begin(), samples.end());
    frames -= now;
  }
  return heard;
}

}  // namespace omx::rig

/// Small plugins, a driver without a server, and an engine between them, for tests of programs.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include <clap/plugin.h>

#include "base/rt_exempt.hpp"
#include "program/compile.hpp"
#include "rt/engine.hpp"

namespace omx::rig {

using Samples = std::vector<float>;

/// A plugin that is a function. It counts its calls; `process` may be replaced at any time.
struct Toy {
  using Process = std::function<clap_process_status(const clap_process_t&)>;

  struct Shape {
    std::vector<std::uint32_t> inputs{2};
    std::vector<std::uint32_t> outputs{2};
    std::uint32_t latency_frames = 0;
    bool in_place = false;  ///< the first input and output may share their buffers
    std::uint32_t note_inputs = 0;
    std::uint32_t note_outputs = 0;
    NoteDialect dialect = NoteDialect::clap;
  };

  Toy(Shape shape, Process process);
  Toy(const Toy&) = delete;
  Toy& operator=(const Toy&) = delete;

  GraphNode node(NodeId id) const;

  const Shape shape;
  Process process;
  std::function<void()> forget = [] {};  ///< called by reset
  int starts = 0;
  int stops = 0;
  int resets = 0;
  int blocks = 0;
  StatusInstance status{};
  mutable RtInstance instance;

private:
  clap_plugin_t plugin_;
  std::unique_ptr<RtPlugin> rt_;
};

/// Every output channel is the input channel of the same index times `gain`.
Toy::Process gain(float gain);

/// As gain(), and late by its latency: the plugin that a delay line is.
std::unique_ptr<Toy> delaying_toy(std::uint32_t latency_frames, float gain = 1, std::uint32_t channels = 2);

/// A port of the driver with a cycle's worth of samples or messages.
struct Port {
  Samples samples;
  struct Message {
    std::uint32_t time_frames;
    std::vector<std::uint8_t> bytes;
  };
  std::vector<Message> messages;
};

class Driver final : public RtPorts {
public:
  float* audio(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT override;
  std::uint32_t midi_count(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT override;
  bool midi_read(
      RtPortHandle port, std::uint32_t frames, std::uint32_t index, RtMidi& midi) noexcept OMX_RT override;
  void midi_clear(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT override;
  bool midi_write(RtPortHandle port, std::uint32_t frames, const RtMidi& midi) noexcept OMX_RT override;
};

/// An engine with a graph to edit. Input k hears `signal(k, frame)`. Outputs are not clamped, so that test
/// signals may be whole numbers.
class Rig {
public:
  using Signal = std::function<float(std::size_t input, std::int64_t frame)>;

  explicit Rig(ProgramOptions options = {.max_frames = 64, .fade_frames = 0});
  ~Rig();

  /// Adds a port to the graph and returns its node.
  NodeId add_input();
  NodeId add_output();
  NodeId add_midi_input();
  NodeId add_midi_output();
  /// Adds a plugin; its instance's record is the toy's.
  NodeId add(const Toy& toy);
  /// Adds two copies of a mono plugin as one instance.
  NodeId add_dual(const Toy& left, const Toy& right);
  void remove(NodeId id);
  GraphNode& node(NodeId id);
  Port& port(NodeId id);

  void connect(AudioEnd from, AudioEnd to, float gain = 1, bool feedback = false);
  /// Channels 0 and 1 of port 0 to the same.
  void connect_stereo(NodeId from, NodeId to, float gain = 1);
  void disconnect(NodeId from, NodeId to);
  void connect_notes(NoteEnd from, NoteEnd to);

  /// Compiles the graph and publishes it. What was published before must have settled.
  void publish();
  /// Runs cycles of `cycle_frames` and returns what came out of an output.
  Samples run(NodeId output, std::int64_t frames, std::uint32_t cycle_frames = 64);
  void cycle(std::uint32_t frames);

  Graph graph;
  ProgramOptions options;
  CompiledEdit edit;  ///< the last one, without its programs
  const RtProgram* last_program = nullptr;
  const RtTransport* transport = nullptr;  ///< of every cycle
  Signal signal = [](std::size_t, std::int64_t frame) { return static_cast<float>(frame + 1); };
  StatusClient status{};
  std::unique_ptr<RtEngine> engine;
  std::int64_t now_frames = 0;  ///< of the next cycle

private:
  NodeId add_node(NodeKind kind);

  std::deque<Port> ports_;
  std::vector<NodeId> inputs_;
  NodeId next_id_ = 1;
  Driver driver_;
  std::shared_ptr<const CompiledState> state_;
};

}  // namespace omx::rig

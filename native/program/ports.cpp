#include "program/ports.hpp"

#include <algorithm>
#include <optional>

namespace omx::program {

namespace {

std::uint32_t copies(const GraphNode& node) {
  return node.instance == nullptr ? 1 : node.instance->copy_count;
}

const std::vector<ClapAudioPort>& audio_ports(const GraphNode& node, Direction direction) {
  return direction == Direction::input ? node.ports.audio_inputs : node.ports.audio_outputs;
}

// Ports that are not marked count by their place: the first one is the main one.
std::optional<std::uint16_t> main_port(const std::vector<ClapAudioPort>& ports) {
  if (ports.empty()) return std::nullopt;
  const auto marked = std::ranges::find_if(ports, [](const ClapAudioPort& port) { return port.main; });
  return marked == ports.end() ? 0 : static_cast<std::uint16_t>(marked - ports.begin());
}

AudioEnd end_of(const GraphNode& node, std::uint16_t port, std::uint32_t channel) {
  return {node.id, port, static_cast<std::uint16_t>(channel)};
}

}  // namespace

std::vector<std::uint32_t> shown_channels(const GraphNode& node, Direction direction) {
  std::vector<std::uint32_t> channels;
  if (node.kind == NodeKind::plugin) {
    for (const ClapAudioPort& port : audio_ports(node, direction)) {
      channels.push_back(port.channels * copies(node));
    }
  } else if (node.kind == (direction == Direction::output ? NodeKind::audio_input : NodeKind::audio_output)) {
    channels.push_back(1);
  }
  return channels;
}

std::size_t note_port_count(const GraphNode& node, Direction direction) {
  if (node.kind == NodeKind::plugin) {
    return direction == Direction::input ? node.ports.note_inputs.size() : node.ports.note_outputs.size();
  }
  return node.kind == (direction == Direction::output ? NodeKind::midi_input : NodeKind::midi_output) ? 1 : 0;
}

std::vector<AudioEnd> call_channels(const GraphNode& node, Direction direction) {
  std::vector<AudioEnd> ends;
  const auto& ports = audio_ports(node, direction);
  for (std::uint32_t copy = 0; copy < copies(node); ++copy) {
    for (std::uint16_t port = 0; port < ports.size(); ++port) {
      const std::uint32_t channels = ports[port].channels;
      for (std::uint32_t c = 0; c < channels; ++c) ends.push_back(end_of(node, port, copy * channels + c));
    }
  }
  return ends;
}

std::vector<DryPath> dry_paths(const GraphNode& node) {
  const auto in_port = main_port(node.ports.audio_inputs);
  const auto out_port = main_port(node.ports.audio_outputs);
  if (!in_port || !out_port) return {};
  const std::uint32_t ins = node.ports.audio_inputs[*in_port].channels;
  const std::uint32_t outs = node.ports.audio_outputs[*out_port].channels;
  std::vector<DryPath> paths;
  const auto pass = [&](std::uint32_t copy, std::uint32_t in, std::uint32_t out, float gain) {
    paths.push_back(
        {end_of(node, *in_port, copy * ins + in), end_of(node, *out_port, copy * outs + out), gain});
  };
  for (std::uint32_t copy = 0; copy < copies(node); ++copy) {
    if (outs == 1) {
      for (std::uint32_t in = 0; in < ins; ++in) pass(copy, in, 0, 1.0f / static_cast<float>(ins));
    } else {
      for (std::uint32_t out = 0; out < outs; ++out) {
        if (ins == 1 || out < ins) pass(copy, ins == 1 ? 0 : out, out, 1);
      }
    }
  }
  return paths;
}

}  // namespace omx::program

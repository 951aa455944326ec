/// The channels that a node shows, and which of them pass when it is bypassed.
#pragma once

#include <cstdint>
#include <vector>

#include "program/graph.hpp"

namespace omx::program {

enum class Direction : std::uint8_t { input, output };

/// Channels of each audio port as edges name them: those of all copies.
std::vector<std::uint32_t> shown_channels(const GraphNode& node, Direction direction);

/// Number of note ports, MIDI ports of the driver included.
std::size_t note_port_count(const GraphNode& node, Direction direction);

/// All channels of a direction in the order of RtCall: copy after copy, in a copy port after port.
std::vector<AudioEnd> call_channels(const GraphNode& node, Direction direction);

/// How a bypassed plugin passes sound from a channel of its main input to one of its main output.
struct DryPath {
  AudioEnd from;
  AudioEnd to;
  float gain;
};

/// Equal channels pass one to one; one channel feeds all; several into one are averaged; otherwise channels
/// pass as far as there are any. Each copy passes its own. Nothing without a main input. In the order of the
/// outputs.
std::vector<DryPath> dry_paths(const GraphNode& node);

}  // namespace omx::program

/// The ports of a plugin, as control needs them to lay a graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <clap/plugin.h>

#include "formats/clap/process/note_dialect.hpp"

namespace omx {

struct ClapAudioPort {
  std::uint32_t id;
  std::string name;
  std::uint32_t channels;
  bool main;  ///< false for side chains and auxiliary outputs
  /// Index of the port in the other direction that may share its buffers with this one.
  std::optional<std::uint32_t> in_place_pair;
};

struct ClapNotePort {
  std::uint32_t id;
  std::string name;
  NoteDialect dialect;  ///< CLAP's when it is supported and MIDI 1.0 is not preferred
};

struct ClapPorts {
  std::vector<ClapAudioPort> audio_inputs;
  std::vector<ClapAudioPort> audio_outputs;
  std::vector<ClapNotePort> note_inputs;
  std::vector<ClapNotePort> note_outputs;
};

/// Reads all ports. [main-thread & !active] Note ports that speak neither dialect keep their place; they are
/// given MIDI.
ClapPorts read_ports(const clap_plugin_t* plugin);

}  // namespace omx

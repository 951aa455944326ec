/// A plugin's state, as it is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/lv2/model/verdict.hpp"
#include "formats/lv2/state/state_paths.hpp"

namespace omx::lv2 {

/// A value that the plugin stored, in the numbers of this process.
struct StateValue {
  std::uint32_t type = 0;
  std::uint32_t flags = 0;
  std::vector<std::uint64_t> memory;  ///< aligned as atoms must be
  std::uint32_t size = 0;             ///< in bytes

  const void* data() const { return memory.data(); }
  void set(const void* bytes, std::size_t count);
};

struct SavedState {
  std::string plugin_uri;
  std::vector<std::pair<std::string, double>> params;  ///< by symbol or property URI
  std::vector<std::pair<std::string, std::string>> properties;
  std::map<std::uint32_t, StateValue> values;  ///< what its state interface stored, by key
  std::vector<StateFile> files;
};

/// Bytes that mean the same in another process: numbers of URIDs, also those inside of atoms, stand for URIs
/// of a table that goes with them.
std::vector<std::byte> encode_state(const SavedState& state);

/// The verdict says what is wrong: no state of ours, of a newer version, cut off.
std::variant<SavedState, Verdict> decode_state(std::span<const std::byte> bytes);

}  // namespace omx::lv2

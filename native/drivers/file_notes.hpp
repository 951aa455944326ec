/// MIDI messages of the file stage.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace omx {

/// Longer messages are not passed on.
struct FileMidi {
  static constexpr std::uint32_t longest_bytes = 12;

  std::uint64_t frame = 0;  ///< offset into the block; in the notes of a render, since its beginning
  std::uint32_t size_bytes = 0;
  std::array<std::uint8_t, longest_bytes> bytes{};
};

/// Reads a text file: a line for each message, its frame and then its bytes as hexadecimal numbers, as in
/// `4800 90 3c 64`. Returns them in the order of their frames. Errors: file_unreadable, file_format.
Result<std::vector<FileMidi>> read_notes(const std::string& path);

}  // namespace omx

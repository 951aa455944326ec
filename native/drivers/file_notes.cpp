#include "drivers/file_notes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace omx {
namespace {

std::optional<FileMidi> parse_line(const std::string& line) {
  std::istringstream words(line);
  FileMidi midi;
  if (!(words >> midi.frame)) return std::nullopt;
  for (std::string word; words >> word; ++midi.size_bytes) {
    std::size_t used = 0;
    const bool is_byte = word.size() <= 2 && std::isxdigit(static_cast<unsigned char>(word[0])) != 0;
    if (!is_byte || midi.size_bytes == FileMidi::longest_bytes) return std::nullopt;
    midi.bytes[midi.size_bytes] = static_cast<std::uint8_t>(std::stoul(word, &used, 16));
    if (used != word.size()) return std::nullopt;
  }
  if (midi.size_bytes == 0 || midi.bytes[0] < 0x80) return std::nullopt;
  return midi;
}

}  // namespace

Result<std::vector<FileMidi>> read_notes(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Error{ErrorCode::file_unreadable, std::strerror(errno)};
  std::vector<FileMidi> notes;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto midi = parse_line(line);
    if (!midi) {
      return Error{
          ErrorCode::file_format,
          "line " + std::to_string(number) + " is no frame with the bytes of a message after it"};
    }
    notes.push_back(*midi);
  }
  std::ranges::stable_sort(notes, {}, &FileMidi::frame);
  return notes;
}

}  // namespace omx

/// The index on disk.
#pragma once

#include <optional>
#include <string>

#include "formats/lv2/world/index.hpp"

namespace omx::lv2 {

/// Nothing when the file is absent, of another version, or damaged (a checksum says so): the index is then
/// built anew.
std::optional<IndexContent> read_index_file(const std::string& path);

/// Replaces the file in one step, so that other processes see the old one or the new one. A failure is
/// silent: the index is good all the same, and the next process builds its own.
void write_index_file(const std::string& path, const IndexContent& content);

/// As in the file, and back. Lines of words with a tab between them; a % stands before the two hex digits of
/// a tab, line end or %.
std::string index_text(const IndexContent& content);
std::optional<IndexContent> parse_index(std::string_view text);
/// The lines of a file with what must stand before them.
std::string signed_index(const std::string& body);

}  // namespace omx::lv2

/// Texts into the fixed arrays of CLAP's structs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace omx::lv2 {

/// Copies what fits and ends it.
inline void copy_text(char* to, std::size_t size, std::string_view from) {
  if (size == 0) return;
  const std::size_t length = std::min(from.size(), size - 1);
  std::memcpy(to, from.data(), length);
  to[length] = '\0';
}

template <std::size_t size>
void copy_text(char (&to)[size], std::string_view from) {
  copy_text(to, size, from);
}

}  // namespace omx::lv2

/// What happens in a process of its own: a file is loaded and each of its plugins looked into.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "omx_contracts/status_page.hpp"

namespace omx {

/// Memory that parent and child share: where the child is. Zero at its start.
struct ChildPlace {
  StatusHeader header;                       ///< its blame register and uri say what it calls in which plugin
  std::atomic<std::uint32_t> next_plugin{};  ///< index in the file of the plugin after the one it is at
};

/// Kinds of records; each is a line of this letter, a space and the content.
inline constexpr char record_plugin = 'P';   ///< JSON of a plugin; a later one of the same index replaces it
inline constexpr char record_index = 'I';    ///< index of the plugin that the following records are about
inline constexpr char record_failure = 'F';  ///< a reason, about the file or the plugin

/// Looks into the plugins of `path` from index `first` on and writes records to `fd`.
void look_into(const std::string& path, std::uint32_t first, int fd, ChildPlace& place);

}  // namespace omx

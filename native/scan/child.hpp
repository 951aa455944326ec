/// What happens in a process of its own: a file or bundle is opened and each of its plugins looked into.
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

/// Looks into the plugins of `path`, a CLAP file or an LV2 bundle, from index `first` on and writes records
/// to `fd`.
void look_into(const std::string& path, std::uint32_t first, int fd, ChildPlace& place);

/// The same for an LV2 bundle: what its Turtle says, without loading code.
void look_into_bundle(const std::string& path, std::uint32_t first, int fd, ChildPlace& place);

}  // namespace omx

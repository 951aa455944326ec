/// CLAP's posix-fd-support extension, declared from its published interface: the headers we build with lack
/// it.
#pragma once

#include <cstdint>

#include <clap/plugin.h>

namespace omx::abi {

inline constexpr char posix_fd_id[] = "clap.posix-fd-support";

/// What a plugin waits for, and what happened: a set of bits.
inline constexpr std::uint32_t posix_fd_read = 1;
inline constexpr std::uint32_t posix_fd_write = 2;
inline constexpr std::uint32_t posix_fd_error = 4;

struct PluginPosixFd {
  /// Level-triggered. [main-thread]
  void(CLAP_ABI* on_fd)(const clap_plugin_t* plugin, int fd, std::uint32_t flags);
};

struct HostPosixFd {
  bool(CLAP_ABI* register_fd)(const clap_host_t* host, int fd, std::uint32_t flags);  ///< [main-thread]
  bool(CLAP_ABI* modify_fd)(const clap_host_t* host, int fd, std::uint32_t flags);    ///< [main-thread]
  bool(CLAP_ABI* unregister_fd)(const clap_host_t* host, int fd);                     ///< [main-thread]
};

}  // namespace omx::abi

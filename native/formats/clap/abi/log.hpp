/// CLAP's log extension, declared from its published interface: the headers we build with lack it.
#pragma once

#include <cstdint>

#include <clap/host.h>

namespace omx::abi {

inline constexpr char log_id[] = "clap.log";

/// Severities, from least to worst; the last two say who broke the rules.
enum class LogSeverity : std::int32_t {
  debug,
  info,
  warning,
  error,
  fatal,
  host_misbehaving,
  plugin_misbehaving
};

struct HostLog {
  /// [thread-safe]
  void(CLAP_ABI* log)(const clap_host_t* host, std::int32_t severity, const char* message);
};

}  // namespace omx::abi

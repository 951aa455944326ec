/// Command line of omx-clap-host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "control/driver_factory.hpp"

namespace omx {

/// What the command line says; see usage_text.
struct WorkerOptions {
  std::string name = "omx-clap-host";
  std::string run_dir;  ///< empty: no Unix socket, no status page on disk
  DriverKind driver = DriverKind::jack;
  std::uint32_t sample_rate = 48000;  ///< Hz; timer and file
  std::uint32_t period_frames = 256;  ///< timer and file
  int control_fd = -1;                ///< an inherited, connected stream socket
  std::optional<std::uint16_t> port;  ///< TCP on 127.0.0.1, as mod-host
  std::optional<std::uint16_t> feedback_port;
  std::optional<double> orphan_timeout_s;  ///< 0: ends with the last control connection; unset: lives on
  bool core_dump = false;
  bool help = false;
  bool version = false;
};

extern const char* const usage_text;

/// Reads the words after the program's name. An error names the option and what it takes.
Result<WorkerOptions> parse_options(const std::vector<std::string>& words);

}  // namespace omx

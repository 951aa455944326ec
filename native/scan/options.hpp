/// The command line of omx-clap-scan.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace omx {

struct ScanOptions {
  std::chrono::milliseconds timeout{10'000};  ///< for one plugin
  bool progress = false;                      ///< a JSON line on stderr per file that is done
  bool verbose = false;                       ///< what plugins print goes to stderr instead of nowhere
  bool describe = false;                      ///< the paths are URIs of LV2 plugins to describe
  bool explain = false;                       ///< the paths are URIs of LV2 plugins to explain
  bool help = false;
  bool version = false;
  std::vector<std::string> paths;  ///< files and folders
};

extern const char* const scan_usage;

/// Error: bad_request, with the sentence to print.
Result<ScanOptions> parse_scan_options(const std::vector<std::string>& words);

}  // namespace omx

/// Looks into many files and bundles, each in a process of its own.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace omx {

struct ScannedFile {
  std::string path;                  ///< a CLAP file or an LV2 bundle
  std::vector<std::string> plugins;  ///< JSON objects of pluginSchema, in the order of the file
  std::vector<std::string> failures;
};

struct ScannerOptions {
  std::chrono::milliseconds timeout{10'000};  ///< for one plugin
  unsigned parallel = 1;                      ///< processes at a time
  bool verbose = false;                       ///< leave the plugins' stdout and stderr to ours (stderr)
};

/// Scans `paths` and returns what was found in their order. `on_done(done, file)` is called after each file.
/// Single-threaded: it forks, so its caller must be too.
std::vector<ScannedFile> scan_files(
    const std::vector<std::string>& paths, const ScannerOptions& options,
    const std::function<void(std::size_t done, const ScannedFile& file)>& on_done = {});

}  // namespace omx

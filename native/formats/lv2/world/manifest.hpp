/// What the manifest of a bundle says it holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace omx::lv2 {

struct PluginEntry {
  std::string uri;
  int minor_version = 0;
  int micro_version = 0;
};

/// A moment of a file: when it was written and how long it is; -1 when it is not there.
struct FileStamp {
  std::int64_t mtime_ns = -1;
  std::int64_t size = -1;

  bool operator==(const FileStamp&) const = default;
};

FileStamp stamp_of(const std::string& path);

struct BundleEntry {
  std::string path;    ///< without a slash at the end
  FileStamp manifest;  ///< of its manifest.ttl
  std::string error;   ///< why the manifest could not be read to its end; what was read before counts
  std::vector<PluginEntry> plugins;
  std::vector<std::string> applies_to;  ///< plugins that it holds presets for
  std::vector<std::string> extends;     ///< subjects of other bundles that it says more about
};

/// Reads `path`/manifest.ttl.
BundleEntry read_manifest(const std::string& path);

/// What is wrong with a Turtle file: line and reason; nothing when it can be read.
std::optional<std::string> turtle_error(const std::string& file);

}  // namespace omx::lv2

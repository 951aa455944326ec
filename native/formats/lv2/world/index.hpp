/// Which bundle holds which plugin.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/lv2/world/manifest.hpp"

namespace omx::lv2 {

/// A folder of LV2_PATH and when something in it came or went.
struct FolderEntry {
  std::string path;
  std::int64_t mtime_ns = -1;

  bool operator==(const FolderEntry&) const = default;
};

/// What the index file holds.
struct IndexContent {
  std::vector<FolderEntry> folders;
  std::vector<BundleEntry> bundles;  ///< in order of precedence
};

/// Made of manifests only, and kept in a file that the next process starts from: a bundle is read again when
/// its manifest or its folder has another time. Main thread only.
class Index {
public:
  /// `cache_file` may be empty: then nothing is kept.
  explicit Index(std::string cache_file);

  /// Brings the index up to date with the disk. Costs a stat per bundle when nothing has changed.
  void refresh();

  /// The bundle that holds the plugin, or null. Of several the one with the highest version counts, then the
  /// first in precedence. An unknown URI, or a bundle that has changed, leads to a refresh.
  const BundleEntry* find(std::string_view uri);

  /// Other bundles that belong to the plugin's description, and those with presets for it.
  std::vector<std::string> extending(std::string_view uri) const;
  std::vector<std::string> with_presets(std::string_view uri) const;

  /// All plugins, by URI, as of the last refresh.
  const std::vector<std::string>& uris() const { return uris_; }

  /// Whether a bundle is known that could not be read to its end, and whose text holds `uri`.
  const BundleEntry* broken_with(std::string_view uri) const;

  /// What the folder is worth as a bundle; taken in when it has a manifest.
  const BundleEntry& add(const std::string& path);
  bool remove(const std::string& path);

private:
  void build();
  bool fresh() const;
  void arrange();
  const BundleEntry* known(std::string_view uri) const;

  const std::string cache_file_;
  bool loaded_ = false;
  IndexContent content_;
  std::vector<BundleEntry> added_;  // the latest first
  std::set<std::string> removed_;
  std::map<std::string, const BundleEntry*, std::less<>> by_uri_;
  std::vector<std::string> uris_;
};

/// The path without a slash at its end.
std::string without_slash(std::string path);

}  // namespace omx::lv2

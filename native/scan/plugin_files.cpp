#include "scan/plugin_files.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace omx {

namespace {

namespace fs = std::filesystem;

constexpr int max_depth = 16;  // ends loops of symbolic links

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> files;
  std::vector<std::string> bundles;
  std::error_code ignored;
  const auto options =
      fs::directory_options::follow_directory_symlink | fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator entry(folder, options, ignored);
  while (entry != fs::recursive_directory_iterator()) {
    if (entry.depth() >= max_depth) entry.disable_recursion_pending();
    if (entry->path().extension() == ".clap" && entry->is_regular_file(ignored))
      files.push_back(entry->path());
    if (is_lv2_bundle(entry->path())) {
      bundles.push_back(entry->path());
      entry.disable_recursion_pending();
    }
    entry.increment(ignored);
    if (ignored) break;
  }
  std::ranges::sort(files);
  std::ranges::sort(bundles);
  files.insert(files.end(), bundles.begin(), bundles.end());
  return files;
}

}  // namespace

bool is_lv2_bundle(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(fs::path(path) / "manifest.ttl", ignored);
}

std::vector<std::string> find_plugin_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  std::set<std::string> known;
  std::error_code ignored;
  for (const std::string& path : paths) {
    const bool is_folder = fs::is_directory(path, ignored) && !is_lv2_bundle(path);
    const auto found = is_folder ? files_below(path) : std::vector<std::string>{path};
    for (const std::string& file : found) {
      if (known.insert(file).second) files.push_back(file);
    }
  }
  return files;
}

}  // namespace omx

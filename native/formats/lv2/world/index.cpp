#include "formats/lv2/world/index.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

#include "formats/lv2/world/index_file.hpp"
#include "formats/lv2/world/lv2_path.hpp"

namespace omx::lv2 {

namespace {

namespace fs = std::filesystem;

std::string manifest_of(const BundleEntry& bundle) {
  return bundle.path + "/manifest.ttl";
}

std::vector<FolderEntry> stamped(const std::vector<std::string>& folders) {
  std::vector<FolderEntry> result;
  for (const std::string& folder : folders) result.push_back({folder, stamp_of(folder).mtime_ns});
  return result;
}

std::vector<std::string> bundles_in(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (stamp_of(entry.path().string() + "/manifest.ttl").size >= 0) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

/// The entry of a bundle that has not changed since it was read, or a fresh one.
BundleEntry current(const std::string& path, const std::map<std::string, BundleEntry>& known) {
  const auto found = known.find(path);
  if (found != known.end() && found->second.manifest == stamp_of(path + "/manifest.ttl"))
    return found->second;
  return read_manifest(path);
}

bool mentions(const std::vector<std::string>& uris, std::string_view uri) {
  return std::ranges::find(uris, uri) != uris.end();
}

std::tuple<int, int> version_in(const BundleEntry& bundle, std::string_view uri) {
  const auto found = std::ranges::find(bundle.plugins, uri, &PluginEntry::uri);
  return {found->minor_version, found->micro_version};
}

}  // namespace

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

Index::Index(std::string cache_file) : cache_file_(std::move(cache_file)) {}

void Index::refresh() {
  if (!loaded_) {
    loaded_ = true;
    if (auto kept = read_index_file(cache_file_)) content_ = std::move(*kept);
  }
  if (!fresh()) build();
  for (BundleEntry& bundle : added_) {
    if (bundle.manifest != stamp_of(manifest_of(bundle))) bundle = read_manifest(bundle.path);
  }
  arrange();
}

bool Index::fresh() const {
  return content_.folders == stamped(lv2_path()) &&
         std::ranges::all_of(content_.bundles, [](const BundleEntry& bundle) {
           return bundle.manifest == stamp_of(manifest_of(bundle));
         });
}

void Index::build() {
  std::map<std::string, BundleEntry> known;
  for (BundleEntry& bundle : content_.bundles) known.emplace(bundle.path, std::move(bundle));
  content_ = {};
  content_.folders = stamped(lv2_path());  // before the look inside: what changes meanwhile is seen next time
  for (const FolderEntry& folder : content_.folders) {
    for (const std::string& path : bundles_in(folder.path)) content_.bundles.push_back(current(path, known));
  }
  write_index_file(cache_file_, content_);
}

void Index::arrange() {
  by_uri_.clear();
  const auto take = [this](const BundleEntry& bundle, bool comes_first) {
    if (removed_.contains(bundle.path)) return;
    for (const PluginEntry& plugin : bundle.plugins) {
      const auto [found, fresh] = by_uri_.emplace(plugin.uri, &bundle);
      if (fresh || comes_first) continue;
      const bool added = std::ranges::any_of(added_, [&](const auto& own) { return &own == found->second; });
      if (!added && version_in(bundle, plugin.uri) > version_in(*found->second, plugin.uri))
        found->second = &bundle;
    }
  };
  for (const BundleEntry& bundle : added_) take(bundle, true);
  for (const BundleEntry& bundle : content_.bundles) take(bundle, false);
  uris_.clear();
  for (const auto& [uri, bundle] : by_uri_) uris_.push_back(uri);
}

const BundleEntry* Index::known(std::string_view uri) const {
  const auto found = by_uri_.find(uri);
  return found != by_uri_.end() ? found->second : nullptr;
}

const BundleEntry* Index::find(std::string_view uri) {
  const BundleEntry* const bundle = known(uri);
  if (bundle != nullptr && bundle->manifest == stamp_of(manifest_of(*bundle))) return bundle;
  refresh();
  return known(uri);
}

std::vector<std::string> Index::extending(std::string_view uri) const {
  std::vector<std::string> paths;
  for (const auto* bundles : {&added_, &content_.bundles}) {
    for (const BundleEntry& bundle : *bundles) {
      if (mentions(bundle.extends, uri) && !removed_.contains(bundle.path)) paths.push_back(bundle.path);
    }
  }
  return paths;
}

std::vector<std::string> Index::with_presets(std::string_view uri) const {
  std::vector<std::string> paths;
  for (const auto* bundles : {&added_, &content_.bundles}) {
    for (const BundleEntry& bundle : *bundles) {
      if (mentions(bundle.applies_to, uri) && !removed_.contains(bundle.path)) paths.push_back(bundle.path);
    }
  }
  return paths;
}

const BundleEntry* Index::broken_with(std::string_view uri) const {
  for (const auto* bundles : {&added_, &content_.bundles}) {
    for (const BundleEntry& bundle : *bundles) {
      if (bundle.error.empty() || removed_.contains(bundle.path)) continue;
      std::ifstream file(manifest_of(bundle));
      std::ostringstream text;
      text << file.rdbuf();
      if (text.str().find(uri) != std::string::npos) return &bundle;
    }
  }
  return nullptr;
}

const BundleEntry& Index::add(const std::string& path) {
  const std::string folder = without_slash(path);
  removed_.erase(folder);
  std::erase_if(added_, [&](const BundleEntry& bundle) { return bundle.path == folder; });
  added_.insert(added_.begin(), read_manifest(folder));
  refresh();
  return added_.front();
}

bool Index::remove(const std::string& path) {
  refresh();
  const std::string folder = without_slash(path);
  const auto is_it = [&](const BundleEntry& bundle) { return bundle.path == folder; };
  const bool on_path = std::ranges::any_of(content_.bundles, is_it) && !removed_.contains(folder);
  const bool was_added = std::erase_if(added_, is_it) > 0;
  if (on_path) removed_.insert(folder);
  arrange();
  return on_path || was_added;
}

}  // namespace omx::lv2

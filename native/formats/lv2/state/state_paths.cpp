#include "formats/lv2/state/state_paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace omx::lv2 {

namespace {

namespace fs = std::filesystem;

char* copy_of(const std::string& text) {
  return strdup(text.c_str());
}

StatePaths& self_of(void* handle) {
  return *static_cast<StatePaths*>(handle);
}

/// Without .. and not from the root: it stays where it is put.
bool stays_inside(const fs::path& path) {
  return !path.empty() && path.is_relative() && std::ranges::find(path, "..") == path.end();
}

}  // namespace

StatePaths::StatePaths(std::string others_folder)
    : folder_(std::move(others_folder)), owned_(folder_.empty()),
      map_{
          this,
          [](LV2_State_Map_Path_Handle handle, const char* path) {
            return copy_of(self_of(handle).abstract(path));
          },
          [](LV2_State_Map_Path_Handle handle, const char* path) {
            return copy_of(self_of(handle).absolute(path));
          }},
      make_{
          this,
          [](LV2_State_Make_Path_Handle handle, const char* path) -> char* {
            const std::string made = self_of(handle).make(path);
            return made.empty() ? nullptr : copy_of(made);
          }},
      free_{this, [](LV2_State_Free_Path_Handle, char* path) { std::free(path); }} {}

StatePaths::~StatePaths() {
  std::error_code ignored;
  if (owned_ && !folder_.empty()) fs::remove_all(folder_, ignored);
}

const std::string& StatePaths::folder() {
  if (!folder_.empty()) return folder_;
  const char* const base = std::getenv("TMPDIR");
  std::string path = std::string(base != nullptr && *base == '/' ? base : "/tmp") + "/omx-lv2-XXXXXX";
  if (mkdtemp(path.data()) != nullptr) folder_ = path;
  return folder_;
}

std::string StatePaths::abstract(const std::string& path) const {
  if (folder_.empty() || !path.starts_with(folder_ + "/")) return path;
  return path.substr(folder_.size() + 1);
}

std::string StatePaths::absolute(const std::string& path) {
  if (path.starts_with("/") || folder().empty()) return path;
  return folder() + "/" + path;
}

std::string StatePaths::make(const std::string& path) {
  if (!stays_inside(path) || folder().empty()) return "";
  const fs::path whole = fs::path(folder()) / path;
  std::error_code failed;
  fs::create_directories(whole.parent_path(), failed);
  return failed ? "" : whole.string();
}

std::vector<StateFile> StatePaths::files(std::size_t most_bytes) const {
  std::vector<StateFile> files;
  if (folder_.empty()) return files;
  std::size_t total = 0;
  std::error_code failed;
  for (const auto& entry : fs::recursive_directory_iterator(folder_, failed)) {
    if (!entry.is_regular_file(failed)) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    files.push_back({fs::relative(entry.path(), folder_, failed).string(), content.str()});
    total += files.back().content.size();
    if (total > most_bytes) return {};
  }
  std::ranges::sort(files, {}, &StateFile::path);
  return files;
}

void StatePaths::restore(const std::vector<StateFile>& files) {
  for (const StateFile& from : files) {
    const std::string path = make(from.path);
    if (path.empty()) continue;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(from.content.data(), static_cast<std::streamsize>(from.content.size()));
  }
}

}  // namespace omx::lv2

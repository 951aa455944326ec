#include "formats/lv2/world/lv2_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace omx::lv2 {

namespace {

#if defined(__x86_64__)
#define OMX_MULTIARCH "/usr/lib/x86_64-linux-gnu/lv2:"
#elif defined(__aarch64__)
#define OMX_MULTIARCH "/usr/lib/aarch64-linux-gnu/lv2:"
#elif defined(__arm__)
#define OMX_MULTIARCH "/usr/lib/arm-linux-gnueabihf/lv2:"
#else
#define OMX_MULTIARCH ""
#endif

constexpr char usual_path[] = "~/.lv2:" OMX_MULTIARCH "/usr/lib/lv2:/usr/local/lib/lv2";

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string expanded(std::string folder) {
  if (folder == "~" || folder.starts_with("~/")) folder.replace(0, 1, variable("HOME"));
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return folder;
}

}  // namespace

std::vector<std::string> lv2_path() {
  std::string path = variable("LV2_PATH");
  if (path.empty()) path = usual_path;
  std::vector<std::string> folders;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const std::string folder = expanded(path.substr(at, end - at));
    if (!folder.empty() && std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
    at = end + 1;
  }
  return folders;
}

std::string cache_folder() {
  std::string base = variable("XDG_CACHE_HOME");
  if (base.empty() || base.front() != '/') {
    const std::string home = variable("HOME");
    if (home.empty()) return "";
    base = home + "/.cache";
  }
  const std::string folder = base + "/plugin-hostd";
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  return failed ? "" : folder;
}

}  // namespace omx::lv2

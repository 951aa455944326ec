#include "control/state_files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace omx {
namespace {

constexpr std::size_t state_limit_bytes = std::size_t{1} << 30;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Error state_error(const std::string& path) {
  return Error{ErrorCode::state_failed, path + ": " + std::strerror(errno)};
}

}  // namespace

Status write_state_file(const std::string& path, std::span<const std::byte> state) {
  const std::string partial = path + ".partial";
  File file(std::fopen(partial.c_str(), "wbe"));
  if (file == nullptr) return state_error(partial);
  bool written = std::fwrite(state.data(), 1, state.size(), file.get()) == state.size();
  written = std::fclose(file.release()) == 0 && written;
  if (written && std::rename(partial.c_str(), path.c_str()) == 0) return done();
  const Error error = state_error(path);
  std::remove(partial.c_str());
  return error;
}

Result<std::vector<std::byte>> read_state_file(const std::string& path) {
  const File file(std::fopen(path.c_str(), "rbe"));
  if (file == nullptr) return state_error(path);
  std::vector<std::byte> state;
  std::byte chunk[16 * 1024];
  while (const std::size_t count = std::fread(chunk, 1, sizeof chunk, file.get())) {
    state.insert(state.end(), chunk, chunk + count);
    if (state.size() > state_limit_bytes) return Error{ErrorCode::state_failed, path + ": it is too large"};
  }
  if (std::ferror(file.get()) != 0) return state_error(path);
  return state;
}

}  // namespace omx

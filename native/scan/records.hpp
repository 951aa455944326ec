/// What a child tells its parent: lines, each of a letter, a space and the content.
#pragma once

#include <string>

#include <unistd.h>

namespace omx {

inline constexpr char record_plugin = 'P';   ///< JSON of a plugin; a later one of the same index replaces it
inline constexpr char record_index = 'I';    ///< index of the plugin that the following records are about
inline constexpr char record_failure = 'F';  ///< a reason, about the file or the plugin

/// Ends the process when nobody listens any more.
class Records {
public:
  explicit Records(int fd) : fd_(fd) {}

  void write(char kind, const std::string& content) const {
    const std::string line = std::string(1, kind) + " " + content + "\n";
    for (std::size_t sent = 0; sent < line.size();) {
      const ssize_t count = ::write(fd_, line.data() + sent, line.size() - sent);
      if (count < 0) _exit(1);
      sent += static_cast<std::size_t>(count);
    }
  }

private:
  const int fd_;
};

}  // namespace omx

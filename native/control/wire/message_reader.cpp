#include "control/wire/message_reader.hpp"

namespace omx {

bool MessageReader::append(std::string_view bytes) {
  if (begin_ > 0) {
    pending_.erase(0, begin_);
    begin_ = 0;
  }
  pending_.append(bytes);
  const std::size_t last_end = pending_.rfind('\0');
  const std::size_t unfinished =
      last_end == std::string::npos ? pending_.size() : pending_.size() - last_end - 1;
  return unfinished <= message_limit_bytes;
}

std::optional<std::string> MessageReader::next() {
  while (true) {
    const std::size_t end = pending_.find('\0', begin_);
    if (end == std::string::npos) return std::nullopt;
    std::string message = pending_.substr(begin_, end - begin_);
    begin_ = end + 1;
    if (!message.empty()) return message;
  }
}

}  // namespace omx

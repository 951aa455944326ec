/// Cuts a byte stream into the NUL-terminated messages of mod-host's protocol.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace omx {

/// Takes bytes as they come from a socket (fragments, several messages at once) and hands out whole messages
/// in order.
class MessageReader {
public:
  /// A peer that sends a longer message than this is not speaking the protocol.
  static constexpr std::size_t message_limit_bytes = 64 * 1024;

  /// Appends received bytes. False when an unfinished message grew past the limit: close the connection.
  bool append(std::string_view bytes);

  /// The next whole message without its NUL; nothing when none is complete. Empty messages are skipped.
  std::optional<std::string> next();

private:
  std::string pending_;
  std::size_t begin_ = 0;  ///< where the next message starts in pending_
};

}  // namespace omx

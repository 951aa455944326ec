/// One end of the socket between a worker and the process of a bridged plugin.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "bridge/link/message.hpp"

namespace omx {

struct LinkMessage {
  LinkKind kind{};
  std::vector<std::byte> payload;
  int fd = -1;  ///< came with it; the receiver closes it

  MessageReader reader() const { return MessageReader(payload); }
};

/// Owns the socket. Control threads only. After a failure it stays closed(): the other end is gone, or has
/// sent what no message is.
class LinkSocket {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint32_t payload_limit_bytes = 256u << 20;

  explicit LinkSocket(int fd) : fd_(fd) {}
  ~LinkSocket();
  LinkSocket(const LinkSocket&) = delete;
  LinkSocket& operator=(const LinkSocket&) = delete;

  int fd() const { return fd_; }
  bool closed() const { return closed_; }
  /// Has nothing more to do with the other end.
  void shut() { fail(); }

  /// False when the other end does not take it until `deadline`.
  bool send(LinkKind kind, std::span<const std::byte> payload, Clock::time_point deadline, int fd = -1);
  /// The next message; nothing when none has come until `deadline`. A deadline in the past takes what is
  /// there.
  std::optional<LinkMessage> receive(Clock::time_point deadline);

private:
  bool wait(short events, Clock::time_point deadline);
  bool read_some();
  std::optional<LinkMessage> take_whole();
  void fail() { closed_ = true; }

  const int fd_;
  bool closed_ = false;
  std::vector<std::byte> received_;
  std::vector<int> fds_;
};

}  // namespace omx

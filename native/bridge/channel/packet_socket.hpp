/// Packets over a Unix socket.
#pragma once

#include <optional>
#include <vector>

#include "bridge/channel/packet_decoder.hpp"
#include "bridge/channel/unique_fd.hpp"

struct msghdr;

namespace omx {

/// A connected stream socket. Nothing here blocks, whatever mode the socket is in: each call says so itself,
/// since a mode is shared with whoever else holds the socket. One thread.
class PacketSocket {
public:
  static constexpr std::size_t most_fds = 2;

  /// `takes_fds`: keep descriptors that come along; otherwise the kernel drops them.
  PacketSocket(UniqueFd fd, bool takes_fds);

  int fd() const noexcept { return fd_.get(); }
  std::uint64_t sequence() const noexcept { return sequence_; }
  /// Goes on with this number, after packets that went another way.
  void resume(std::uint64_t sequence) noexcept { sequence_ = sequence; }
  PacketDecoder& decoder() noexcept { return decoder_; }
  ChannelFault fault() const noexcept {
    return decoder_.fault() != ChannelFault::none ? decoder_.fault() : fault_;
  }

  /// Sends a packet in one call. What the socket takes only a part of counts as sent; the rest, of one packet
  /// at most, goes first the next time.
  Passed send(std::uint32_t type, std::span<const std::byte> payload, std::span<const int> fds = {});
  /// Sends the rest of a packet; false while there is some.
  bool flush();

  /// The oldest packet; asks the socket only when none is here.
  Passed receive(PacketHeader& header, std::span<const std::byte>& payload);
  /// The same, but waits for bytes when there is no packet: for a thread that has nothing else to do. May say
  /// `later`.
  Passed await(PacketHeader& header, std::span<const std::byte>& payload);
  /// A descriptor that came along, oldest first; empty when there is none.
  UniqueFd take_fd();

  /// User id of the process that connected or listened.
  std::optional<unsigned> peer_user() const;

private:
  Passed next_or_read(PacketHeader& header, std::span<const std::byte>& payload, int flags);
  bool read_some(int flags);
  void keep_fds(const ::msghdr& message);

  UniqueFd fd_;
  const bool takes_fds_;
  PacketDecoder decoder_;
  std::vector<std::byte> unsent_;
  std::vector<UniqueFd> fds_;
  std::uint64_t sequence_ = 0;
  ChannelFault fault_ = ChannelFault::none;
};

}  // namespace omx

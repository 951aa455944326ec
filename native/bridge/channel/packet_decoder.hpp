/// Cuts the bytes of a socket into packets.
#pragma once

#include <vector>

#include "bridge/channel/packet.hpp"

namespace omx {

/// Its memory is that of one longest packet, whatever comes. One thread.
class PacketDecoder {
public:
  explicit PacketDecoder(std::uint32_t max_payload);

  /// Where the next bytes go; never empty while next() has been asked until it said `later`.
  std::span<std::byte> space() noexcept;
  /// So many bytes were put there.
  void received(std::size_t bytes) noexcept { end_ += bytes; }

  /// The oldest whole packet; its payload lies in the decoder until the next call. `later` while it is not
  /// whole.
  Passed next(PacketHeader& header, std::span<const std::byte>& payload) noexcept;

  /// Number that the next packet must have.
  std::uint64_t sequence() const noexcept { return sequence_; }
  /// Goes on with this number, after packets that came another way.
  void resume(std::uint64_t sequence) noexcept { sequence_ = sequence; }
  ChannelFault fault() const noexcept { return fault_; }

private:
  const std::uint32_t max_payload_;
  std::vector<std::byte> bytes_;
  std::size_t begin_ = 0;  // of what is not decoded yet
  std::size_t end_ = 0;
  std::uint64_t sequence_ = 0;
  ChannelFault fault_ = ChannelFault::none;
};

}  // namespace omx

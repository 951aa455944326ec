/// Packets as both transports frame them, and what may be wrong with one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/rt.hpp"
#include "omx_contracts/channel.hpp"

namespace omx {

/// What a peer did wrong. A channel with a fault is of no more use.
enum class ChannelFault : std::uint8_t {
  none,
  position,    ///< a position in a ring that is impossible
  length,      ///< a packet longer than agreed, or not whole
  sequence,    ///< a packet lost, repeated or out of order
  unexpected,  ///< a packet of the channel itself at the wrong time, or malformed
  closed,      ///< the peer is gone
};

constexpr const char* text_of(ChannelFault fault) {
  switch (fault) {
  case ChannelFault::none:
    return "nothing is wrong";
  case ChannelFault::position:
    return "the other end claims a position that the ring cannot have";
  case ChannelFault::length:
    return "the other end sent a packet of an impossible length";
  case ChannelFault::sequence:
    return "a packet is missing, repeated or out of order";
  case ChannelFault::unexpected:
    return "the other end broke the rules of the handshake";
  case ChannelFault::closed:
    return "the other end is gone";
  }
  return "";
}

/// What came of sending or receiving.
enum class Passed : std::uint8_t {
  yes,
  later,   ///< no room to send into, or nothing to receive, just now
  no_fit,  ///< the packet is longer than max_payload(), or the buffer too small for it
  broken,  ///< see fault()
};

/// Bytes that a packet takes in a ring.
constexpr std::uint32_t ring_bytes_of(std::uint32_t payload_bytes) noexcept OMX_RT {
  constexpr std::uint32_t step = sizeof(PacketHeader);
  return step + (payload_bytes + step - 1) / step * step;
}

/// The longest payload that a ring takes: half a ring, so that a writer that was woken at half never waits
/// twice.
constexpr std::uint32_t max_payload_of(std::uint32_t ring_bytes) noexcept OMX_RT {
  const auto most = static_cast<std::uint32_t>(ring_bytes / 2 - sizeof(PacketHeader));
  return most < packet_bytes_limit ? most : packet_bytes_limit;
}

/// Checks a header that was copied out of the peer's reach.
constexpr ChannelFault
check(const PacketHeader& header, std::uint32_t max_payload, std::uint64_t sequence) noexcept OMX_RT {
  if (header.length > max_payload) return ChannelFault::length;
  return header.sequence == sequence ? ChannelFault::none : ChannelFault::sequence;
}

}  // namespace omx

/// The writing side of a ring of packets.
#pragma once

#include <cstring>

#include "bridge/channel/ring_side.hpp"

namespace omx {

class RtRingWriter : public RingSide<RingRole::writer> {
public:
  /// `first_sequence`: number of the first packet. Eventfds may be -1 where nobody polls; they outlive the
  /// writer.
  explicit RtRingWriter(
      const RingMemory& memory, std::uint64_t first_sequence = 0, int doorbell = -1) noexcept
      : RingSide(memory, first_sequence, doorbell) {}

  /// Appends a packet, which the peer sees after flush(). `later` when the ring is full.
  Passed write(std::uint32_t type, std::span<const std::byte> payload) noexcept OMX_RT {
    if (payload.size() > max_payload()) return Passed::no_fit;
    const PacketHeader header{static_cast<std::uint32_t>(payload.size()), type, sequence_};
    const std::uint32_t bytes = ring_bytes_of(header.length);
    if (end_.room(bytes) < bytes) return end_.broken() ? Passed::broken : Passed::later;
    // A header never wraps: packets begin at multiples of its size.
    std::memcpy(memory_.bytes + offset(0), &header, sizeof header);
    const std::uint32_t begin = offset(sizeof header);
    const std::uint32_t before_wrap = std::min(header.length, memory_.ring_bytes - begin);
    if (before_wrap != 0) std::memcpy(memory_.bytes + begin, payload.data(), before_wrap);
    if (before_wrap != header.length)
      std::memcpy(memory_.bytes, payload.data() + before_wrap, header.length - before_wrap);
    end_.advance(bytes);
    ++sequence_;
    return Passed::yes;
  }

  /// Where the reader is when at most `unread_bytes` of what was written until now are unread: to sleep
  /// until.
  std::uint64_t when_unread(std::uint32_t unread_bytes) const noexcept OMX_RT {
    return position() - unread_bytes;
  }
  /// To sleep until half of the ring is free: room for any packet, and one wake-up for many.
  std::uint64_t when_half_free() const noexcept OMX_RT { return when_unread(memory_.ring_bytes / 2); }

private:
  std::uint32_t offset(std::uint32_t ahead) const noexcept OMX_RT {
    return static_cast<std::uint32_t>(position() + ahead) & (memory_.ring_bytes - 1);
  }
};

}  // namespace omx

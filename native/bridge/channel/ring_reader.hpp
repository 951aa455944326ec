/// The reading side of a ring of packets.
#pragma once

#include <atomic>
#include <cstring>

#include "bridge/channel/ring_side.hpp"

namespace omx {

/// Everything is copied out of the peer's reach before it is checked, and nothing is used that was not
/// checked.
class RtRingReader : public RingSide<RingRole::reader> {
public:
  /// `first_sequence`: number that the first packet must have. The doorbell as for the writer.
  explicit RtRingReader(
      const RingMemory& memory, std::uint64_t first_sequence = 0, int doorbell = -1) noexcept
      : RingSide(memory, first_sequence, doorbell) {}

  /// Takes the oldest packet: its header, and its payload into the beginning of `buffer`. The writer gets the
  /// room back after flush(). A packet that does not fit the buffer stays.
  Passed read(PacketHeader& header, std::span<std::byte> buffer) noexcept OMX_RT {
    if (fault_ != ChannelFault::none) return Passed::broken;
    const std::uint32_t readable = end_.room(sizeof(PacketHeader));
    if (readable == 0) return end_.broken() ? Passed::broken : Passed::later;
    if (readable < sizeof(PacketHeader)) return give_up(ChannelFault::length);
    copy_header(header);
    const ChannelFault found = check(header, max_payload(), sequence_);
    if (found != ChannelFault::none) return give_up(found);
    const std::uint32_t bytes = ring_bytes_of(header.length);
    if (readable < bytes && end_.room(bytes) < bytes) return give_up(ChannelFault::length);
    if (header.length > buffer.size()) return Passed::no_fit;
    copy_payload(header.length, buffer.data());
    end_.advance(bytes);
    ++sequence_;
    return Passed::yes;
  }

  /// Where the writer is when `bytes` can be read: to sleep until.
  std::uint64_t when_readable(std::uint32_t bytes = sizeof(PacketHeader)) const noexcept OMX_RT {
    return position() + bytes;
  }

private:
  Passed give_up(ChannelFault fault) noexcept OMX_RT {
    fault_ = fault;
    return Passed::broken;
  }

  std::uint32_t offset(std::uint32_t ahead) const noexcept OMX_RT {
    return static_cast<std::uint32_t>(position() + ahead) & (memory_.ring_bytes - 1);
  }

  // Volatile, so that no compiler reads a word a second time after it was checked.
  void copy_header(PacketHeader& header) const noexcept OMX_RT {
    const volatile auto& shared = *reinterpret_cast<const volatile PacketHeader*>(memory_.bytes + offset(0));
    header.length = shared.length;
    header.type = shared.type;
    header.sequence = shared.sequence;
  }

  void copy_payload(std::uint32_t length, std::byte* to) const noexcept OMX_RT {
    const std::uint32_t begin = offset(sizeof(PacketHeader));
    const std::uint32_t before_wrap = std::min(length, memory_.ring_bytes - begin);
    if (before_wrap != 0) std::memcpy(to, memory_.bytes + begin, before_wrap);
    if (before_wrap != length) std::memcpy(to + before_wrap, memory_.bytes, length - before_wrap);
    std::atomic_signal_fence(std::memory_order_seq_cst);  // whoever looks now looks at the copy
  }
};

}  // namespace omx

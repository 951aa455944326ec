#include "bridge/channel/packet_decoder.hpp"

#include <cstring>

namespace omx {

PacketDecoder::PacketDecoder(std::uint32_t max_payload)
    : max_payload_(max_payload), bytes_(sizeof(PacketHeader) + max_payload) {}

std::span<std::byte> PacketDecoder::space() noexcept {
  if (begin_ != 0) {
    std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  return std::span(bytes_).subspan(end_);
}

Passed PacketDecoder::next(PacketHeader& header, std::span<const std::byte>& payload) noexcept {
  if (fault_ != ChannelFault::none) return Passed::broken;
  if (end_ - begin_ < sizeof header) return Passed::later;
  std::memcpy(&header, bytes_.data() + begin_, sizeof header);
  fault_ = check(header, max_payload_, sequence_);
  if (fault_ != ChannelFault::none) return Passed::broken;
  if (end_ - begin_ - sizeof header < header.length) return Passed::later;
  payload = std::span<const std::byte>(bytes_).subspan(begin_ + sizeof header, header.length);
  begin_ += sizeof header + header.length;
  ++sequence_;
  return Passed::yes;
}

}  // namespace omx

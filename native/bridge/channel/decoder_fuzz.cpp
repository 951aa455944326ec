// Arbitrary bytes as what a socket delivers, and as the memory of a ring.
#include <array>
#include <cstdlib>
#include <cstring>

#include "bridge/channel/packet_decoder.hpp"
#include "bridge/channel/ring_reader.hpp"

namespace {

using namespace omx;

void require(bool condition) {
  if (!condition) std::abort();
}

/// In pieces whose sizes are of the input, too.
void decode(std::span<const std::byte> input) {
  constexpr std::uint32_t max_payload = 64;
  PacketDecoder decoder(max_payload);
  while (!input.empty()) {
    const std::span<std::byte> space = decoder.space();
    require(!space.empty());
    const std::size_t piece =
        std::min({1 + std::to_integer<std::size_t>(input[0]) % 80, space.size(), input.size()});
    std::memcpy(space.data(), input.data(), piece);
    decoder.received(piece);
    input = input.subspan(piece);
    PacketHeader header{};
    std::span<const std::byte> payload;
    Passed passed = Passed::yes;
    while ((passed = decoder.next(header, payload)) == Passed::yes) {
      require(header.length <= max_payload && payload.size() == header.length);
      require(header.sequence + 1 == decoder.sequence());
    }
    if (passed == Passed::broken) return require(decoder.fault() != ChannelFault::none);
  }
}

/// The first eight bytes are the writer's position; a step of the writer follows each packet.
void read_ring(std::span<const std::byte> input) {
  static const SealedMemory memory = SealedMemory::create(ring_bytes_least).value();
  const RingMemory ring = memory.to_server();
  ring.records->read.bytes = 0;
  RtRingReader reader(ring);
  std::uint64_t written = 0;
  std::memcpy(&written, input.data(), std::min(input.size(), sizeof written));
  std::memcpy(ring.bytes, input.data(), std::min<std::size_t>(input.size(), ring.ring_bytes));
  std::array<std::byte, ring_bytes_least> buffer;
  for (int step = 0; step < 64; ++step) {
    ring.records->written.bytes = written;
    PacketHeader header{};
    const Passed passed = reader.read(header, buffer);
    if (passed == Passed::broken) return require(reader.fault() != ChannelFault::none);
    require(passed == Passed::later || header.length <= reader.max_payload());
    reader.flush();
    written += 16;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = std::as_bytes(std::span(data, size));
  decode(input);
  read_ring(input);
  return 0;
}

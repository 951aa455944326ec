/// The shared memory of a channel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/result.hpp"
#include "bridge/channel/unique_fd.hpp"
#include "omx_contracts/channel.hpp"

namespace omx {

/// One ring in the memory: what its ends share, and its bytes.
struct RingMemory {
  RingRecords* records;
  std::byte* bytes;
  std::uint32_t ring_bytes;
};

/// Two rings in a memfd that neither end can shrink, grow or unseal, so that no access can end in SIGBUS for
/// want of a page that was there. Control thread.
class SealedMemory {
public:
  /// Creates the memory, its pages present. `ring_bytes` is rounded up to a power of two within the limits.
  /// Errors: internal (no memfd, no memory).
  static Result<SealedMemory> create(std::uint32_t ring_bytes);
  /// Maps what a peer sent. Believes its seals and its size only. Errors: channel_broken.
  static Result<SealedMemory> open(UniqueFd fd);

  SealedMemory(SealedMemory&& other) noexcept
      : fd_(std::move(other.fd_)), memory_(std::exchange(other.memory_, nullptr)),
        ring_bytes_(other.ring_bytes_) {}
  SealedMemory& operator=(SealedMemory&&) = delete;
  ~SealedMemory();

  /// To pass to a peer.
  int fd() const noexcept { return fd_.get(); }
  std::uint32_t ring_bytes() const noexcept { return ring_bytes_; }
  RingMemory to_server() const noexcept;
  RingMemory to_client() const noexcept;

private:
  SealedMemory(UniqueFd fd, void* memory, std::uint32_t ring_bytes)
      : fd_(std::move(fd)), memory_(static_cast<std::byte*>(memory)), ring_bytes_(ring_bytes) {}
  ChannelPage& page() const noexcept { return *reinterpret_cast<ChannelPage*>(memory_); }

  UniqueFd fd_;
  std::byte* memory_;
  std::uint32_t ring_bytes_;
};

}  // namespace omx

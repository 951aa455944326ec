/// A bounded queue of messages of any size, from one thread to one other.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/rt.hpp"

namespace omx::lv2 {

/// Single producer, single consumer. Memory is taken at construction only; neither side ever waits.
class RtByteRing {
public:
  /// Room for `capacity` bytes (rounded up to a power of two), four of which each message costs beside
  /// itself.
  explicit RtByteRing(std::size_t capacity)
      : mask_(std::bit_ceil(capacity) - 1), bytes_(std::make_unique<std::byte[]>(mask_ + 1)) {}

  std::size_t capacity() const noexcept OMX_RT { return mask_ + 1; }

  /// [producer] False when there is no room for it now.
  bool push(const void* message, std::uint32_t size) noexcept OMX_RT {
    return push(nullptr, 0, message, size);
  }

  /// [producer] One message of two parts.
  bool push(const void* first, std::uint32_t first_size, const void* rest, std::uint32_t rest_size) noexcept
      OMX_RT {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    const std::size_t room = capacity() - (tail - head_.load(std::memory_order_acquire));
    const std::uint64_t size = std::uint64_t{first_size} + rest_size;
    if (size + sizeof(std::uint32_t) > room) return false;
    const auto whole = static_cast<std::uint32_t>(size);
    write(tail, &whole, sizeof whole);
    write(tail + sizeof whole, first, first_size);
    write(tail + sizeof whole + first_size, rest, rest_size);
    tail_.store(tail + sizeof whole + whole, std::memory_order_release);
    return true;
  }

  /// [consumer] Size of the oldest message; 0 when there is none, and for an empty one.
  std::uint32_t next_size() const noexcept OMX_RT {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return 0;
    std::uint32_t size = 0;
    read(head, &size, sizeof size);
    return size;
  }

  bool empty() const noexcept OMX_RT {
    return head_.load(std::memory_order_acquire) == tail_.load(std::memory_order_acquire);
  }

  /// [consumer] Takes the oldest message into `memory`, which has room for it; false when there is none.
  bool pop(void* memory) noexcept OMX_RT {
    if (empty()) return false;
    const std::size_t head = head_.load(std::memory_order_relaxed);
    std::uint32_t size = 0;
    read(head, &size, sizeof size);
    read(head + sizeof size, memory, size);
    head_.store(head + sizeof size + size, std::memory_order_release);
    return true;
  }

private:
  void write(std::size_t at, const void* data, std::size_t size) noexcept OMX_RT {
    if (size == 0 || data == nullptr) return;
    const std::size_t start = at & mask_;
    const std::size_t first = std::min(size, capacity() - start);
    std::memcpy(bytes_.get() + start, data, first);
    std::memcpy(bytes_.get(), static_cast<const std::byte*>(data) + first, size - first);
  }
  void read(std::size_t at, void* data, std::size_t size) const noexcept OMX_RT {
    if (size == 0) return;
    const std::size_t start = at & mask_;
    const std::size_t first = std::min(size, capacity() - start);
    std::memcpy(data, bytes_.get() + start, first);
    std::memcpy(static_cast<std::byte*>(data) + first, bytes_.get(), size - first);
  }

  const std::size_t mask_;
  const std::unique_ptr<std::byte[]> bytes_;
  std::atomic<std::size_t> head_{0};
  std::atomic<std::size_t> tail_{0};
};

}  // namespace omx::lv2

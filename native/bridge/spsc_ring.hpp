/// A bounded queue from one thread to one other, for small trivially copyable values.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "base/rt.hpp"

namespace omx {

/// Single producer, single consumer. Memory is taken at construction only; push and pop never block, so
/// either side may be the audio thread. Head and tail count up for ever and live on cache lines of their own;
/// each side keeps the other's index cached and reads it again only when the ring looks full or empty.
template <typename T>
class SpscRing {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  /// Holds at least `capacity` values (rounded up to a power of two).
  explicit SpscRing(std::size_t capacity)
      : mask_(std::bit_ceil(capacity) - 1), slots_(std::make_unique<T[]>(mask_ + 1)) {}

  /// [producer] Appends a value; false when the ring is full.
  bool push(const T& value) noexcept OMX_RT {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - cached_head_ > mask_) {
      cached_head_ = head_.load(std::memory_order_acquire);
      if (tail - cached_head_ > mask_) return false;
    }
    slots_.get()[tail & mask_] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  /// [consumer] Takes the oldest value; false when there is none.
  bool pop(T& value) noexcept OMX_RT {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == cached_tail_) {
      cached_tail_ = tail_.load(std::memory_order_acquire);
      if (head == cached_tail_) return false;
    }
    value = slots_.get()[head & mask_];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

  /// [either] Whether there was nothing to take at some moment during the call.
  bool empty() const noexcept OMX_RT {
    return head_.load(std::memory_order_acquire) == tail_.load(std::memory_order_acquire);
  }

private:
  static constexpr std::size_t cache_line_bytes = 64;

  const std::size_t mask_;
  const std::unique_ptr<T[]> slots_;
  alignas(cache_line_bytes) std::atomic<std::size_t> head_{0};
  std::size_t cached_tail_ = 0;  // consumer's
  alignas(cache_line_bytes) std::atomic<std::size_t> tail_{0};
  std::size_t cached_head_ = 0;  // producer's
};

}  // namespace omx

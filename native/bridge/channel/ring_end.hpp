/// How the two ends of a ring pass bytes and wake each other; nothing of what the bytes mean.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "base/rt.hpp"
#include "omx_contracts/channel.hpp"

namespace omx {

enum class RingRole { writer, reader };

/// The memory operations of a ring in use. A model checker puts its own in their place.
struct RealSync {
  template <typename T>
  using Atomic = std::atomic<T>;
  static void full_fence() noexcept OMX_RT { std::atomic_thread_fence(std::memory_order_seq_cst); }
};

/// One end of a ring, used by one thread. All but `peer`'s words are private or written by this end alone;
/// what the peer writes is copied, checked, and believed only where it can do no harm: once a position is
/// impossible, broken() says so and no bytes are to be had any more.
///
/// No wake-up is lost: a sleeper says that it sleeps, then looks once more; a waker shows its progress, then
/// looks whether somebody sleeps; a full fence lies between on either side, so that one of the two sees the
/// other (Dekker 1965, as told in Dijkstra, EWD 123). wake_model_test.cpp tries every interleaving.
template <RingRole role, typename Sync = RealSync>
class RtRingEnd {
public:
  using Word32 = typename Sync::template Atomic<std::uint32_t>;
  using Word64 = typename Sync::template Atomic<std::uint64_t>;

  struct Words {
    Word64& position;       ///< this end's
    Word64& peer_position;  ///< the other end's
    Word64& wake_at;        ///< of this end, as are the next
    Word32& sleeping;
    Word64& peer_wake_at;
    Word32& peer_sleeping;
    Word32& interrupted;  ///< private to this process
  };

  RtRingEnd(const Words& words, std::uint32_t ring_bytes) noexcept : words_(words), ring_bytes_(ring_bytes) {}

  std::uint64_t position() const noexcept OMX_RT { return position_; }
  bool broken() const noexcept OMX_RT { return broken_; }
  bool interrupted() const noexcept OMX_RT { return words_.interrupted.load(std::memory_order_relaxed) != 0; }

  /// Bytes that can be written, or read. Looks at the peer's position only when fewer than `wanted` are
  /// known.
  std::uint32_t room(std::uint32_t wanted) noexcept OMX_RT {
    if (known_room() < wanted) look();
    return broken_ ? 0 : known_room();
  }

  /// Whether the peer's position is `wake_at` by now, or never will be.
  bool peer_reached(std::uint64_t wake_at) noexcept OMX_RT {
    look();
    return broken_ || interrupted() || reached(peer_, wake_at);
  }

  /// Counts bytes as written or read, for this end alone until publish().
  void advance(std::uint32_t bytes) noexcept OMX_RT { position_ += bytes; }

  /// Shows the peer how far this end has come. The result is how the peer is to be woken now: sleep_awake for
  /// not at all.
  std::uint32_t publish() noexcept OMX_RT {
    if (published_ == position_) return sleep_awake;
    published_ = position_;
    words_.position.store(position_, std::memory_order_release);
    Sync::full_fence();
    if (words_.peer_sleeping.load(std::memory_order_acquire) == sleep_awake) return sleep_awake;
    if (!reached(position_, words_.peer_wake_at.load(std::memory_order_relaxed))) return sleep_awake;
    return words_.peer_sleeping.exchange(sleep_awake, std::memory_order_acq_rel);
  }

  /// Announces that this end will sleep until the peer's position is `wake_at`. False when there is no need
  /// to: it is there already, the ring is broken, or somebody interrupted. Publish first: the peer may wait
  /// for that.
  bool arm(std::uint64_t wake_at, std::uint32_t kind) noexcept OMX_RT {
    words_.wake_at.store(wake_at, std::memory_order_relaxed);
    words_.sleeping.store(kind, std::memory_order_release);
    Sync::full_fence();
    if (!peer_reached(wake_at)) return true;
    disarm();
    return false;
  }

  /// This end is awake again, whoever woke it.
  void disarm() noexcept OMX_RT { words_.sleeping.store(sleep_awake, std::memory_order_relaxed); }

  /// [any thread of this process] Makes this end give up: arm() says no from now on. The result is how it is
  /// to be woken now.
  std::uint32_t interrupt() noexcept OMX_RT {
    words_.interrupted.store(1, std::memory_order_relaxed);
    Sync::full_fence();
    return words_.sleeping.exchange(sleep_awake, std::memory_order_acq_rel);
  }

  /// All that this end remembers, for the model checker.
  std::array<std::uint64_t, 4> memory() const noexcept { return {position_, published_, peer_, broken_}; }

private:
  static bool reached(std::uint64_t position, std::uint64_t wake_at) noexcept OMX_RT {
    return static_cast<std::int64_t>(position - wake_at) >= 0;
  }

  // Positions are at most a ring apart, which look() sees to, so the differences fit.
  std::uint32_t known_room() const noexcept OMX_RT {
    if constexpr (role == RingRole::writer)
      return ring_bytes_ - static_cast<std::uint32_t>(position_ - peer_);
    else
      return static_cast<std::uint32_t>(peer_ - position_);
  }

  // How far the peer can have come since the last look: a reader to what is published, a writer a ring ahead
  // of it.
  std::uint64_t possible_step() const noexcept OMX_RT {
    if constexpr (role == RingRole::writer)
      return published_ - peer_;
    else
      return ring_bytes_ - (peer_ - published_);
  }

  void look() noexcept OMX_RT {
    const std::uint64_t seen = words_.peer_position.load(std::memory_order_acquire);
    if (seen - peer_ > possible_step())
      broken_ = true;
    else
      peer_ = seen;
  }

  const Words words_;
  const std::uint32_t ring_bytes_;
  std::uint64_t position_ = 0;
  std::uint64_t published_ = 0;
  std::uint64_t peer_ = 0;  // the peer's position when last seen
  bool broken_ = false;
};

}  // namespace omx

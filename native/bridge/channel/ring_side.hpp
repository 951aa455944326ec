/// What writer and reader of a ring have in common: publishing, waking the peer, sleeping.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/rt.hpp"
#include "bridge/channel/packet.hpp"
#include "bridge/channel/ring_end.hpp"
#include "bridge/channel/ring_wake.hpp"
#include "bridge/channel/sealed_memory.hpp"

namespace omx {

/// Between two looks at a word that another processor writes: leaves it the word for a while.
inline void rest_a_moment() noexcept {
  for (int i = 0; i < 8; ++i) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__ARM_ARCH_7A__)
    asm volatile("yield");
#endif
  }
}

/// One thread uses a side; it may be the audio thread for whatever is marked OMX_RT. The memory outlives it.
template <RingRole role>
class RingSide {
public:
  RingSide(const RingSide&) = delete;
  RingSide& operator=(const RingSide&) = delete;

  std::uint32_t max_payload() const noexcept OMX_RT { return max_payload_of(memory_.ring_bytes); }
  /// Number of the next packet.
  std::uint64_t sequence() const noexcept OMX_RT { return sequence_; }
  ChannelFault fault() const noexcept OMX_RT { return end_.broken() ? ChannelFault::position : fault_; }
  /// Bytes written or read since the beginning, headers counted.
  std::uint64_t position() const noexcept OMX_RT { return end_.position(); }

  /// Shows the peer all that was written or read until now, in one go, and wakes it when it sleeps and waits
  /// for that much: the only system call of a side that does not sleep.
  void flush() noexcept OMX_RT { rt_wake(end_.publish(), peer_sleep().sleeping, doorbell_); }

  /// Whether the peer's position is `wake_at` by now, or never will be.
  bool peer_reached(std::uint64_t wake_at) noexcept OMX_RT { return end_.peer_reached(wake_at); }

  /// For poll loops: announces sleep until the peer's position is `wake_at`; the peer then writes into the
  /// eventfd. False when there is work already. Call disarm() after the sleep.
  bool arm(std::uint64_t wake_at) noexcept OMX_RT {
    flush();
    return end_.arm(wake_at, sleep_doorbell);
  }
  void disarm() noexcept OMX_RT { end_.disarm(); }

  /// Sleeps on a futex until the peer's position is `wake_at`, `deadline_ns` of CLOCK_MONOTONIC has come, or
  /// somebody interrupts. Looks for `spin_ns` first, which saves the sleep where the peer is quick and a
  /// processor to spare.
  void sleep(std::uint64_t wake_at, std::uint64_t deadline_ns, std::uint64_t spin_ns = 0) noexcept {
    flush();
    const std::uint64_t spin_until_ns = spin_ns == 0 ? 0 : channel_clock_ns() + spin_ns;
    while (spin_ns != 0 && channel_clock_ns() < spin_until_ns) {
      if (end_.peer_reached(wake_at)) return;
      rest_a_moment();
    }
    while (end_.arm(wake_at, sleep_futex)) {
      futex_sleep(own_sleep().sleeping, deadline_ns);
      end_.disarm();
      if (deadline_ns != never_ns && channel_clock_ns() >= deadline_ns) return;
    }
  }

  /// [any thread of this process] Ends a sleep and forbids the next: for whoever finds out that the peer is
  /// gone.
  void interrupt() noexcept { rt_wake(end_.interrupt(), own_sleep().sleeping, -1); }
  bool interrupted() const noexcept OMX_RT { return end_.interrupted(); }

protected:
  RingSide(const RingMemory& memory, std::uint64_t first_sequence, int doorbell) noexcept
      : memory_(memory), doorbell_(doorbell), end_(words(), memory.ring_bytes), sequence_(first_sequence) {}

  static constexpr bool writes = role == RingRole::writer;

  RingSleep& own_sleep() const noexcept OMX_RT {
    return writes ? memory_.records->writer : memory_.records->reader;
  }
  RingSleep& peer_sleep() const noexcept OMX_RT {
    return writes ? memory_.records->reader : memory_.records->writer;
  }

  const RingMemory memory_;
  const int doorbell_;
  std::atomic<std::uint32_t> interrupted_{0};
  RtRingEnd<role> end_;
  std::uint64_t sequence_;
  ChannelFault fault_ = ChannelFault::none;

private:
  typename RtRingEnd<role>::Words words() noexcept {
    RingPosition& written = memory_.records->written;
    RingPosition& read = memory_.records->read;
    return {
        writes ? written.bytes : read.bytes,
        writes ? read.bytes : written.bytes,
        own_sleep().wake_at,
        own_sleep().sleeping,
        peer_sleep().wake_at,
        peer_sleep().sleeping,
        interrupted_};
  }
};

}  // namespace omx

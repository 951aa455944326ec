/// Log messages of a plugin on their way to control.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "base/rt.hpp"

namespace omx {

/// Takes messages from any thread, the audio thread included, without waiting: a message finds a free slot or
/// is dropped and counted. Long ones are cut. Order is kept as long as control keeps up.
class RtLogBox {
public:
  static constexpr std::uint32_t slot_count = 16;
  static constexpr std::uint32_t message_bytes = 248;

  /// [any thread] False when all slots are full.
  bool post(std::int32_t severity, const char* message) noexcept OMX_RT {
    for (std::uint32_t i = 0; i < slot_count; ++i) {
      Slot& slot = slots_[i];
      std::uint32_t free = slot_free;
      if (!slot.state.compare_exchange_strong(free, slot_written, std::memory_order_acquire)) continue;
      slot.severity = severity;
      copy_cut(slot.text, message);
      slot.state.store(slot_ready, std::memory_order_release);
      return true;
    }
    dropped_.fetch_add(1, std::memory_order_relaxed);
    return false;
  }

  /// [control] Calls `take(severity, text)` for every message, then `take_dropped(count)` if some were lost.
  template <typename Take, typename TakeDropped>
  void collect(Take&& take, TakeDropped&& take_dropped) {
    for (Slot& slot : slots_) {
      if (slot.state.load(std::memory_order_acquire) != slot_ready) continue;
      take(slot.severity, static_cast<const char*>(slot.text));
      slot.state.store(slot_free, std::memory_order_release);
    }
    if (const std::uint32_t lost = dropped_.exchange(0, std::memory_order_relaxed)) take_dropped(lost);
  }

private:
  static constexpr std::uint32_t slot_free = 0;
  static constexpr std::uint32_t slot_written = 1;
  static constexpr std::uint32_t slot_ready = 2;

  struct Slot {
    std::atomic<std::uint32_t> state{slot_free};
    std::int32_t severity = 0;
    char text[message_bytes];
  };

  static void copy_cut(char (&to)[message_bytes], const char* from) noexcept OMX_RT {
    std::uint32_t length = 0;
    while (length + 1 < message_bytes && from[length] != '\0') {
      to[length] = from[length];
      ++length;
    }
    to[length] = '\0';
  }

  std::array<Slot, slot_count> slots_;
  std::atomic<std::uint32_t> dropped_{0};
};

}  // namespace omx

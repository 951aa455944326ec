/// Writing the status page from the audio thread.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

#include "base/rt.hpp"
#include "omx_contracts/status_page.hpp"

namespace omx {

/// A counter has one writer: a load and a store will do where an atomic addition would lock the bus.
template <typename Word>
inline void add_to(std::atomic<Word>& counter, Word amount) noexcept OMX_RT {
  counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

template <typename Word>
inline void raise_to(std::atomic<Word>& maximum, Word value) noexcept OMX_RT {
  if (value > maximum.load(std::memory_order_relaxed)) maximum.store(value, std::memory_order_relaxed);
}

/// Bucket of a time in the page's log-linear histograms: four per octave from 16 ns on.
inline constexpr std::uint32_t bucket_of_ns(std::uint32_t ns) noexcept OMX_RT {
  constexpr std::uint32_t first_octave = 4;
  if (ns < 1u << first_octave) return 0;
  const auto octave = static_cast<std::uint32_t>(std::bit_width(ns)) - 1;
  const std::uint32_t quarter = ns >> (octave - 2) & 3;
  const std::uint32_t bucket = 4 * (octave - first_octave) + quarter;
  return bucket < histogram_buckets ? bucket : histogram_buckets - 1;
}

/// Notes a time in the busy fields and the histogram of a client or an instance.
template <typename Record>
inline void record_busy(Record& record, std::uint64_t elapsed_ns) noexcept OMX_RT {
  const auto ns = static_cast<std::uint32_t>(elapsed_ns < UINT32_MAX ? elapsed_ns : UINT32_MAX);
  add_to(record.busy_ns, std::uint64_t{ns});
  record.busy_last_ns.store(ns, std::memory_order_relaxed);
  raise_to(record.busy_max_ns, ns);
  add_to(record.histogram[bucket_of_ns(ns)], 1u);
}

/// Says in a client's blame register which instance its audio thread is inside of, while it lives.
class [[nodiscard]] RtBlame {
public:
  RtBlame(StatusClient* client, std::uint32_t instance_number, PluginCall call) noexcept OMX_RT
      : client_(client) {
    if (client_ == nullptr) return;
    client_->blame_call.store(static_cast<std::uint32_t>(call), std::memory_order_relaxed);
    client_->blame_instance.store(instance_number + 1, std::memory_order_relaxed);
  }
  ~RtBlame() OMX_RT {
    if (client_ != nullptr) client_->blame_instance.store(0, std::memory_order_relaxed);
  }
  RtBlame(const RtBlame&) = delete;
  RtBlame& operator=(const RtBlame&) = delete;

private:
  StatusClient* const client_;
};

}  // namespace omx

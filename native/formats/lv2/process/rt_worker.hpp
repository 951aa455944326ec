/// Work that a plugin does elsewhere, as the audio thread sees it.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include <lv2/worker/worker.h>
#include <semaphore.h>

#include "base/rt.hpp"
#include "formats/lv2/process/rt_byte_ring.hpp"

namespace omx::lv2 {

struct RtLv2;

/// Messages to the pool and answers from it. The audio thread schedules and takes the answers; a thread of
/// the pool works, one at a time per plugin.
struct RtWorker {
  static constexpr std::uint32_t ring_bytes = 16384;

  /// [control] `pool_wake` outlives it.
  explicit RtWorker(sem_t& pool_wake) : wake(pool_wake) {}

  RtByteRing requests{ring_bytes};
  RtByteRing responses{ring_bytes};
  std::atomic<std::uint32_t> waiting{0};  ///< requests that have not been worked off
  sem_t& wake;
  const LV2_Worker_Interface* interface = nullptr;  ///< the plugin's
  std::vector<std::uint64_t> response = std::vector<std::uint64_t>(ring_bytes / sizeof(std::uint64_t));
};

/// The plugin's schedule_work() of its run(). Refused when too much waits already.
LV2_Worker_Status rt_schedule(RtWorker& worker, std::uint32_t size, const void* data) noexcept OMX_RT;

/// After a run: hands the answers that are there over to the plugin, and tells it that the cycle has ended.
/// When rendering offline it waits until all work is done, so that every render is alike.
void rt_answer(RtLv2& p, RtWorker& worker) noexcept OMX_RT;

}  // namespace omx::lv2

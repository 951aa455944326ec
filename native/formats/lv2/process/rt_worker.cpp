#include "formats/lv2/process/rt_worker.hpp"

#include <unistd.h>

#include "formats/clap/process/foreign_call.hpp"
#include "formats/lv2/process/rt_lv2.hpp"

namespace omx::lv2 {

namespace {

/// Never blocks: it adds to a counter and may wake a sleeper.
void ring(sem_t& wake) noexcept OMX_RT {
  const RtExempt allowed_by_design;
  OMX_RT_UNCHECKED_BEGIN
  sem_post(&wake);
  OMX_RT_UNCHECKED_END
}

/// Offline rendering has no deadline.
void wait_for_work(const RtWorker& worker) noexcept OMX_RT {
  const RtExempt not_in_real_time;
  OMX_RT_UNCHECKED_BEGIN
  while (worker.waiting.load(std::memory_order_acquire) > 0) usleep(100);
  OMX_RT_UNCHECKED_END
}

}  // namespace

LV2_Worker_Status rt_schedule(RtWorker& worker, std::uint32_t size, const void* data) noexcept OMX_RT {
  worker.waiting.fetch_add(1, std::memory_order_acq_rel);
  if (!worker.requests.push(data, size)) {
    worker.waiting.fetch_sub(1, std::memory_order_acq_rel);
    return LV2_WORKER_ERR_NO_SPACE;
  }
  ring(worker.wake);
  return LV2_WORKER_SUCCESS;
}

void rt_answer(RtLv2& p, RtWorker& worker) noexcept OMX_RT {
  if (p.offline.load(std::memory_order_relaxed)) wait_for_work(worker);
  const LV2_Worker_Interface& plugin = *worker.interface;
  while (!worker.responses.empty()) {
    const std::uint32_t size = worker.responses.next_size();
    worker.responses.pop(worker.response.data());
    if (plugin.work_response != nullptr)
      call_plugin(plugin.work_response, p.handle, size, static_cast<const void*>(worker.response.data()));
  }
  if (plugin.end_run != nullptr) call_plugin(plugin.end_run, p.handle);
}

}  // namespace omx::lv2

/// Threads that do what plugins may not do on the audio thread.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <semaphore.h>

#include "formats/lv2/process/rt_worker.hpp"

namespace omx::lv2 {

/// A plugin that has work done: serial for it, whoever does it.
class WorkerClient {
public:
  /// `interface` and `handle` are the plugin's.
  WorkerClient(sem_t& wake, const LV2_Worker_Interface& interface, LV2_Handle handle);

  RtWorker rt;

private:
  friend class WorkerPool;
  void work_all();
  void work(std::uint32_t size, const void* data);

  const LV2_Handle handle_;
  std::vector<std::uint64_t> request_;
  bool busy_ = false;  // under the pool's mutex
};

/// One per process, as long as a plugin needs it. A thread sleeps until a plugin schedules work.
class WorkerPool {
public:
  static std::shared_ptr<WorkerPool> shared();

  WorkerPool();
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  sem_t& wake() { return wake_; }

  /// [control]
  void add(WorkerClient& client);
  /// [control] Waits for the work under way; none is begun for it any more.
  void remove(WorkerClient& client);

  /// [control] While it lives, no thread of the pool works for the client. Waits for the work under way.
  class Pause {
  public:
    Pause(WorkerPool& pool, WorkerClient& client);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

    /// Works here and now; answers reach the plugin after its next run.
    LV2_Worker_Status work(std::uint32_t size, const void* data);

  private:
    WorkerPool& pool_;
    WorkerClient& client_;
  };

private:
  void run();
  WorkerClient* take();

  sem_t wake_;
  std::mutex mutex_;
  std::condition_variable idle_;
  std::vector<WorkerClient*> clients_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace omx::lv2

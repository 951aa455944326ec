#include "formats/lv2/worker/worker_pool.hpp"

#include <algorithm>

#include <pthread.h>

namespace omx::lv2 {

namespace {

/// Two, so that one plugin that loads a long file does not keep all others waiting.
constexpr std::size_t thread_count = 2;

LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, std::uint32_t size, const void* data) {
  auto& rt = *static_cast<RtWorker*>(handle);
  return rt.responses.push(data, size) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE;
}

}  // namespace

WorkerClient::WorkerClient(sem_t& wake, const LV2_Worker_Interface& interface, LV2_Handle handle)
    : rt(wake), handle_(handle), request_(RtWorker::ring_bytes / sizeof(std::uint64_t)) {
  rt.interface = &interface;
}

void WorkerClient::work(std::uint32_t size, const void* data) {
  rt.interface->work(handle_, respond, &rt, size, data);
}

void WorkerClient::work_all() {
  while (!rt.requests.empty()) {
    const std::uint32_t size = rt.requests.next_size();
    rt.requests.pop(request_.data());
    work(size, request_.data());
    rt.waiting.fetch_sub(1, std::memory_order_acq_rel);
  }
}

std::shared_ptr<WorkerPool> WorkerPool::shared() {
  static std::weak_ptr<WorkerPool> known;
  auto pool = known.lock();
  if (pool == nullptr) {
    pool = std::make_shared<WorkerPool>();
    known = pool;
  }
  return pool;
}

WorkerPool::WorkerPool() {
  sem_init(&wake_, 0, 0);
  for (std::size_t i = 0; i < thread_count; ++i) {
    threads_.emplace_back([this] { run(); });
    pthread_setname_np(threads_.back().native_handle(), "lv2-work");
  }
}

WorkerPool::~WorkerPool() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  for (std::size_t i = 0; i < thread_count; ++i) sem_post(&wake_);
  for (std::thread& thread : threads_) thread.join();
  sem_destroy(&wake_);
}

void WorkerPool::run() {
  while (true) {
    while (sem_wait(&wake_) != 0) {
    }
    while (WorkerClient* const client = take()) {
      client->work_all();
      const std::scoped_lock lock(mutex_);
      client->busy_ = false;
      idle_.notify_all();
    }
    const std::scoped_lock lock(mutex_);
    if (ending_) return;
  }
}

WorkerClient* WorkerPool::take() {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find_if(
      clients_, [](const WorkerClient* client) { return !client->busy_ && !client->rt.requests.empty(); });
  if (found == clients_.end()) return nullptr;
  (*found)->busy_ = true;
  return *found;
}

void WorkerPool::add(WorkerClient& client) {
  const std::scoped_lock lock(mutex_);
  clients_.push_back(&client);
}

void WorkerPool::remove(WorkerClient& client) {
  std::unique_lock lock(mutex_);
  std::erase(clients_, &client);
  idle_.wait(lock, [&] { return !client.busy_; });
}

WorkerPool::Pause::Pause(WorkerPool& pool, WorkerClient& client) : pool_(pool), client_(client) {
  std::unique_lock lock(pool_.mutex_);
  pool_.idle_.wait(lock, [&] { return !client_.busy_; });
  client_.busy_ = true;
}

WorkerPool::Pause::~Pause() {
  {
    const std::scoped_lock lock(pool_.mutex_);
    client_.busy_ = false;
  }
  sem_post(&pool_.wake_);  // what was scheduled meanwhile
}

LV2_Worker_Status WorkerPool::Pause::work(std::uint32_t size, const void* data) {
  client_.work(size, data);
  return LV2_WORKER_SUCCESS;
}

}  // namespace omx::lv2

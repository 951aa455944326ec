#include "bridge/status_page_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <new>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace omx {

namespace {

Error unwritable(const std::string& path, int error) {
  return {ErrorCode::file_unwritable, path + ": " + std::strerror(error)};
}

std::uint64_t monotonic_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

// Null on failure, with errno set.
void* map(int fd) {
  if (const int error = posix_fallocate(fd, 0, sizeof(StatusPage)); error != 0) {
    errno = error;
    return nullptr;
  }
  void* const memory =
      mmap(nullptr, sizeof(StatusPage), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
  if (memory == MAP_FAILED) return nullptr;
  mlock(memory, sizeof(StatusPage));  // where the limit forbids it, the page is at least present now
  return memory;
}

void describe_page(StatusHeader& header) {
  header.version = status_version;
  header.page_bytes = sizeof(StatusPage);
  header.client_capacity = client_capacity;
  header.instance_capacity = instance_capacity;
  header.pid = static_cast<std::uint32_t>(getpid());
  header.start_ns = monotonic_ns();
  header.magic.store(status_magic, std::memory_order_release);  // last: from now on the page may be read
}

template <typename Record, std::size_t count>
Record* take_free(Record (&records)[count]) {
  for (Record& record : records) {
    if (record.used.load(std::memory_order_relaxed) == 0) return new (&record) Record{};
  }
  return nullptr;
}

}  // namespace

Result<std::unique_ptr<StatusPageFile>> StatusPageFile::create(const std::string& path) {
  // A page that somebody still reads keeps its contents: a new file takes its name.
  unlink(path.c_str());
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return unwritable(path, errno);
  void* const memory = map(fd);
  const int error = errno;
  close(fd);
  if (memory == nullptr) {
    unlink(path.c_str());
    return unwritable(path, error);
  }
  auto* const page = new (memory) StatusPage{};
  describe_page(page->header);
  return std::unique_ptr<StatusPageFile>(new StatusPageFile(path, page));
}

StatusPageFile::~StatusPageFile() {
  munmap(page_, sizeof(StatusPage));
}

void StatusPageFile::remove() {
  unlink(path_.c_str());
}

StatusClient*
StatusPageFile::add_client(std::string_view name, std::uint32_t sample_rate_hz, std::uint32_t block_frames) {
  StatusClient* const client = take_free(page_->clients);
  if (client == nullptr) return nullptr;
  describe_client(*client, name, sample_rate_hz, block_frames);
  client->used.store(1, std::memory_order_release);
  return client;
}

// The fences keep the words between the two stores of the sequence, for readers that check it before and
// after.
void StatusPageFile::describe_client(
    StatusClient& client, std::string_view name, std::uint32_t sample_rate_hz, std::uint32_t block_frames) {
  const std::uint32_t sequence = client.sequence.load(std::memory_order_relaxed);
  client.sequence.store(sequence + 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  const std::size_t length = std::min(name.size(), sizeof client.name - 1);
  std::memcpy(client.name, name.data(), length);
  std::memset(client.name + length, 0, sizeof client.name - length);
  client.sample_rate.store(sample_rate_hz, std::memory_order_relaxed);
  client.block_frames.store(block_frames, std::memory_order_relaxed);
  client.sequence.store(sequence + 2, std::memory_order_release);
}

void StatusPageFile::remove_client(StatusClient& client) {
  client.used.store(0, std::memory_order_release);
}

StatusInstance* StatusPageFile::add_instance(std::uint32_t number, const StatusClient& client) {
  StatusInstance* const instance = take_free(page_->instances);
  if (instance == nullptr) return nullptr;
  instance->instance.store(number, std::memory_order_relaxed);
  instance->client.store(static_cast<std::uint32_t>(&client - page_->clients), std::memory_order_relaxed);
  instance->used.store(1, std::memory_order_release);
  return instance;
}

void StatusPageFile::remove_instance(StatusInstance& instance) {
  instance.used.store(0, std::memory_order_release);
}

}  // namespace omx

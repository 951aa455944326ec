#include "bridge/channel/sealed_memory.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace omx {

namespace {

constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

constexpr std::uint32_t total_bytes_of(std::uint32_t ring_bytes) {
  return rings_offset + 2 * ring_bytes;
}

Error failed(const char* what) {
  return {ErrorCode::internal, std::string(what) + ": " + std::strerror(errno)};
}

Error broken(const char* why) {
  return {ErrorCode::channel_broken, std::string("the shared memory that was offered ") + why};
}

void* map(int fd, std::uint32_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
  if (memory == MAP_FAILED) return nullptr;
  mlock(memory, bytes);  // where the limit forbids it, the pages are at least present now
  return memory;
}

}  // namespace

Result<SealedMemory> SealedMemory::create(std::uint32_t ring_bytes) {
  const std::uint32_t rounded = std::bit_ceil(std::clamp(ring_bytes, ring_bytes_least, ring_bytes_most));
  const std::uint32_t bytes = total_bytes_of(rounded);
  UniqueFd fd(memfd_create("omx-channel", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) return failed("memfd_create");
  if (const int error = posix_fallocate(fd.get(), 0, bytes); error != 0) {
    errno = error;
    return failed("no memory for a channel");
  }
  if (fcntl(fd.get(), F_ADD_SEALS, seals) != 0) return failed("sealing memory");
  void* const memory = map(fd.get(), bytes);
  if (memory == nullptr) return failed("mapping memory");
  auto& header = (new (memory) ChannelPage{})->header;
  header.version = channel_version;
  header.total_bytes = bytes;
  header.ring_bytes = rounded;
  header.magic = channel_magic;
  return SealedMemory(std::move(fd), memory, rounded);
}

Result<SealedMemory> SealedMemory::open(UniqueFd fd) {
  const int found_seals = fcntl(fd.get(), F_GET_SEALS);
  if (found_seals < 0 || (found_seals & seals) != seals) return broken("is not sealed");
  struct stat info{};
  if (fstat(fd.get(), &info) != 0 || info.st_size < rings_offset ||
      info.st_size > total_bytes_of(ring_bytes_most))
    return broken("has an impossible size");
  const auto bytes = static_cast<std::uint32_t>(info.st_size);
  const std::uint32_t ring_bytes = (bytes - rings_offset) / 2;
  if (ring_bytes < ring_bytes_least || !std::has_single_bit(ring_bytes) ||
      total_bytes_of(ring_bytes) != bytes)
    return broken("does not hold two rings");
  void* const memory = map(fd.get(), bytes);
  if (memory == nullptr) return broken("cannot be mapped");
  SealedMemory opened(std::move(fd), memory, ring_bytes);
  const ChannelHeader& header = opened.page().header;
  if (header.magic != channel_magic || header.version != channel_version)
    return broken("is of another version");
  if (header.total_bytes != bytes || header.ring_bytes != ring_bytes) return broken("contradicts its size");
  return opened;
}

SealedMemory::~SealedMemory() {
  if (memory_ != nullptr) munmap(memory_, total_bytes_of(ring_bytes_));
}

RingMemory SealedMemory::to_server() const noexcept {
  return {&page().to_server, memory_ + rings_offset, ring_bytes_};
}

RingMemory SealedMemory::to_client() const noexcept {
  return {&page().to_client, memory_ + rings_offset + ring_bytes_, ring_bytes_};
}

}  // namespace omx

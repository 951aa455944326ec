#include "bridge/stage/stage_memory.hpp"

#include <cerrno>
#include <cstring>
#include <new>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace omx {

namespace {

constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

constexpr std::size_t whole_pages(std::size_t bytes) {
  return (bytes + stage_page_bytes - 1) / stage_page_bytes * stage_page_bytes;
}

std::size_t channel_bytes(const StageShape& shape) {
  return (shape.max_frames * sizeof(float) + 63) / 64 * 64;
}

std::size_t turn_offset(const StageShape& shape) {
  return whole_pages(sizeof(StageClientPart) + shape.input_channels * channel_bytes(shape));
}

std::size_t stage_offset(const StageShape& shape) {
  return turn_offset(shape) + stage_page_bytes;
}

std::size_t memory_bytes(const StageShape& shape) {
  return stage_offset(shape) +
         whole_pages(sizeof(StageOwnPart) + shape.output_channels * channel_bytes(shape));
}

bool within_limits(const StageShape& shape) {
  return shape.max_frames > 0 && shape.max_frames <= stage_frame_limit &&
         shape.input_channels <= stage_channel_limit && shape.output_channels <= stage_channel_limit;
}

Error system_error(const char* what) {
  return {ErrorCode::out_of_memory, std::string(what) + ": " + std::strerror(errno)};
}

Error broken(const char* why) {
  return {ErrorCode::internal, why};
}

// Closes unless it is let go.
class Descriptor {
public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  int let_go() { return std::exchange(fd_, -1); }

private:
  int fd_;
};

// The header as the creator wrote it, copied before it is checked.
Result<StageShape> read_shape(int fd) {
  struct stat info{};
  if (fstat(fd, &info) != 0) return broken("the memory has no size");
  if ((fcntl(fd, F_GET_SEALS) & seals) != seals) return broken("the memory is not sealed");
  std::uint32_t words[6]{};
  static_assert(sizeof words <= sizeof(StageHeader));
  if (pread(fd, words, sizeof words, 0) != static_cast<ssize_t>(sizeof words))
    return broken("the memory is too small");
  if (words[0] != stage_magic || words[1] != stage_version)
    return broken("it was written for another version");
  const StageShape shape{words[3], words[4], words[5]};
  if (!within_limits(shape)) return broken("its shape is out of range");
  const std::size_t bytes = memory_bytes(shape);
  if (words[2] != bytes || static_cast<std::size_t>(info.st_size) != bytes)
    return broken("its size does not fit its shape");
  return shape;
}

void describe(StageHeader& header, const StageShape& shape) {
  header.version = stage_version;
  header.memory_bytes = static_cast<std::uint32_t>(memory_bytes(shape));
  header.max_frames = shape.max_frames;
  header.input_channels = shape.input_channels;
  header.output_channels = shape.output_channels;
  header.magic = stage_magic;
}

}  // namespace

StageMemory::StageMemory(int fd, std::byte* base, const StageShape& shape)
    : fd_(fd), base_(base), shape_(shape), channel_bytes_(omx::channel_bytes(shape)),
      stage_offset_(omx::stage_offset(shape)),
      turn_(*reinterpret_cast<StageTurn*>(base + turn_offset(shape))) {}

Result<std::unique_ptr<StageMemory>> StageMemory::map(int fd, const StageShape& shape, End end) {
  const std::size_t bytes = memory_bytes(shape);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
  if (memory == MAP_FAILED) return system_error("mmap");
  auto* const base = static_cast<std::byte*>(memory);
  if (end == End::client) {
    describe((new (base) StageClientPart{})->header, shape);
    new (base + turn_offset(shape)) StageTurn{};
    new (base + omx::stage_offset(shape)) StageOwnPart{};
    mprotect(base + omx::stage_offset(shape), bytes - omx::stage_offset(shape), PROT_READ);
  } else {
    mprotect(base, turn_offset(shape), PROT_READ);
  }
  mlock(base, bytes);  // where the limit forbids it, the memory is at least present now
  return std::unique_ptr<StageMemory>(new StageMemory(fd, base, shape));
}

Result<std::unique_ptr<StageMemory>> StageMemory::create(const StageShape& shape) {
  if (!within_limits(shape))
    return Error{ErrorCode::capacity, "a bridged plugin has 64 channels each way at most"};
  Descriptor fd(memfd_create("omx-stage", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (fd.get() < 0) return system_error("memfd_create");
  if (ftruncate(fd.get(), static_cast<off_t>(memory_bytes(shape))) != 0) return system_error("ftruncate");
  if (fcntl(fd.get(), F_ADD_SEALS, seals) != 0) return system_error("F_ADD_SEALS");
  auto mapped = map(fd.get(), shape, End::client);
  if (mapped) fd.let_go();
  return mapped;
}

Result<std::unique_ptr<StageMemory>> StageMemory::open(int raw_fd) {
  Descriptor fd(raw_fd);
  const Result<StageShape> shape = read_shape(fd.get());
  if (!shape) return shape.error();
  auto mapped = map(fd.get(), shape.value(), End::stage);
  if (mapped) fd.let_go();
  return mapped;
}

StageMemory::~StageMemory() {
  munmap(base_, memory_bytes(shape_));
  close(fd_);
}

}  // namespace omx

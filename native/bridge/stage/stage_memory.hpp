/// The sealed memory between a client and a stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/result.hpp"
#include "base/rt.hpp"
#include "bridge/stage/turn_word.hpp"

namespace omx {

struct StageShape {
  std::uint32_t max_frames = 0;
  std::uint32_t input_channels = 0;
  std::uint32_t output_channels = 0;
};

/// A mapping of the memory, present and locked where that is allowed. Each end may write its own part and the
/// turn; the other's part is read-only to it, so that a stage that runs wild reaches nothing but its own.
class StageMemory {
public:
  /// [control, client] New memory, sealed against change of its size. Errors: capacity (more channels or
  /// frames than the layout allows), out_of_memory.
  static Result<std::unique_ptr<StageMemory>> create(const StageShape& shape);
  /// [control, stage] Takes over a descriptor. Error: internal (not such a memory, not sealed, or of
  /// another version).
  static Result<std::unique_ptr<StageMemory>> open(int fd);

  ~StageMemory();
  StageMemory(const StageMemory&) = delete;
  StageMemory& operator=(const StageMemory&) = delete;

  int fd() const noexcept { return fd_; }
  const StageShape& shape() const noexcept OMX_RT { return shape_; }

  StageClientPart& client() noexcept OMX_RT { return *reinterpret_cast<StageClientPart*>(base_); }
  StageOwnPart& stage() noexcept OMX_RT { return *reinterpret_cast<StageOwnPart*>(base_ + stage_offset_); }
  TurnWord& turn() noexcept OMX_RT { return turn_; }

  /// Samples of a channel, `max_frames` of them.
  float* input(std::uint32_t channel) noexcept OMX_RT {
    return reinterpret_cast<float*>(base_ + sizeof(StageClientPart) + channel * channel_bytes_);
  }
  float* output(std::uint32_t channel) noexcept OMX_RT {
    return reinterpret_cast<float*>(base_ + stage_offset_ + sizeof(StageOwnPart) + channel * channel_bytes_);
  }

private:
  enum class End : std::uint8_t { client, stage };

  StageMemory(int fd, std::byte* base, const StageShape& shape);
  static Result<std::unique_ptr<StageMemory>> map(int fd, const StageShape& shape, End end);

  const int fd_;
  std::byte* const base_;
  const StageShape shape_;
  const std::size_t channel_bytes_;
  const std::size_t stage_offset_;
  TurnWord turn_;
};

}  // namespace omx

/// Sequences of timed atoms in a port's buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <lv2/atom/atom.h>
#include <lv2/urid/urid.h>

#include "base/rt.hpp"

namespace omx::lv2 {

/// Sizes in atoms are padded to this.
inline constexpr std::uint32_t atom_alignment = 8;

inline std::uint32_t padded(std::uint32_t size) noexcept OMX_RT {
  return (size + atom_alignment - 1) & ~(atom_alignment - 1);
}

/// Appends to a sequence. Events are to come in the order of their times.
class RtSequenceWriter {
public:
  /// Makes `buffer` of `capacity` bytes an empty sequence. Frames are its unit of time.
  static void clear(LV2_Atom_Sequence* buffer, LV2_URID sequence) noexcept OMX_RT {
    buffer->atom = {sizeof(LV2_Atom_Sequence_Body), sequence};
    buffer->body = {0, 0};
  }

  /// False when it does not fit.
  static bool append(
      LV2_Atom_Sequence* buffer, std::uint32_t capacity, std::int64_t time, LV2_URID type, const void* body,
      std::uint32_t size) noexcept OMX_RT {
    const std::uint32_t used = static_cast<std::uint32_t>(sizeof(LV2_Atom)) + buffer->atom.size;
    const std::uint64_t need = sizeof(LV2_Atom_Event) + std::uint64_t{size} + atom_alignment;
    if (used + need > capacity) return false;
    auto* const event = reinterpret_cast<LV2_Atom_Event*>(reinterpret_cast<std::byte*>(buffer) + used);
    event->time.frames = time;
    event->body = {size, type};
    std::memcpy(event + 1, body, size);
    buffer->atom.size += static_cast<std::uint32_t>(sizeof(LV2_Atom_Event)) + padded(size);
    return true;
  }
};

/// Walks through what a plugin wrote, and ends where it would leave the buffer.
class RtSequenceReader {
public:
  RtSequenceReader(const LV2_Atom_Sequence* buffer, std::uint32_t capacity, LV2_URID sequence) noexcept OMX_RT
      : at_(reinterpret_cast<const std::byte*>(buffer) + sizeof(LV2_Atom_Sequence)),
        end_(at_) {
    const bool is_one = buffer->atom.type == sequence &&
                        buffer->atom.size >= sizeof(LV2_Atom_Sequence_Body) &&
                        buffer->atom.size <= capacity - sizeof(LV2_Atom);
    if (is_one) end_ = at_ + (buffer->atom.size - sizeof(LV2_Atom_Sequence_Body));
  }

  /// The next event, null at the end.
  const LV2_Atom_Event* next() noexcept OMX_RT {
    const auto left = static_cast<std::uint64_t>(end_ - at_);
    if (left < sizeof(LV2_Atom_Event)) return nullptr;
    const auto* const event = reinterpret_cast<const LV2_Atom_Event*>(at_);
    const std::uint64_t size = sizeof(LV2_Atom_Event) + std::uint64_t{event->body.size};
    if (size > left) return nullptr;
    const std::uint64_t step = (size + atom_alignment - 1) & ~std::uint64_t{atom_alignment - 1};
    at_ += step < left ? step : left;
    return event;
  }

private:
  const std::byte* at_;
  const std::byte* end_;
};

}  // namespace omx::lv2

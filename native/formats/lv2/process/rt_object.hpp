/// Atom objects: messages made of properties.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <lv2/atom/atom.h>
#include <lv2/urid/urid.h>

#include "base/rt.hpp"
#include "formats/lv2/process/rt_sequence.hpp"

namespace omx::lv2 {

/// Builds an object's body in memory of a fixed size. What does not fit makes it bad for good.
class RtObjectBuilder {
public:
  RtObjectBuilder(std::span<std::byte> memory, LV2_URID type) noexcept OMX_RT : memory_(memory) {
    const LV2_Atom_Object_Body head{0, type};
    append(&head, sizeof head);
  }

  void put(LV2_URID key, LV2_URID type, const void* value, std::uint32_t size) noexcept OMX_RT {
    const LV2_Atom_Property_Body head{key, 0, {size, type}};
    append(&head, sizeof head);
    append(value, size);
    constexpr std::array<std::byte, atom_alignment> zeros{};
    append(zeros.data(), padded(size) - size);
  }
  template <typename Value>
  void put(LV2_URID key, LV2_URID type, Value value) noexcept OMX_RT {
    put(key, type, &value, sizeof value);
  }

  bool good() const noexcept OMX_RT { return good_; }
  const std::byte* data() const noexcept OMX_RT { return memory_.data(); }
  std::uint32_t size() const noexcept OMX_RT { return size_; }

private:
  void append(const void* data, std::uint32_t size) noexcept OMX_RT {
    if (!good_ || size > memory_.size() - size_) {
      good_ = false;
      return;
    }
    std::memcpy(memory_.data() + size_, data, size);
    size_ += size;
  }

  const std::span<std::byte> memory_;
  std::uint32_t size_ = 0;
  bool good_ = true;
};

/// Reads an object's body, never past its size.
class RtObjectReader {
public:
  RtObjectReader(const void* body, std::uint32_t size) noexcept OMX_RT
      : data_(static_cast<const std::byte*>(body)),
        size_(size) {}

  LV2_URID type() const noexcept OMX_RT {
    return size_ >= sizeof(LV2_Atom_Object_Body) ? reinterpret_cast<const LV2_Atom_Object_Body*>(data_)->otype
                                                 : 0;
  }

  /// The next property, null at the end. Its value lies within the object.
  const LV2_Atom_Property_Body* next() noexcept OMX_RT {
    if (size_ < at_ || size_ - at_ < sizeof(LV2_Atom_Property_Body)) return nullptr;
    const auto* const property = reinterpret_cast<const LV2_Atom_Property_Body*>(data_ + at_);
    const std::uint64_t whole = sizeof(LV2_Atom_Property_Body) + std::uint64_t{property->value.size};
    if (whole > size_ - at_) return nullptr;
    at_ += static_cast<std::size_t>((whole + atom_alignment - 1) & ~std::uint64_t{atom_alignment - 1});
    return property;
  }

  /// The value of a property, null when there is none.
  static const LV2_Atom* find(const void* body, std::uint32_t size, LV2_URID key) noexcept OMX_RT {
    RtObjectReader reader(body, size);
    while (const LV2_Atom_Property_Body* const property = reader.next()) {
      if (property->key == key) return &property->value;
    }
    return nullptr;
  }

private:
  const std::byte* const data_;
  const std::size_t size_;
  std::size_t at_ = sizeof(LV2_Atom_Object_Body);
};

}  // namespace omx::lv2

/// Messages between a worker and the process of a bridged plugin: what is in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace omx {

/// What a message is. Requests come from the worker and have one `reply` each, in order; `news` come unasked.
/// Both ends are of one build, so that fields need no names; they stand beside each kind.
enum class LinkKind : std::uint32_t {
  load,  ///< text path (empty for LV2), text id (may be empty), number, flag offline → outcome, text id, name
  describe,    ///< → LinkDescription
  activate,    ///< f64 rate, u32 frames, descriptor of the memory → outcome, u32 latency
  deactivate,  ///< → outcome
  set_param,   ///< u32 id, f64 value; only while inactive → outcome
  get_param,   ///< u32 id → flag, f64 value
  to_text,     ///< u32 id, f64 value → text
  from_text,   ///< u32 id, text → flag, f64 value
  save,        ///< → outcome, bytes
  restore,     ///< bytes → outcome
  preset,      ///< text path, text key → outcome
  offline,     ///< flag → outcome, flag
  reply,
  news,  ///< LinkNews, u32 flags or severity, text
};

enum class LinkNews : std::uint32_t { params, restart, dirty, log, ports };

/// Builds the payload of a message.
class MessageWriter {
public:
  template <typename Number>
    requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  MessageWriter& put(Number number) {
    return raw(&number, sizeof number);
  }
  MessageWriter& text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    return raw(text.data(), text.size());
  }
  MessageWriter& bytes(std::span<const std::byte> bytes) {
    put(static_cast<std::uint32_t>(bytes.size()));
    return raw(bytes.data(), bytes.size());
  }
  std::span<const std::byte> payload() const { return payload_; }

private:
  MessageWriter& raw(const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(data);
    payload_.insert(payload_.end(), first, first + size);
    return *this;
  }

  std::vector<std::byte> payload_;
};

/// Reads a payload that anybody may have written: beyond its end everything is zero, and ok() says so.
class MessageReader {
public:
  explicit MessageReader(std::span<const std::byte> payload) : rest_(payload) {}

  template <typename Number>
    requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  Number take() {
    if constexpr (std::is_same_v<Number, bool>)
      return take<std::uint8_t>() != 0;
    else {
      Number number{};
      if (const auto bytes = cut(sizeof number); !bytes.empty())
        std::memcpy(&number, bytes.data(), sizeof number);
      return number;
    }
  }
  std::string text() {
    const auto bytes = cut(take<std::uint32_t>());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  std::vector<std::byte> bytes() {
    const auto bytes = cut(take<std::uint32_t>());
    return {bytes.begin(), bytes.end()};
  }
  /// How many elements follow, each of at least `least_bytes`: never more than there is room for.
  std::uint32_t count(std::size_t least_bytes) {
    const auto wanted = take<std::uint32_t>();
    if (wanted <= rest_.size() / least_bytes) return wanted;
    ok_ = false;
    return 0;
  }
  bool ok() const { return ok_; }

private:
  std::span<const std::byte> cut(std::size_t size) {
    if (size > rest_.size()) {
      ok_ = false;
      rest_ = {};
      return {};
    }
    const auto bytes = rest_.first(size);
    rest_ = rest_.subspan(size);
    return bytes;
  }

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

}  // namespace omx

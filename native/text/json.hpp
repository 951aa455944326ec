/// Writes JSON text for the replies that carry structure.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace omx {

/// Appends JSON in order: begin/end of objects and arrays, keys, values. Commas are its business; balance is
/// the caller's. Numbers that JSON cannot hold (NaN, infinity) become null; text is taken as UTF-8, wrong
/// bytes as '?'.
class JsonWriter {
public:
  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool flag);
  JsonWriter& value(double number);
  JsonWriter& value(std::integral auto number)
    requires(!std::same_as<decltype(number), bool>)
  {
    return raw(std::to_string(number));
  }
  JsonWriter& null() { return raw("null"); }

  /// A key with its value.
  template <typename T>
  JsonWriter& field(std::string_view name, const T& content) {
    return key(name).value(content);
  }

  std::string take() { return std::move(text_); }

private:
  JsonWriter& raw(std::string_view text);
  void separate();

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace omx

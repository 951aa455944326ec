#include "text/json.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace omx {
namespace {

/// Bytes of the UTF-8 sequence at the front of `text`, 0 when it is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  const std::size_t length = byte < 0x80   ? 1
                             : byte < 0xc2 ? 0
                             : byte < 0xe0 ? 2
                             : byte < 0xf0 ? 3
                             : byte < 0xf5 ? 4
                                           : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  }
  return length;
}

void append_ascii(std::string& out, char c) {
  if (c == '"' || c == '\\') {
    out.push_back('\\');
    out.push_back(c);
  } else if (c == '\n') {
    out.append("\\n");
  } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
    out.append(escaped);
  } else {
    out.push_back(c);
  }
}

void append_quoted(std::string& out, std::string_view text) {
  out.push_back('"');
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      out.push_back('?');
    } else if (length == 1) {
      append_ascii(out, text.front());
    } else {
      out.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out.push_back('"');
}

}  // namespace

void JsonWriter::separate() {
  if (needs_comma_) text_.push_back(',');
}

JsonWriter& JsonWriter::raw(std::string_view text) {
  separate();
  text_.append(text);
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::begin_object() {
  separate();
  text_.push_back('{');
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::end_object() {
  text_.push_back('}');
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::begin_array() {
  separate();
  text_.push_back('[');
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::end_array() {
  text_.push_back(']');
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_quoted(text_, name);
  text_.push_back(':');
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  append_quoted(text_, text);
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(bool flag) {
  return raw(flag ? "true" : "false");
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  return error == std::errc{} ? raw(std::string_view(text, static_cast<std::size_t>(end - text))) : null();
}

}  // namespace omx

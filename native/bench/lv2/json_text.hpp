/// Texts in JSON.
#pragma once

#include <string>

namespace omx::bench {

inline std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
  }
  return result + '"';
}

inline std::string problem_json(const std::string& problem) {
  return "{\"problem\":" + quoted(problem) + "}";
}

}  // namespace omx::bench

#include "control/wire/reply.hpp"

#include <algorithm>

namespace omx {
namespace {

std::string encode(std::int64_t code, std::string_view value) {
  std::string text = "resp " + std::to_string(code);
  if (!value.empty()) {
    text.push_back(' ');
    text.append(value);
  }
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

}  // namespace

std::string encode_reply(const Reply& reply) {
  return encode(reply.code, reply.value);
}

std::string encode_error(const Error& error, bool detailed) {
  return encode(static_cast<int>(error.code), detailed ? std::string_view(error.detail) : std::string_view());
}

}  // namespace omx

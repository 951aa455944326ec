/// Replies on the wire: `resp <code> [value]`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace omx {

/// What a verb answers when it succeeds: a code (0, or an instance number, or mod-host's inverted 1) and a
/// value.
struct Reply {
  std::int64_t code = 0;
  std::string value;
};

inline Reply text_reply(std::string value) {
  return Reply{0, std::move(value)};
}

/// `resp <code>` or `resp <code> <value>`, without the NUL.
std::string encode_reply(const Reply& reply);

/// `resp <wire code>`, and with `detailed` the sentence after it. mod-host's controllers expect the bare
/// code.
std::string encode_error(const Error& error, bool detailed);

/// mod-host's bare answers to a message that is no command.
inline constexpr std::string_view reply_not_found = "not found";
inline constexpr std::string_view reply_few_arguments = "few arguments";
inline constexpr std::string_view reply_many_arguments = "many arguments";

}  // namespace omx

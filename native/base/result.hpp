/// Errors as values: what a control-thread function returns when it can fail.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "omx_contracts/errors.hpp"

namespace omx {

/// An error of the catalogue with the sentence that tells a person what happened.
struct Error {
  ErrorCode code{};
  std::string detail;
};

/// A value or an Error. Test with has_value() or as a bool before taking either.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : outcome_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : outcome_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return outcome_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& value() & { return std::get<0>(outcome_); }
  const T& value() const& { return std::get<0>(outcome_); }
  T&& value() && { return std::get<0>(std::move(outcome_)); }
  const Error& error() const { return std::get<1>(outcome_); }

private:
  std::variant<T, Error> outcome_;
};

/// A result without a value.
using Status = Result<std::monostate>;

/// Success of a Status.
inline Status done() {
  return std::monostate{};
}

}  // namespace omx

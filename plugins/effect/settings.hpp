/// The values that the parameters of an effect have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "effect/effect_info.hpp"

namespace omx {

/// The place of a parameter in a set of up to 32 of them.
constexpr std::uint32_t bit(std::uint32_t index) noexcept {
  return 1U << index;
}

/// One value per parameter of a declaration, at first its default. `Params` is the generated table.
template <const auto& Params>
class Settings {
public:
  Settings() noexcept {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      values_[i] = Params[i].default_value;
    }
  }

  /// Sets a value that has passed accepted_value(). False when that changes nothing: the parameter has it
  /// already, or there is no such parameter.
  bool set(std::uint32_t index, double value) noexcept {
    if (index >= values_.size() || values_[index] == value) {
      return false;
    }
    values_[index] = value;
    return true;
  }

  double operator[](std::uint32_t index) const noexcept { return values_[index]; }

  /// Of a toggle, or of a choice of two: the second.
  bool is_on(std::uint32_t index) const noexcept { return values_[index] >= 0.5; }

  /// Whether a value stands at the end of its range that means "off".
  bool is_off(std::uint32_t index) const noexcept { return Params[index].is_off(values_[index]); }

  /// Of a choice, or of a parameter that counts.
  int whole(std::uint32_t index) const noexcept { return static_cast<int>(values_[index]); }

private:
  std::array<double, std::size(Params)> values_;
};

}  // namespace omx

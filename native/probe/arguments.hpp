/// The command line of a probe's command.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace omx::probe {

/// Words and options, `--name value` or `--name=value`. Getters note the first wrong value; ask error() once
/// at the end.
class Arguments {
public:
  /// `flags` take no value; every other option does. Error: an option without its value.
  static Result<Arguments> parse(const std::vector<std::string>& words, const std::set<std::string>& flags);

  const std::vector<std::string>& words() const { return words_; }
  bool flag(const std::string& name);
  std::string text(const std::string& name, const std::string& otherwise = "");
  double number(const std::string& name, double otherwise, double low, double high);
  std::uint32_t
  whole(const std::string& name, std::uint32_t otherwise, std::uint32_t low, std::uint32_t high);
  /// Texts separated by commas.
  std::vector<std::string> list(const std::string& name);

  /// The first wrong value, or an option that nobody asked for.
  std::optional<std::string> error() const;

private:
  std::optional<std::string> take(const std::string& name);

  std::vector<std::string> words_;
  std::map<std::string, std::string> options_;
  std::set<std::string> known_;
  std::optional<std::string> wrong_;
};

}  // namespace omx::probe

#include "probe/arguments.hpp"

#include "text/words.hpp"

namespace omx::probe {

Result<Arguments>
Arguments::parse(const std::vector<std::string>& words, const std::set<std::string>& flags) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with("-") || word == "-") {
      arguments.words_.push_back(word);
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (equals != std::string::npos) {
      arguments.options_[name] = word.substr(equals + 1);
    } else if (flags.contains(name)) {
      arguments.options_[name] = "";
    } else if (i + 1 < words.size()) {
      arguments.options_[name] = words[++i];
    } else {
      return Error{ErrorCode::bad_request, name + " needs a value"};
    }
  }
  return arguments;
}

std::optional<std::string> Arguments::take(const std::string& name) {
  known_.insert(name);
  const auto found = options_.find(name);
  return found != options_.end() ? std::optional(found->second) : std::nullopt;
}

bool Arguments::flag(const std::string& name) {
  return take(name).has_value();
}

std::string Arguments::text(const std::string& name, const std::string& otherwise) {
  return take(name).value_or(otherwise);
}

double Arguments::number(const std::string& name, double otherwise, double low, double high) {
  const std::optional<std::string> given = take(name);
  if (!given) return otherwise;
  const std::optional<double> value = parse_number(*given);
  if (value && *value >= low && *value <= high) return *value;
  if (!wrong_) wrong_ = name + " cannot be \"" + *given + "\"";
  return otherwise;
}

std::uint32_t
Arguments::whole(const std::string& name, std::uint32_t otherwise, std::uint32_t low, std::uint32_t high) {
  const double value = number(name, otherwise, low, high);
  if (value != static_cast<double>(static_cast<std::uint32_t>(value)) && !wrong_)
    wrong_ = name + " takes a whole number";
  return static_cast<std::uint32_t>(value);
}

std::vector<std::string> Arguments::list(const std::string& name) {
  std::vector<std::string> items;
  const std::string given = text(name);
  for (std::size_t begin = 0; begin < given.size();) {
    const std::size_t end = std::min(given.find(',', begin), given.size());
    if (end > begin) items.push_back(given.substr(begin, end - begin));
    begin = end + 1;
  }
  return items;
}

std::optional<std::string> Arguments::error() const {
  if (wrong_) return wrong_;
  for (const auto& [name, value] : options_) {
    if (!known_.contains(name)) return "unknown option " + name;
  }
  return std::nullopt;
}

}  // namespace omx::probe

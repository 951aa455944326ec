#include "control/dispatch.hpp"

#include <algorithm>

#include "control/host.hpp"
#include "control/verbs/handlers.hpp"

namespace omx {
namespace {

const VerbSpec* find_verb(std::string_view name) {
  const auto found = std::find_if(
      verb_table.begin(), verb_table.end(), [&](const VerbSpec& spec) { return spec.name == name; });
  return found != verb_table.end() ? &*found : nullptr;
}

Answer carry_out(Host& host, const VerbSpec& spec, const Command& command) {
  if (host.renderer().rendering() && changes_graph(spec.verb)) {
    return Error{ErrorCode::invalid_operation, "a file is being rendered"};
  }
  return handler_of(spec.verb)(host, command);
}

}  // namespace

void dispatch(Host& host, const std::shared_ptr<Connection>& connection, const std::string& message) {
  std::vector<std::string> words = split_words(message);
  const VerbSpec* const spec = words.empty() ? nullptr : find_verb(words.front());
  if (spec == nullptr) return connection->send(reply_not_found);
  if (spec->takes_rest) words = split_words(message, spec->max_arguments + std::size_t{1});
  const std::size_t arguments = words.size() - 1;
  if (arguments < spec->min_arguments) return connection->send(reply_few_arguments);
  if (arguments > spec->max_arguments) return connection->send(reply_many_arguments);
  words.erase(words.begin());
  const Command command(host.loop(), connection, std::move(words));
  const Answer answer = carry_out(host, *spec, command);
  if (answer) send_answer(*connection, *answer);
}

}  // namespace omx

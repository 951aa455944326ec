#include "control/command.hpp"

namespace omx {

void send_answer(Connection& connection, const Result<Reply>& answer) {
  connection.send(
      answer ? encode_reply(answer.value()) : encode_error(answer.error(), connection.speaks_details()));
}

void LaterAnswer::give(const Result<Reply>& answer) const {
  const std::shared_ptr<Connection> connection = connection_.lock();
  if (connection == nullptr || connection->closed()) return;
  send_answer(*connection, answer);
  // From the loop: the next command must not run in the middle of what answers this one.
  loop_.after(EventLoop::Clock::duration::zero(), [waiting = connection_] {
    if (const std::shared_ptr<Connection> still = waiting.lock()) still->resume();
  });
}

const std::string& Command::text(std::size_t index) const {
  static const std::string absent;
  return has(index) ? words_[index] : absent;
}

Result<std::int64_t> Command::integer(std::size_t index) const {
  const std::optional<std::int64_t> value = parse_integer(text(index));
  if (value) return *value;
  return Error{ErrorCode::bad_request, "\"" + text(index) + "\" is no whole number"};
}

Result<double> Command::number(std::size_t index) const {
  const std::optional<double> value = parse_number(text(index));
  if (value) return *value;
  return Error{ErrorCode::bad_request, "\"" + text(index) + "\" is no number"};
}

Result<bool> Command::flag(std::size_t index) const {
  if (text(index) == "1") return true;
  if (text(index) == "0") return false;
  return Error{ErrorCode::bad_request, "\"" + text(index) + "\" is neither 0 nor 1"};
}

LaterAnswer Command::defer() const {
  connection_->pause();
  return LaterAnswer(loop_, connection_);
}

}  // namespace omx

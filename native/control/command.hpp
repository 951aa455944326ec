/// One command being carried out, and its answer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "control/loop/connection.hpp"
#include "control/wire/reply.hpp"
#include "text/words.hpp"

namespace omx {

/// An answer that comes later. The connection takes no further command until then; it may be closed by then.
class LaterAnswer {
public:
  LaterAnswer(EventLoop& loop, std::weak_ptr<Connection> connection)
      : loop_(loop), connection_(std::move(connection)) {}

  void give(const Result<Reply>& answer) const;

private:
  EventLoop& loop_;
  std::weak_ptr<Connection> connection_;
};

/// Nothing: it was deferred, a LaterAnswer gives it.
using Answer = std::optional<Result<Reply>>;

/// The words after a verb, as many as it declares. Optional ones may be absent.
class Command {
public:
  Command(EventLoop& loop, const std::shared_ptr<Connection>& connection, std::vector<std::string> words)
      : loop_(loop), connection_(connection), words_(std::move(words)) {}

  Connection& connection() const { return *connection_; }
  bool has(std::size_t index) const { return index < words_.size(); }
  /// A word; empty when it is absent.
  const std::string& text(std::size_t index) const;
  /// Errors: bad_request naming the word.
  Result<std::int64_t> integer(std::size_t index) const;
  Result<double> number(std::size_t index) const;
  /// 0 or 1.
  Result<bool> flag(std::size_t index) const;

  /// Holds back the answer.
  LaterAnswer defer() const;

private:
  EventLoop& loop_;
  const std::shared_ptr<Connection> connection_;
  const std::vector<std::string> words_;
};

/// Sends an answer as the connection expects it.
void send_answer(Connection& connection, const Result<Reply>& answer);

}  // namespace omx

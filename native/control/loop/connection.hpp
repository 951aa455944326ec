/// One peer on a stream socket: whole messages in, replies and feedback lines out.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "control/loop/event_loop.hpp"
#include "control/wire/message_reader.hpp"

namespace omx {

/// Replies keep the order of the commands: while one is outstanding (pause) no further message is taken.
/// [control] A peer that does not read is dropped when more than the limit waits for it; the worker never
/// blocks on it.
class Connection {
public:
  static constexpr std::size_t waiting_limit_bytes = 4 * 1024 * 1024;

  struct Handlers {
    std::function<void(Connection&, std::string message)> message;
    std::function<void(Connection&)> closed;  ///< last call; the connection may be destroyed after it returns
  };

  /// Takes ownership of `fd`, a connected non-blocking stream socket.
  Connection(EventLoop& loop, int fd, bool speaks_details, Handlers handlers);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Sends a message and its NUL.
  void send(std::string_view message);

  /// Holds back further messages until resume(): a reply is outstanding.
  void pause() { paused_ = true; }
  void resume();

  /// Closes after all that waits has been sent, or at once when nothing waits.
  void close_when_sent();

  /// Errors carry their sentence (our own sockets), or the bare code only (mod-host's controllers).
  bool speaks_details() const { return speaks_details_; }
  bool subscribed() const { return subscribed_; }
  void subscribe() { subscribed_ = true; }
  bool closed() const { return fd_ < 0; }

private:
  void on_events(std::uint32_t events);
  void receive();
  void deliver();
  void flush();
  void close_now();
  void watch_for_writing(bool writing);

  EventLoop& loop_;
  int fd_;
  const bool speaks_details_;
  Handlers handlers_;
  MessageReader reader_;
  std::string waiting_;
  bool paused_ = false;
  bool delivering_ = false;
  bool subscribed_ = false;
  bool closing_ = false;
  bool writing_ = false;
};

}  // namespace omx

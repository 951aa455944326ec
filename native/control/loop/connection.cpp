#include "control/loop/connection.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace omx {

Connection::Connection(EventLoop& loop, int fd, bool speaks_details, Handlers handlers)
    : loop_(loop), fd_(fd), speaks_details_(speaks_details), handlers_(std::move(handlers)) {
  loop_.watch(fd_, EPOLLIN | EPOLLRDHUP, [this](std::uint32_t events) { on_events(events); });
}

Connection::~Connection() {
  if (fd_ < 0) return;
  loop_.unwatch(fd_);
  ::close(fd_);
}

void Connection::on_events(std::uint32_t events) {
  if ((events & EPOLLOUT) != 0) flush();
  if (fd_ >= 0 && (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) receive();
}

void Connection::receive() {
  std::array<char, 16 * 1024> bytes;
  while (fd_ >= 0) {
    const ssize_t count = recv(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count > 0) {
      if (!reader_.append(std::string_view(bytes.data(), static_cast<std::size_t>(count))))
        return close_now();
      deliver();
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      return;
    } else {
      return close_now();
    }
  }
}

void Connection::deliver() {
  if (delivering_) return;
  delivering_ = true;
  while (fd_ >= 0 && !paused_ && !closing_) {
    std::optional<std::string> message = reader_.next();
    if (!message) break;
    handlers_.message(*this, std::move(*message));
  }
  delivering_ = false;
}

void Connection::resume() {
  paused_ = false;
  deliver();
}

void Connection::send(std::string_view message) {
  if (fd_ < 0) return;
  waiting_.append(message);
  waiting_.push_back('\0');
  flush();
}

void Connection::flush() {
  while (!waiting_.empty()) {
    const ssize_t count = ::send(fd_, waiting_.data(), waiting_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count > 0) {
      waiting_.erase(0, static_cast<std::size_t>(count));
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else if (
        count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) && waiting_.size() <= waiting_limit_bytes) {
      break;
    } else {
      waiting_.clear();
      closing_ = true;  // closed by the loop, not under the feet of the sender
      ::shutdown(fd_, SHUT_RDWR);
      return;
    }
  }
  watch_for_writing(!waiting_.empty());
  if (closing_ && waiting_.empty()) ::shutdown(fd_, SHUT_RDWR);
}

void Connection::watch_for_writing(bool writing) {
  if (writing == writing_) return;
  writing_ = writing;
  loop_.change(fd_, EPOLLIN | EPOLLRDHUP | (writing ? static_cast<std::uint32_t>(EPOLLOUT) : 0u));
}

void Connection::close_when_sent() {
  closing_ = true;
  if (fd_ >= 0) flush();
}

void Connection::close_now() {
  if (fd_ < 0) return;
  loop_.unwatch(fd_);
  ::close(fd_);
  fd_ = -1;
  handlers_.closed(*this);
}

}  // namespace omx

#include "control/loop/listener.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace omx {
namespace {

constexpr int backlog = 16;

Error socket_error(const std::string& what) {
  return Error{ErrorCode::worker_start, what + ": " + std::strerror(errno)};
}

/// Whether a process accepts connections on this socket file.
bool answers(const sockaddr_un& address) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return false;
  const bool connected = connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  const bool busy = !connected && errno == EAGAIN;
  close(fd);
  return connected || busy;
}

}  // namespace

Listener::~Listener() {
  if (fd_ >= 0) {
    loop_.unwatch(fd_);
    close(fd_);
  }
  if (!path_.empty()) unlink(path_.c_str());
}

Status Listener::listen_unix(const std::string& path, Handler handler) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return Error{ErrorCode::worker_start, "the socket's path is too long: " + path};
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  if (answers(address)) return Error{ErrorCode::worker_start, "a worker listens already on " + path};
  unlink(path.c_str());

  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return socket_error("no socket");
  const mode_t mask = umask(0177);
  const int bound = bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const int bind_errno = errno;
  umask(mask);
  if (bound != 0) {
    close(fd);
    errno = bind_errno;
    return socket_error("cannot listen on " + path);
  }
  path_ = path;
  return listen_on(fd, std::move(handler));
}

Status Listener::listen_tcp(std::uint16_t port, Handler handler) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return socket_error("no socket");
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    const Error error = socket_error("cannot listen on port " + std::to_string(port));
    close(fd);
    return error;
  }
  return listen_on(fd, std::move(handler));
}

Status Listener::listen_on(int fd, Handler handler) {
  if (listen(fd, backlog) != 0) {
    const Error error = socket_error("cannot listen");
    close(fd);
    return error;
  }
  fd_ = fd;
  handler_ = std::move(handler);
  loop_.watch(fd_, EPOLLIN, [this](std::uint32_t) { accept_all(); });
  return done();
}

std::uint16_t Listener::port() const {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  if (getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &length) != 0) return 0;
  return ntohs(address.sin_port);
}

void Listener::accept_all() {
  while (true) {
    const int fd = accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) return;
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);  // refused by Unix sockets, harmlessly
    handler_(fd);
  }
}

}  // namespace omx

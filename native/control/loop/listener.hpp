/// Listening sockets of a worker.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.hpp"
#include "control/loop/event_loop.hpp"

namespace omx {

/// Accepts connections on a Unix socket (mode 0600) or on TCP at 127.0.0.1, and hands out their descriptors
/// (non-blocking, close-on-exec). Removes its Unix socket at the end. [control]
class Listener {
public:
  using Handler = std::function<void(int fd)>;

  explicit Listener(EventLoop& loop) : loop_(loop) {}
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// A socket file that nobody listens on any more is replaced; one in use is an error.
  Status listen_unix(const std::string& path, Handler handler);
  /// Port 0 takes a free one; see port().
  Status listen_tcp(std::uint16_t port, Handler handler);
  std::uint16_t port() const;

private:
  Status listen_on(int fd, Handler handler);
  void accept_all();

  EventLoop& loop_;
  int fd_ = -1;
  std::string path_;
  Handler handler_;
};

}  // namespace omx

#include "bridge/link/link_socket.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace omx {

namespace {

struct Header {
  std::uint32_t kind;
  std::uint32_t payload_bytes;
  std::uint32_t fds;  ///< 0 or 1
};

constexpr std::size_t read_bytes = 64 * 1024;

int left_ms(LinkSocket::Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - LinkSocket::Clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 1'000'000));
}

// Room for one descriptor beside the bytes.
struct Ancillary {
  alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof(int))> bytes{};

  void put(msghdr& message, int fd) {
    message.msg_control = bytes.data();
    message.msg_controllen = bytes.size();
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
  }
};

}  // namespace

LinkSocket::~LinkSocket() {
  for (const int fd : fds_) close(fd);
  close(fd_);
}

bool LinkSocket::wait(short events, Clock::time_point deadline) {
  pollfd waiting{fd_, events, 0};
  int ready = 0;
  do ready = poll(&waiting, 1, left_ms(deadline));
  while (ready < 0 && errno == EINTR);
  return ready > 0;
}

bool LinkSocket::send(LinkKind kind, std::span<const std::byte> payload, Clock::time_point deadline, int fd) {
  const Header header{
      static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(payload.size()), fd >= 0 ? 1u : 0u};
  std::vector<std::byte> all(sizeof header + payload.size());
  std::memcpy(all.data(), &header, sizeof header);
  if (!payload.empty()) std::memcpy(all.data() + sizeof header, payload.data(), payload.size());
  std::size_t sent = 0;
  while (!closed_ && sent < all.size()) {
    iovec part{all.data() + sent, all.size() - sent};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    Ancillary ancillary;
    if (fd >= 0 && sent == 0) ancillary.put(message, fd);
    const ssize_t count = sendmsg(fd_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0)
      sent += static_cast<std::size_t>(count);
    else if (errno == EAGAIN) {
      if (!wait(POLLOUT, deadline)) fail();
    } else if (errno != EINTR)
      fail();
  }
  return !closed_;
}

bool LinkSocket::read_some() {
  const std::size_t before = received_.size();
  received_.resize(before + read_bytes);
  iovec part{received_.data() + before, read_bytes};
  Ancillary ancillary;
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = ancillary.bytes.data();
  message.msg_controllen = ancillary.bytes.size();
  ssize_t count = 0;
  do count = recvmsg(fd_, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  received_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  for (cmsghdr* c = CMSG_FIRSTHDR(&message); count > 0 && c != nullptr; c = CMSG_NXTHDR(&message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(c), sizeof fd);
    fds_.push_back(fd);
  }
  if (count == 0 || (count < 0 && errno != EAGAIN)) fail();
  return count > 0;
}

std::optional<LinkMessage> LinkSocket::take_whole() {
  Header header{};
  if (received_.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, received_.data(), sizeof header);
  if (header.payload_bytes > payload_limit_bytes ||
      header.kind > static_cast<std::uint32_t>(LinkKind::news) || header.fds > 1) {
    fail();
    return std::nullopt;
  }
  const std::size_t whole = sizeof header + header.payload_bytes;
  if (received_.size() < whole) return std::nullopt;
  LinkMessage message{static_cast<LinkKind>(header.kind), {}, -1};
  const auto first = received_.begin() + sizeof header;
  message.payload.assign(first, first + header.payload_bytes);
  received_.erase(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(whole));
  if (header.fds == 1 && !fds_.empty()) {
    message.fd = fds_.front();
    fds_.erase(fds_.begin());
  }
  return message;
}

std::optional<LinkMessage> LinkSocket::receive(Clock::time_point deadline) {
  for (;;) {
    if (auto message = take_whole()) return message;
    if (closed_ || !wait(POLLIN, deadline)) return std::nullopt;
    read_some();
  }
}

}  // namespace omx

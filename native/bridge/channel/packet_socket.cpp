#include "bridge/channel/packet_socket.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/uio.h>

namespace omx {

namespace {

constexpr std::size_t fd_bytes = sizeof(int) * PacketSocket::most_fds;

struct alignas(cmsghdr) ControlBuffer {
  std::array<char, CMSG_SPACE(fd_bytes)> bytes{};
};

bool may_come_later(int error) {
  return error == EAGAIN || error == EWOULDBLOCK || error == EINTR || error == ENOBUFS;
}

void attach(msghdr& message, ControlBuffer& control, std::span<const int> fds) {
  message.msg_control = control.bytes.data();
  message.msg_controllen = CMSG_SPACE(fds.size_bytes());
  cmsghdr* const attached = CMSG_FIRSTHDR(&message);
  attached->cmsg_level = SOL_SOCKET;
  attached->cmsg_type = SCM_RIGHTS;
  attached->cmsg_len = CMSG_LEN(fds.size_bytes());
  std::memcpy(CMSG_DATA(attached), fds.data(), fds.size_bytes());
}

}  // namespace

PacketSocket::PacketSocket(UniqueFd fd, bool takes_fds)
    : fd_(std::move(fd)), takes_fds_(takes_fds), decoder_(packet_bytes_limit) {}

Passed PacketSocket::send(std::uint32_t type, std::span<const std::byte> payload, std::span<const int> fds) {
  if (payload.size() > packet_bytes_limit || fds.size() > most_fds) return Passed::no_fit;
  if (!flush()) return fault_ == ChannelFault::none ? Passed::later : Passed::broken;
  PacketHeader header{static_cast<std::uint32_t>(payload.size()), type, sequence_};
  std::array<iovec, 2> parts{
      {{&header, sizeof header}, {const_cast<std::byte*>(payload.data()), payload.size()}}};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = payload.empty() ? 1 : 2;
  ControlBuffer control;
  if (!fds.empty()) attach(message, control, fds);
  const auto sent = sendmsg(fd_.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent < 0 && may_come_later(errno)) return Passed::later;
  if (sent < 0) fault_ = ChannelFault::closed;
  if (sent < 0) return Passed::broken;
  auto taken = static_cast<std::size_t>(sent);
  for (const iovec& part : parts) {
    const std::size_t gone = std::min(taken, part.iov_len);
    const auto* const bytes = static_cast<const std::byte*>(part.iov_base);
    unsent_.insert(unsent_.end(), bytes + gone, bytes + part.iov_len);
    taken -= gone;
  }
  ++sequence_;
  return Passed::yes;
}

bool PacketSocket::flush() {
  while (!unsent_.empty() && fault_ == ChannelFault::none) {
    const auto sent = ::send(fd_.get(), unsent_.data(), unsent_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && may_come_later(errno)) return false;
    if (sent < 0) fault_ = ChannelFault::closed;
    if (sent > 0) unsent_.erase(unsent_.begin(), unsent_.begin() + sent);
  }
  return unsent_.empty();
}

Passed PacketSocket::receive(PacketHeader& header, std::span<const std::byte>& payload) {
  return next_or_read(header, payload, MSG_DONTWAIT);
}

Passed PacketSocket::await(PacketHeader& header, std::span<const std::byte>& payload) {
  return next_or_read(header, payload, 0);
}

Passed PacketSocket::next_or_read(PacketHeader& header, std::span<const std::byte>& payload, int flags) {
  Passed passed = decoder_.next(header, payload);
  if (passed == Passed::later && read_some(flags)) passed = decoder_.next(header, payload);
  return passed == Passed::later && fault_ != ChannelFault::none ? Passed::broken : passed;
}

bool PacketSocket::read_some(int flags) {
  const std::span<std::byte> space = decoder_.space();
  iovec part{space.data(), space.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  ControlBuffer control;
  if (takes_fds_) {
    message.msg_control = control.bytes.data();
    message.msg_controllen = control.bytes.size();
  }
  const auto got = recvmsg(fd_.get(), &message, flags | MSG_CMSG_CLOEXEC);
  if (got < 0 && may_come_later(errno)) return false;
  if (got <= 0) {
    fault_ = ChannelFault::closed;
    return false;
  }
  keep_fds(message);
  decoder_.received(static_cast<std::size_t>(got));
  return true;
}

// More than an offer has are closed at once.
void PacketSocket::keep_fds(const msghdr& message) {
  auto* const all = const_cast<msghdr*>(&message);
  for (cmsghdr* each = CMSG_FIRSTHDR(all); each != nullptr; each = CMSG_NXTHDR(all, each)) {
    if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_RIGHTS) continue;
    for (std::size_t at = 0; CMSG_LEN(0) + at + sizeof(int) <= each->cmsg_len; at += sizeof(int)) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(each) + at, sizeof number);
      UniqueFd fd(number);
      if (fds_.size() < most_fds) fds_.push_back(std::move(fd));
    }
  }
}

UniqueFd PacketSocket::take_fd() {
  if (fds_.empty()) return {};
  UniqueFd oldest = std::move(fds_.front());
  fds_.erase(fds_.begin());
  return oldest;
}

std::optional<unsigned> PacketSocket::peer_user() const {
  ucred peer{};
  socklen_t bytes = sizeof peer;
  if (getsockopt(fd_.get(), SOL_SOCKET, SO_PEERCRED, &peer, &bytes) != 0) return std::nullopt;
  return peer.uid;
}

}  // namespace omx

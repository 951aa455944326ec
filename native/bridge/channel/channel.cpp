#include "bridge/channel/channel.hpp"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>

namespace omx {

namespace {

constexpr std::uint64_t second_ns = 1'000'000'000;

Error cannot_connect(const std::string& path) {
  return {ErrorCode::channel_broken, path + ": " + std::strerror(errno)};
}

}  // namespace

std::unique_ptr<Channel> Channel::client(UniqueFd socket, std::uint32_t ring_bytes) {
  auto channel = std::unique_ptr<Channel>(new Channel(std::move(socket), false, {}));
  channel->wanted_ring_bytes_ = ring_bytes;
  channel->settled_ = ring_bytes == 0;
  if (ring_bytes == 0)
    channel->why_socket_ = "shared memory was not asked for";
  else
    channel->owed_ = PacketType::hello;
  channel->pay();
  return channel;
}

std::unique_ptr<Channel> Channel::server(UniqueFd socket, const ChannelPolicy& policy) {
  return std::unique_ptr<Channel>(new Channel(std::move(socket), true, policy));
}

Result<std::unique_ptr<Channel>> Channel::connect(const std::string& path, std::uint32_t ring_bytes) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  errno = ENAMETOOLONG;
  if (path.size() >= sizeof address.sun_path) return cannot_connect(path);
  std::memcpy(address.sun_path, path.data(), path.size());
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket || ::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    return cannot_connect(path);
  return client(std::move(socket), ring_bytes);
}

ChannelFault Channel::fault() const noexcept {
  if (fault_ != ChannelFault::none) return fault_;
  if (writer_ && writer_->fault() != ChannelFault::none) return writer_->fault();
  if (reader_ && reader_->fault() != ChannelFault::none) return reader_->fault();
  return socket_.fault();
}

Passed Channel::send(std::uint32_t type, std::span<const std::byte> payload) {
  if (broken() || peer_gone_) return Passed::broken;
  if (!pay()) return Passed::later;
  return sending_ == Transport::ring ? writer_->write(type, payload) : socket_.send(type, payload);
}

void Channel::flush() {
  pay();
  if (sending_ == Transport::ring) writer_->flush();
}

Passed Channel::receive(Packet& packet) {
  for (;;) {
    if (fault_ != ChannelFault::none) return Passed::broken;
    pay();
    const Passed passed = take(packet);
    if (passed != Passed::yes || packet.type >= static_cast<std::uint32_t>(PacketType::data)) return passed;
    handle(packet);
  }
}

Passed Channel::take(Packet& packet) {
  if (receiving_ == Transport::ring) return take_from_ring(packet);
  PacketHeader header{};
  const Passed passed = socket_.receive(header, packet.payload);
  packet.type = header.type;
  packet.sequence = header.sequence;
  return passed;
}

Passed Channel::take_from_ring(Packet& packet) {
  PacketHeader header{};
  const Passed passed = reader_->read(header, buffer_);
  if (passed == Passed::yes)
    packet = {header.type, header.sequence, std::span<const std::byte>(buffer_).first(header.length)};
  // The room goes back in quarters of the ring, or when there is no more to read.
  const std::uint64_t unflushed = reader_->position() - flushed_;
  if (passed == Passed::later || unflushed >= memory_->ring_bytes() / 4) {
    flushed_ = reader_->position();
    reader_->flush();
  }
  if (passed == Passed::later && peer_gone_) {
    fail(ChannelFault::closed);
    return Passed::broken;
  }
  return passed;
}

// Several calls may be needed to see a peer go that wrote until the end: what it wrote is given out first.
void Channel::woke(const std::array<pollfd, 2>& polled) {
  if (receiving_ == Transport::ring) reader_->disarm();
  if (sending_ == Transport::ring) writer_->disarm();
  std::array<char, 64> rings;
  if ((polled[1].revents & POLLIN) != 0) [[maybe_unused]]
    const auto drained = recv(doorbell_.get(), rings.data(), rings.size(), MSG_DONTWAIT);
  const int gone = POLLHUP | POLLERR | POLLNVAL;
  if (((polled[0].revents | polled[1].revents) & gone) != 0) peer_gone_ = true;
}

bool Channel::arm(std::array<pollfd, 2>& polled, bool to_send) {
  const bool paid = pay();
  const bool rings = sending_ == Transport::ring || receiving_ == Transport::ring;
  const bool by_socket = !socket_.flush() || (sending_ == Transport::socket && (to_send || !paid));
  const int incoming = receiving_ == Transport::socket ? POLLIN : 0;
  polled[0] = {socket_.fd(), static_cast<short>(incoming | (by_socket ? POLLOUT : 0)), 0};
  polled[1] = {rings ? doorbell_.get() : -1, POLLIN, 0};
  if (broken()) return false;
  const bool reads = receiving_ == Transport::ring;
  const bool writes = sending_ == Transport::ring && (to_send || !paid);
  if (reads && !reader_->arm(reader_->when_readable())) return false;
  if (!writes || writer_->arm(writer_->when_half_free())) return true;
  if (reads) reader_->disarm();
  return false;
}

void Channel::wait(std::uint64_t deadline_ns, bool to_send) {
  std::array<pollfd, 2> polled{};
  if (!arm(polled, to_send)) return;
  poll_until(polled, deadline_ns);
  woke(polled);
}

Passed Channel::await(Packet& packet, std::uint64_t spin_ns) {
  for (;;) {
    const Passed passed = receiving_ == Transport::socket && pay() ? await_socket(packet) : receive(packet);
    if (passed != Passed::later) return passed;
    if (receiving_ == Transport::ring) {
      reader_->sleep(reader_->when_readable(), channel_clock_ns() + second_ns, spin_ns);
      if (!reader_->peer_reached(reader_->when_readable())) look_for_peer();
    } else if (!pay()) {
      wait(channel_clock_ns() + second_ns);
    }
  }
}

Passed Channel::await_socket(Packet& packet) {
  PacketHeader header{};
  const Passed passed = socket_.await(header, packet.payload);
  packet.type = header.type;
  packet.sequence = header.sequence;
  if (passed != Passed::yes || packet.type >= static_cast<std::uint32_t>(PacketType::data)) return passed;
  handle(packet);
  return broken() ? Passed::broken : Passed::later;
}

// A ring does not tell; the socket does.
void Channel::look_for_peer() {
  pollfd polled{socket_.fd(), 0, 0};
  if (poll(&polled, 1, 0) > 0) peer_gone_ = true;
}

void Channel::hand_back() {
  if (settled() && sending_ == Transport::ring) owed_ = PacketType::leave;
  pay();
}

bool Channel::pay() {
  if (!socket_.flush()) return false;
  if (!owed_) return true;
  const Passed sent = send_owed();
  if (sent == Passed::yes) owed_.reset();
  return sent == Passed::yes && socket_.flush();
}

}  // namespace omx

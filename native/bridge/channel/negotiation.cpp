// How a channel changes its transport: the packets of the channel itself.
#include <cstring>

#include <sys/socket.h>

#include "bridge/channel/channel.hpp"

namespace omx {

namespace {

std::span<const std::byte> bytes_of(const PacketHello& hello) {
  return std::as_bytes(std::span(&hello, 1));
}

/// Whether a payload is a hello of our kind.
bool read_hello(std::span<const std::byte> payload, PacketHello& hello) {
  if (payload.size() != sizeof hello) return false;
  std::memcpy(&hello, payload.data(), sizeof hello);
  return hello.magic == channel_magic && hello.version == channel_version;
}

PacketHello hello_with(std::uint32_t ring_bytes) {
  return {channel_magic, channel_version, ring_bytes, 0};
}

}  // namespace

Passed Channel::send_owed() {
  switch (*owed_) {
  case PacketType::hello:
    return socket_.send(static_cast<std::uint32_t>(*owed_), bytes_of(hello_with(wanted_ring_bytes_)));
  case PacketType::offer: {
    const std::array<int, 2> fds{memory_->fd(), offered_doorbell_.get()};
    const PacketHello offer = hello_with(memory_->ring_bytes());
    const Passed sent = socket_.send(static_cast<std::uint32_t>(*owed_), bytes_of(offer), fds);
    if (sent == Passed::yes) offered_doorbell_ = {};
    return sent;
  }
  case PacketType::enter: {
    const Passed sent = socket_.send(static_cast<std::uint32_t>(*owed_), {});
    if (sent != Passed::yes) return sent;
    writer_.emplace(
        is_server_ ? memory_->to_client() : memory_->to_server(), socket_.sequence(), doorbell_.get());
    sending_ = Transport::ring;
    return sent;
  }
  case PacketType::leave: {
    const Passed sent = writer_->write(static_cast<std::uint32_t>(*owed_), {});
    if (sent != Passed::yes) return sent;
    writer_->flush();
    socket_.resume(writer_->sequence());
    sending_ = Transport::socket;
    release_memory();
    return sent;
  }
  default: {
    const auto reason = std::as_bytes(std::span(why_socket_.data(), why_socket_.size()));
    return socket_.send(static_cast<std::uint32_t>(PacketType::refuse), reason);
  }
  }
}

void Channel::handle(const Packet& packet) {
  const bool by_socket = receiving_ == Transport::socket;
  switch (static_cast<PacketType>(packet.type)) {
  case PacketType::hello:
    if (is_server_ && !negotiated_ && by_socket) return answer_hello(packet);
    break;
  case PacketType::offer:
    if (!is_server_ && !negotiated_ && wanted_ring_bytes_ != 0) return answer_offer(packet);
    break;
  case PacketType::refuse:
    if (settled_ || sending_ == Transport::ring || !by_socket) break;
    why_socket_.assign(reinterpret_cast<const char*>(packet.payload.data()), packet.payload.size());
    negotiated_ = settled_ = true;
    owed_.reset();
    return release_memory();
  case PacketType::enter:
    if (by_socket && memory_ && !reader_ && !settled_ && !owed_) return answer_enter();
    break;
  case PacketType::leave:
    if (!by_socket && owed_ != PacketType::enter) return answer_leave();
    break;
  default:
    break;
  }
  fail(ChannelFault::unexpected);
}

void Channel::answer_hello(const Packet& packet) {
  PacketHello hello{};
  negotiated_ = true;
  if (!read_hello(packet.payload, hello)) return refuse("the client speaks another version");
  if (!policy_.shared_memory) return refuse("the server grants no shared memory");
  if (socket_.peer_user() != policy_.user) return refuse("the client belongs to another user");
  auto memory = SealedMemory::create(std::min(hello.ring_bytes, policy_.most_ring_bytes));
  if (!memory) return refuse(memory.error().detail);
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
    return refuse("the server has no descriptors left");
  memory_.emplace(std::move(memory).value());
  doorbell_ = UniqueFd(ends[0]);
  offered_doorbell_ = UniqueFd(ends[1]);
  settled_ = false;
  owed_ = PacketType::offer;
  pay();
}

void Channel::answer_offer(const Packet& packet) {
  PacketHello offer{};
  negotiated_ = true;
  UniqueFd memory_fd = socket_.take_fd();
  UniqueFd doorbell = socket_.take_fd();
  settled_ = true;  // unless all is well
  if (!read_hello(packet.payload, offer)) return refuse("the server speaks another version");
  if (!memory_fd || !doorbell) return refuse("the descriptors did not arrive");
  auto memory = SealedMemory::open(std::move(memory_fd));
  if (!memory) return refuse(memory.error().detail);
  settled_ = false;
  memory_.emplace(std::move(memory).value());
  doorbell_ = std::move(doorbell);
  owed_ = PacketType::enter;
  pay();
}

void Channel::answer_enter() {
  reader_.emplace(
      is_server_ ? memory_->to_server() : memory_->to_client(), socket_.decoder().sequence(),
      doorbell_.get());
  buffer_.resize(reader_->max_payload());
  flushed_ = 0;
  receiving_ = Transport::ring;
  settled_ = true;
  if (is_server_) owed_ = PacketType::enter;
  pay();
}

void Channel::answer_leave() {
  socket_.decoder().resume(reader_->sequence());
  receiving_ = Transport::socket;
  why_socket_ = "it was handed back";
  if (sending_ == Transport::ring) owed_ = PacketType::leave;
  release_memory();
  pay();
}

void Channel::refuse(std::string reason) {
  why_socket_ = std::move(reason);
  owed_ = PacketType::refuse;
  pay();
}

// Once neither direction uses it.
void Channel::release_memory() {
  if (sending_ == Transport::ring || receiving_ == Transport::ring) return;
  writer_.reset();
  reader_.reset();
  memory_.reset();
  doorbell_ = {};
}

}  // namespace omx

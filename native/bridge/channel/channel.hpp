/// A channel between two processes: packets over a socket, and over shared memory once both have agreed.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <poll.h>

#include "bridge/channel/packet_socket.hpp"
#include "bridge/channel/ring_reader.hpp"
#include "bridge/channel/ring_writer.hpp"

namespace omx {

enum class Transport : std::uint8_t { socket, ring };

/// A packet as it is received; the payload is valid until the next is.
struct Packet {
  std::uint32_t type = 0;
  std::uint64_t sequence = 0;
  std::span<const std::byte> payload;
};

/// What a server grants.
struct ChannelPolicy {
  bool shared_memory = true;
  unsigned user = 0;  ///< only this one gets shared memory
  std::uint32_t most_ring_bytes = 64 * 1024;
};

/// One end. Both directions change their transport separately: the sender marks its last packet on the old
/// one, and the receiver turns to the new one there, so that nothing is lost or passes anything else.
/// Whatever is refused (by policy, user, kernel or peer) leaves the channel on the socket, and why_socket()
/// says why. Nothing blocks but wait() and await(). One thread; while the rings are in use, one other may use
/// each of their sides in its place.
class Channel {
public:
  /// The client's end of a connected socket; asks for rings of `ring_bytes`, or for none.
  static std::unique_ptr<Channel> client(UniqueFd socket, std::uint32_t ring_bytes);
  static std::unique_ptr<Channel> server(UniqueFd socket, const ChannelPolicy& policy);
  /// Connects to a server's socket. Errors: channel_broken.
  static Result<std::unique_ptr<Channel>> connect(const std::string& path, std::uint32_t ring_bytes);

  Transport sends_by() const noexcept { return sending_; }
  Transport receives_by() const noexcept { return receiving_; }
  /// No change of transport is under way.
  bool settled() const noexcept { return settled_ && !owed_; }
  int fd() const noexcept { return socket_.fd(); }
  /// Why the rings are not used; empty while they are or may be.
  const std::string& why_socket() const noexcept { return why_socket_; }
  ChannelFault fault() const noexcept;
  bool broken() const noexcept { return fault() != ChannelFault::none; }

  /// Appends a packet; `type` is the application's. By the socket it is sent at once; by the ring with
  /// flush().
  Passed send(std::uint32_t type, std::span<const std::byte> payload);
  void flush();
  /// The oldest packet of the application. Handles those of the channel itself on the way.
  Passed receive(Packet& packet);

  /// Goes back to the socket, in both directions, for good. Nothing happens before settled().
  void hand_back();

  /// For poll loops, once receive() (or send()) said `later`: false when there is work already, else what to
  /// poll; call woke() afterwards.
  bool arm(std::array<pollfd, 2>& polled, bool to_send = false);
  void woke(const std::array<pollfd, 2>& polled);
  /// Waits until a packet can be received (or sent), the peer is gone, or `deadline_ns` of CLOCK_MONOTONIC.
  void wait(std::uint64_t deadline_ns, bool to_send = false);

  /// The next packet, for a thread that has nothing else to do until it comes: one system call by the socket,
  /// by the ring one only when there is none yet. Looks once a second whether the peer still lives.
  Passed await(Packet& packet, std::uint64_t spin_ns = 0);

  /// The sides of the rings, for a thread of their own; null while the direction goes by the socket.
  RtRingWriter* ring_writer() noexcept { return sending_ == Transport::ring ? &*writer_ : nullptr; }
  RtRingReader* ring_reader() noexcept { return receiving_ == Transport::ring ? &*reader_ : nullptr; }

private:
  Channel(UniqueFd socket, bool is_server, const ChannelPolicy& policy)
      : is_server_(is_server), policy_(policy), socket_(std::move(socket), !is_server) {}

  Passed take(Packet& packet);
  Passed await_socket(Packet& packet);
  void look_for_peer();
  Passed take_from_ring(Packet& packet);
  void handle(const Packet& packet);
  void answer_hello(const Packet& packet);
  void answer_offer(const Packet& packet);
  void answer_enter();
  void answer_leave();
  void refuse(std::string reason);
  bool pay();
  Passed send_owed();
  void release_memory();
  void fail(ChannelFault fault) { fault_ = fault_ == ChannelFault::none ? fault : fault_; }

  const bool is_server_;
  const ChannelPolicy policy_;
  PacketSocket socket_;
  Transport sending_ = Transport::socket;
  Transport receiving_ = Transport::socket;
  bool settled_ = true;
  bool negotiated_ = false;         // an answer was given; there is one in a channel's life
  bool peer_gone_ = false;          // what it left in the ring is read all the same
  std::optional<PacketType> owed_;  // a packet of the channel itself that goes before any other
  std::uint32_t wanted_ring_bytes_ = 0;
  UniqueFd offered_doorbell_;
  std::string why_socket_;
  ChannelFault fault_ = ChannelFault::none;
  std::optional<SealedMemory> memory_;
  UniqueFd doorbell_;
  std::optional<RtRingWriter> writer_;
  std::optional<RtRingReader> reader_;
  std::vector<std::byte> buffer_;  // for packets from the ring
  std::uint64_t flushed_ = 0;      // position of the reader that its peer was shown
};

}  // namespace omx

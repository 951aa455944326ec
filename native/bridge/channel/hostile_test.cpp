// Peers that are broken or wicked: the other end keeps its time, its memory and its head.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bridge/channel/channel_host.hpp"

namespace {

using namespace omx;

constexpr std::uint32_t seed = 20'261'201;

std::uint32_t value_of(PacketType type) {
  return static_cast<std::uint32_t>(type);
}

/// A ring whose writer is this test, byte by byte.
struct Live {
  SealedMemory memory = SealedMemory::create(4096).value();
  RingMemory ring = memory.to_server();
  RtRingReader reader{ring};
  std::array<std::byte, 4096> buffer{};

  Passed read_after(const PacketHeader& header, std::uint64_t written) {
    std::memcpy(ring.bytes, &header, sizeof header);
    ring.records->written.bytes = written;
    PacketHeader got{};
    return reader.read(got, buffer);
  }
};

TEST_CASE("each lie of a writer breaks the ring in its own way") {
  const auto fault = [](const PacketHeader& header, std::uint64_t written) {
    Live live;
    CHECK(live.read_after(header, written) == Passed::broken);
    PacketHeader again{};
    CHECK(live.reader.read(again, live.buffer) == Passed::broken);
    return live.reader.fault();
  };
  CHECK(fault({0, 64, 0}, 4097) == ChannelFault::position);
  CHECK(fault({0, 64, 0}, UINT64_MAX) == ChannelFault::position);
  CHECK(fault({0, 64, 0}, 8) == ChannelFault::length);     // not even a header
  CHECK(fault({100, 64, 0}, 64) == ChannelFault::length);  // the packet is not whole
  CHECK(fault({2033, 64, 0}, 4096) == ChannelFault::length);
  CHECK(fault({UINT32_MAX, 64, 0}, 4096) == ChannelFault::length);
  CHECK(fault({0, 64, 1}, 16) == ChannelFault::sequence);
  Live sound;
  CHECK(sound.read_after({2032, 64, 0}, 2048) == Passed::yes);
  sound.ring.records->written.bytes = 2047;  // backwards
  PacketHeader got{};
  CHECK(sound.reader.read(got, sound.buffer) == Passed::broken);
  CHECK(sound.reader.fault() == ChannelFault::position);
}

TEST_CASE(
    "a reader that claims what was never written breaks the ring; one that stands still costs nothing") {
  const SealedMemory memory = SealedMemory::create(4096).value();
  RtRingWriter writer(memory.to_server());
  const std::array<std::byte, 1008> quarter{};
  for (int i = 0; i < 4; ++i) CHECK(writer.write(64, quarter) == Passed::yes);
  writer.flush();
  for (int i = 0; i < 1000; ++i) CHECK(writer.write(64, quarter) == Passed::later);
  writer.sleep(writer.when_half_free(), channel_clock_ns() + 1);  // its own deadline bounds the wait
  memory.to_server().records->read.bytes = 4097;
  CHECK(writer.write(64, quarter) == Passed::broken);
  CHECK(writer.fault() == ChannelFault::position);
}

TEST_CASE("a reader that always claims to sleep and never answers its doorbell keeps nobody waiting") {
  const SealedMemory memory = SealedMemory::create(4096).value();
  RingRecords& records = *memory.to_server().records;
  std::array<int, 2> ends{};
  REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);  // in blocking mode
  const UniqueFd own(ends[0]), peer(ends[1]);
  RtRingWriter writer(memory.to_server(), 0, own.get());
  for (int i = 0; i < 5000; ++i) {
    records.reader.sleeping = i % 8 == 7 ? static_cast<std::uint32_t>(i) : sleep_doorbell;
    REQUIRE(writer.write(64, {}) == Passed::yes);
    writer.flush();
    records.read.bytes = writer.position();
  }
  CHECK(send(own.get(), "", 1, MSG_DONTWAIT) < 0);  // it is full
}

TEST_CASE("a client that is offered memory without seals stays on the socket and says why") {
  std::array<int, 2> ends{};
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
  const auto client = Channel::client(UniqueFd(ends[0]), 8192);
  PacketSocket server(UniqueFd(ends[1]), false);
  const UniqueFd memory(memfd_create("omx-test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  REQUIRE(ftruncate(memory.get(), rings_offset + 2 * 8192) == 0);
  const PacketHello hello{channel_magic, channel_version, 8192, 0};
  const std::array<int, 2> fds{memory.get(), memory.get()};
  REQUIRE(server.send(value_of(PacketType::offer), std::as_bytes(std::span(&hello, 1)), fds) == Passed::yes);
  REQUIRE(server.send(64, {}) == Passed::yes);
  Packet packet;
  CHECK(client->receive(packet) == Passed::yes);
  CHECK(client->why_socket() == "the shared memory that was offered is not sealed");
  CHECK(client->sends_by() == Transport::socket);
  PacketHeader header{};
  std::span<const std::byte> payload;
  CHECK(server.receive(header, payload) == Passed::yes);
  CHECK(header.type == value_of(PacketType::hello));
  CHECK(server.receive(header, payload) == Passed::yes);
  CHECK(header.type == value_of(PacketType::refuse));
}

TEST_CASE("random bytes in a live ring, with random positions, end in a fault or in nothing") {
  std::mt19937_64 random(seed);
  std::size_t packets = 0;
  for (int round = 0; round < 2000; ++round) {
    Live live;
    for (std::size_t at = 0; at < 4096; at += 8) {
      const std::uint64_t word = random() & (random() % 2 ? 0xff : UINT64_MAX);
      std::memcpy(live.ring.bytes + at, &word, sizeof word);
    }
    Passed passed = Passed::yes;
    for (int step = 0; step < 64 && passed != Passed::broken; ++step) {
      live.ring.records->written.bytes = random() % 3 ? random() % 5000 : random();
      live.ring.records->writer.sleeping = static_cast<std::uint32_t>(random());
      live.ring.records->writer.wake_at = random();
      PacketHeader header{};
      passed = live.reader.read(header, live.buffer);
      if (passed == Passed::yes) CHECK(header.length <= live.reader.max_payload());
      packets += passed == Passed::yes;
      live.reader.flush();
    }
  }
  MESSAGE("seed ", seed, ": ", packets, " packets taken for true");
}

/// A server in this process, and a counter of what it heard.
struct Server {
  std::string path = "/tmp/omx-channel-" + std::to_string(getpid());
  std::size_t heard = 0;
  std::size_t gone = 0;
  std::unique_ptr<ChannelHost> host;

  explicit Server(std::size_t channels = 8)
      : host(
            ChannelHost::listen(
                path, {true, geteuid(), 8192}, {channels, 64, 16},
                {[this](Channel& channel, const Packet& packet) {
                   ++heard;
                   channel.send(packet.type, packet.payload);
                 },
                 [this](Channel&) { ++gone; }})
                .value()) {}
  UniqueFd connect() const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    REQUIRE(::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    return socket;
  }
  void turn() { host->turn(channel_clock_ns() + 1'000'000); }
  /// Turns of the server until a good client has its echo.
  void serves() {
    const auto client = Channel::client(connect(), 8192);
    Packet packet;
    bool sent = false;
    for (int turns = 0; turns < 10'000; ++turns) {
      turn();
      sent = sent || client->send(64, {}) == Passed::yes;
      client->flush();
      if (client->receive(packet) == Passed::yes) return;
      REQUIRE(client->fault() == ChannelFault::none);
    }
    FAIL("no echo");
  }
};

TEST_CASE("random bytes on the socket end that channel and no other") {
  std::mt19937_64 random(seed);
  Server server;
  for (int i = 0; i < 200; ++i) {
    const UniqueFd socket = server.connect();
    std::vector<std::uint64_t> noise(1 + random() % 64);
    std::ranges::generate(noise, [&] { return random() & (random() % 2 ? 0xff : UINT64_MAX); });
    REQUIRE(write(socket.get(), noise.data(), noise.size() * 8) > 0);
    server.turn();
    server.turn();
  }
  server.serves();
  CHECK(server.host->channels() <= 8);
}

TEST_CASE("packets of the channel itself at the wrong time end it") {
  constexpr std::array types{
      PacketType::offer, PacketType::refuse, PacketType::enter, PacketType::leave,
      static_cast<PacketType>(63)};
  for (const PacketType type : types) {
    Server server;
    PacketSocket socket(server.connect(), false);
    REQUIRE(socket.send(value_of(type), {}) == Passed::yes);
    for (int i = 0; i < 4; ++i) server.turn();
    CHECK(server.gone == 1);
    server.serves();
  }
  Server server;
  PacketSocket socket(server.connect(), false);
  const PacketHello hello{channel_magic, channel_version, 8192, 0};
  for (int i = 0; i < 2; ++i)
    REQUIRE(socket.send(value_of(PacketType::hello), std::as_bytes(std::span(&hello, 1))) == Passed::yes);
  for (int i = 0; i < 4; ++i) server.turn();
  CHECK(server.gone == 1);  // two hellos are one too many
}

TEST_CASE("ten thousand connections leave the server as it was") {
  Server server;
  std::vector<UniqueFd> held;
  for (int i = 0; i < 10'000; ++i) {
    UniqueFd socket = server.connect();
    if (i % 100 == 0) held.push_back(std::move(socket));
    if (i % 16 == 15) server.turn();
    if (i % 2500 == 0) server.serves();
  }
  server.serves();
  CHECK(server.host->channels() <= 8);
  CHECK(server.host->turned_away() + server.gone > 0);
}

TEST_CASE("a peer that floods or never reads keeps nobody waiting") {
  Server server;
  const auto flood = Channel::client(server.connect(), 0);
  std::array<std::byte, 60'000> big{};
  for (int i = 0; i < 100; ++i) {
    while (flood->send(64, big) == Passed::yes) {
    }
    server.turn();
    if (i % 10 == 0) server.serves();
  }
  CHECK(server.gone >= 10);  // the good clients, each of which left
}

TEST_CASE("a peer that dies in mid-write is gone, and what it wrote before is heard") {
  Server server;
  const pid_t child = fork();
  if (child == 0) {
    auto client = Channel::connect(server.path, 8192).value();
    Packet packet;
    while (client->receive(packet) == Passed::later && !client->ring_writer()) client->wait(never_ns);
    const std::array<std::byte, 100> payload{};
    for (int i = 0; i < 5; ++i) client->send(64, payload);
    client->flush();
    client->ring_writer()->write(64, payload);  // in the ring, but not shown yet
    raise(SIGKILL);
  }
  while (server.gone == 0) server.host->turn(never_ns);
  CHECK(server.heard == 5);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  server.serves();
}

}  // namespace

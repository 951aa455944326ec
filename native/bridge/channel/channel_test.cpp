#include <doctest/doctest.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bridge/channel/peer_watch.hpp"

namespace {

using namespace omx;

constexpr std::uint32_t ring_bytes = 16'384;
std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// Both ends in one thread.
struct Ends {
  std::unique_ptr<Channel> client;
  std::unique_ptr<Channel> server;

  explicit Ends(std::uint32_t wanted = ring_bytes, const ChannelPolicy& policy = {true, geteuid(), 1 << 20}) {
    std::array<int, 2> fds{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) == 0);
    client = Channel::client(UniqueFd(fds[0]), wanted);
    server = Channel::server(UniqueFd(fds[1]), policy);
  }

  /// Lets both handle what the other sent, until nothing comes any more. Only for when no packets of data are
  /// about.
  void settle() {
    Packet packet;
    for (int i = 0; i < 8; ++i) {
      CHECK(server->receive(packet) != Passed::yes);
      CHECK(client->receive(packet) != Passed::yes);
    }
  }
};

std::string receive(Channel& channel) {
  Packet packet;
  const Passed passed = channel.receive(packet);
  if (passed != Passed::yes) return passed == Passed::later ? "<later>" : "<broken>";
  return {reinterpret_cast<const char*>(packet.payload.data()), packet.payload.size()};
}

void send(Channel& channel, std::string_view text) {
  REQUIRE(channel.send(64, bytes_of(text)) == Passed::yes);
  channel.flush();
}

TEST_CASE("both ends turn to the ring, and nothing is lost or passes anything else at the change") {
  Ends ends;
  send(*ends.client, "1");  // before the server has answered
  CHECK(receive(*ends.server) == "1");
  send(*ends.server, "a");  // after its offer
  send(*ends.client, "2");
  CHECK(receive(*ends.client) == "a");
  CHECK(ends.client->sends_by() == Transport::ring);
  send(*ends.client, "3");
  CHECK(ends.server->sends_by() == Transport::socket);
  CHECK(receive(*ends.server) == "2");
  CHECK(receive(*ends.server) == "3");
  send(*ends.server, "b");
  CHECK(receive(*ends.client) == "b");
  for (Channel* const end : {ends.client.get(), ends.server.get()}) {
    CHECK(end->settled());
    CHECK(end->sends_by() == Transport::ring);
    CHECK(end->receives_by() == Transport::ring);
    CHECK(end->why_socket().empty());
  }
}

TEST_CASE("either end hands back to the socket, in the midst of packets") {
  for (const bool by_client : {true, false}) {
    Ends ends;
    ends.settle();
    Channel& one = by_client ? *ends.client : *ends.server;
    Channel& other = by_client ? *ends.server : *ends.client;
    send(other, "a");
    send(one, "1");
    one.hand_back();
    send(one, "2");
    CHECK(one.sends_by() == Transport::socket);
    send(other, "b");
    CHECK(receive(other) == "1");
    CHECK(receive(other) == "2");
    CHECK(other.sends_by() == Transport::socket);
    send(other, "c");
    for (const char* const expected : {"a", "b", "c", "<later>"}) CHECK(receive(one) == expected);
    CHECK(one.receives_by() == Transport::socket);
    CHECK_FALSE(one.broken());
    CHECK(other.why_socket() == "it was handed back");
  }
}

TEST_CASE("both ends hand back at once") {
  Ends ends;
  ends.settle();
  ends.client->hand_back();
  ends.server->hand_back();
  send(*ends.client, "1");
  send(*ends.server, "a");
  CHECK(receive(*ends.server) == "1");
  CHECK(receive(*ends.client) == "a");
  CHECK_FALSE(ends.client->broken());
}

TEST_CASE("a channel that gets no shared memory works by the socket and says why") {
  const auto why = [](const Ends& ends) {
    CHECK(ends.client->sends_by() == Transport::socket);
    send(*ends.client, "1");
    CHECK(receive(*ends.server) == "1");
    send(*ends.server, "a");
    CHECK(receive(*ends.client) == "a");
    return ends.client->why_socket();
  };
  const auto settled = [](Ends ends) {
    ends.settle();
    return ends;
  };
  CHECK(why(settled(Ends(0))) == "shared memory was not asked for");
  CHECK(why(settled(Ends(ring_bytes, {false, geteuid(), 1 << 20}))) == "the server grants no shared memory");
  CHECK(
      why(settled(Ends(ring_bytes, {true, geteuid() + 1, 1 << 20}))) == "the client belongs to another user");
}

/// Makes memfd_create fail for this process from now on, as a container may.
bool forbid_memfd() {
  std::array<sock_filter, 4> program{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog filter{program.size(), program.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

TEST_CASE("a kernel that gives no shared memory leaves the channel on the socket") {
  const pid_t child = fork();
  if (child == 0) {
    if (!forbid_memfd()) _exit(2);
    Ends ends;
    ends.settle();
    const bool said = ends.client->why_socket() == std::string("memfd_create: ") + std::strerror(ENOSYS);
    send(*ends.client, "1");
    _exit(said && receive(*ends.server) == "1" ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 2) MESSAGE("seccomp filters are not permitted here");
  CHECK(WEXITSTATUS(status) != 1);
}

TEST_CASE("what a peer sent before it went arrives, then its end is seen") {
  for (const std::uint32_t wanted : {0u, ring_bytes}) {
    Ends ends(wanted);
    ends.settle();
    send(*ends.client, "last words");
    ends.client.reset();
    ends.server->wait(never_ns);
    CHECK(receive(*ends.server) == "last words");
    while (receive(*ends.server) == "<later>") ends.server->wait(never_ns);
    CHECK(ends.server->fault() == ChannelFault::closed);
    CHECK(ends.server->send(64, {}) == Passed::broken);
  }
}

TEST_CASE("a packet that the socket takes in parts is whole at the other end") {
  Ends ends(0);
  const std::string longest(packet_bytes_limit, 'x');
  int sent = 0;
  while (ends.client->send(64, bytes_of(longest)) == Passed::yes) ++sent;
  CHECK(sent > 1);
  for (int i = 0; i < sent;) {
    const std::string got = receive(*ends.server);
    if (got == "<later>") {
      ends.client->flush();
      continue;
    }
    REQUIRE(got == longest);
    ++i;
  }
  CHECK(ends.client->send(64, bytes_of(longest + "x")) == Passed::no_fit);
}

TEST_CASE("two processes wait for each other by doorbell, over either transport") {
  for (const std::uint32_t wanted : {0u, ring_bytes}) {
    Ends ends(wanted);
    constexpr int rounds = 200;
    const pid_t child = fork();
    if (child == 0) {
      ends.client.reset();
      for (int i = 0; i < rounds;) {
        const std::string got = receive(*ends.server);
        if (got == "<later>") {
          ends.server->wait(never_ns);
          continue;
        }
        if (got != std::to_string(i)) _exit(1);
        while (ends.server->send(64, bytes_of("echo " + got)) == Passed::later)
          ends.server->wait(never_ns, true);
        ends.server->flush();
        ++i;
      }
      _exit(0);
    }
    ends.server.reset();
    for (int i = 0; i < rounds; ++i) {
      send(*ends.client, std::to_string(i));
      std::string got = receive(*ends.client);
      for (; got == "<later>"; got = receive(*ends.client)) ends.client->wait(never_ns);
      REQUIRE(got == "echo " + std::to_string(i));
    }
    int status = 1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK((ends.client->sends_by() == Transport::ring) == (wanted != 0));
  }
}

TEST_CASE("a client that only waits gets every packet, and the end, by either transport") {
  for (const std::uint32_t wanted : {0u, ring_bytes}) {
    Ends ends(wanted);
    constexpr int packets = 300;
    const pid_t child = fork();
    if (child == 0) {
      ends.client.reset();
      receive(*ends.server);
      for (int i = 0; i < packets; ++i) {
        while (ends.server->send(64, bytes_of(std::to_string(i))) == Passed::later)
          ends.server->wait(never_ns, true);
        ends.server->flush();
        if (i == packets / 2 && receive(*ends.server) == "<broken>") _exit(1);
      }
      _exit(0);
    }
    ends.server.reset();
    Packet packet;
    for (int i = 0; i < packets; ++i) {
      REQUIRE(ends.client->await(packet) == Passed::yes);
      const std::string text(reinterpret_cast<const char*>(packet.payload.data()), packet.payload.size());
      REQUIRE(text == std::to_string(i));
    }
    CHECK(ends.client->await(packet) == Passed::broken);
    CHECK(ends.client->fault() == ChannelFault::closed);
    int status = 1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
}

TEST_CASE("a thread that sleeps on a futex learns that its peer has gone") {
  Ends ends;
  ends.settle();
  const PeerWatch watch(*ends.client);
  const pid_t child = fork();
  if (child == 0) raise(SIGKILL);  // has the server's end, too, until it dies
  ends.server.reset();
  RtRingReader& reader = *ends.client->ring_reader();
  reader.sleep(reader.when_readable(), never_ns);
  CHECK(reader.interrupted());
  RtRingWriter& writer = *ends.client->ring_writer();
  writer.sleep(writer.when_half_free() + 1'000'000, never_ns);
  CHECK(waitpid(child, nullptr, 0) == child);
}

}  // namespace

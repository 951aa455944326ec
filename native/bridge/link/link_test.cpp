#include <doctest/doctest.h>

#include <random>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bridge/link/link_socket.hpp"

namespace {

using namespace omx;
using namespace std::chrono_literals;

const auto later = [] { return LinkSocket::Clock::now() + 20s; };
const auto at_once = [] { return LinkSocket::Clock::time_point{}; };

struct Pair {
  Pair() { REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0); }
  int fds[2]{};
};

TEST_CASE("what was put in is taken out, and beyond the end is nothing") {
  MessageWriter out;
  out.put(7u).put(0.25).put(true).text("déjà").bytes(std::vector<std::byte>(3, std::byte{9}));
  MessageReader in(out.payload());
  CHECK(in.take<std::uint32_t>() == 7);
  CHECK(in.take<double>() == 0.25);
  CHECK(in.take<bool>());
  CHECK(in.text() == "déjà");
  CHECK(in.bytes() == std::vector<std::byte>(3, std::byte{9}));
  CHECK(in.ok());
  CHECK(in.take<std::uint32_t>() == 0);
  CHECK_FALSE(in.ok());
}

TEST_CASE("a length that lies takes nothing from beyond the end") {
  MessageWriter out;
  out.put(1000u).put(1u);
  MessageReader text(out.payload());
  CHECK(text.text().empty());
  CHECK_FALSE(text.ok());
  MessageReader count(out.payload());
  CHECK(count.count(4) == 0);
  CHECK_FALSE(count.ok());
}

TEST_CASE("messages longer than the socket's buffer arrive whole and in order, a descriptor with its own") {
  const Pair pair;
  LinkSocket far(pair.fds[1]);
  const std::vector<std::byte> big(5'000'000, std::byte{42});
  std::thread sender([&] {
    LinkSocket near(pair.fds[0]);
    const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    CHECK(near.send(LinkKind::save, big, later()));
    CHECK(near.send(LinkKind::activate, {}, later(), file));
    close(file);
  });
  const auto first = far.receive(later());
  REQUIRE(first);
  CHECK(first->payload == big);
  CHECK(first->fd == -1);
  const auto second = far.receive(later());
  sender.join();
  REQUIRE(second);
  CHECK(second->kind == LinkKind::activate);
  REQUIRE(second->fd >= 0);
  CHECK(fcntl(second->fd, F_GETFD) == FD_CLOEXEC);
  close(second->fd);
  CHECK_FALSE(far.receive(later()));
  CHECK(far.closed());
}

TEST_CASE("an end that does not listen fails the sender at its deadline") {
  const Pair pair;
  LinkSocket near(pair.fds[0]);
  CHECK_FALSE(near.send(LinkKind::save, std::vector<std::byte>(5'000'000), at_once()));
  CHECK(near.closed());
  close(pair.fds[1]);
}

TEST_CASE("random bytes are refused or read as messages, never more than was sent") {
  std::mt19937 random(20261201);
  for (int round = 0; round < 200; ++round) {
    const Pair pair;
    std::vector<std::uint32_t> words(64);
    for (std::uint32_t& word : words)
      word = static_cast<std::uint32_t>(random() % 3 == 0 ? random() : random() % 40);
    REQUIRE(write(pair.fds[0], words.data(), words.size() * 4) == 256);
    close(pair.fds[0]);
    LinkSocket far(pair.fds[1]);
    std::size_t payload = 0;
    while (const auto message = far.receive(at_once())) {
      payload += message->payload.size();
      MessageReader reader = message->reader();
      while (reader.ok()) reader.text();
    }
    CHECK(payload <= 256);
    CHECK(far.closed());
  }
}

}  // namespace

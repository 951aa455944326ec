#include <doctest/doctest.h>

#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "control/loop/connection.hpp"

using namespace omx;
using namespace std::string_literals;

namespace {

struct Pair {
  int ours = -1;
  int peer = -1;
  Pair() {
    int fds[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds) == 0);
    ours = fds[0];
    peer = fds[1];
  }
  ~Pair() {
    if (peer >= 0) close(peer);
  }
  void say(const std::string& bytes) {
    REQUIRE(send(peer, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  }
};

}  // namespace

TEST_CASE("while an answer is outstanding no further command is taken, and then in order") {
  EventLoop loop;
  Pair pair;
  std::vector<std::string> taken;
  Connection connection(
      loop, pair.ours, true,
      {[&](Connection& own, std::string message) {
         taken.push_back(message);
         if (message == "slow") {
           own.pause();
           loop.after(std::chrono::milliseconds(5), [&] {
             CHECK(taken.size() == 2);
             own.send("resp 0");
             own.resume();
           });
         }
         if (message == "last") loop.stop();
       },
       [](Connection&) {}});
  pair.say("first\0slow\0third\0last\0"s);
  loop.run();
  CHECK(taken == std::vector<std::string>{"first", "slow", "third", "last"});
  char reply[16];
  CHECK(recv(pair.peer, reply, sizeof reply, 0) == 7);
  CHECK(std::string(reply) == "resp 0");
}

TEST_CASE("a peer that goes away is noticed") {
  EventLoop loop;
  Pair pair;
  bool closed = false;
  Connection connection(
      loop, pair.ours, true,
      {[](Connection&, std::string) {},
       [&](Connection& own) {
         closed = own.closed();
         loop.stop();
       }});
  close(pair.peer);
  pair.peer = -1;
  loop.run();
  CHECK(closed);
}

TEST_CASE("a peer that never reads is dropped, not waited for") {
  EventLoop loop;
  Pair pair;
  bool closed = false;
  Connection connection(
      loop, pair.ours, true,
      {[](Connection&, std::string) {},
       [&](Connection&) {
         closed = true;
         loop.stop();
       }});
  const std::string line(64 * 1024, 'x');
  for (int i = 0; i < 200 && !closed; ++i) connection.send(line);
  loop.run();
  CHECK(closed);
}

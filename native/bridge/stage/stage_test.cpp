// The turn between real processes: on time, late, stopped, killed.
#include <doctest/doctest.h>

#include <csignal>
#include <ctime>
#include <functional>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bridge/stage/stage_memory.hpp"

namespace {

using namespace omx;

std::uint64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

/// Far enough away that only a test that fails gets there.
std::uint64_t in_the_end() {
  return now_ns() + 20'000'000'000;
}

/// A stage in a process of its own: doubles every input sample, and calls `before_answer` before it gives
/// back.
class Peer {
public:
  explicit Peer(
      StageMemory& memory, const std::function<void(std::uint32_t cycle)>& before_answer = nullptr) {
    const int fd = dup(memory.fd());
    pid_ = fork();
    if (pid_ != 0) {
      close(fd);
      return;
    }
    auto own = StageMemory::open(fd);
    if (!own) _exit(1);
    run(*own.value(), before_answer);
    _exit(0);
  }
  ~Peer() {
    kill(pid_, SIGKILL);
    end();
  }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  void send(int signal) {
    kill(pid_, signal);
    if (signal == SIGSTOP) {
      int status = 0;
      waitpid(pid_, &status, WUNTRACED);
    }
  }
  int end() {
    int status = 0;
    if (!ended_) waitpid(pid_, &status, 0);
    ended_ = true;
    return status;
  }

private:
  static void run(StageMemory& memory, const std::function<void(std::uint32_t)>& before_answer) {
    for (;;) {
      const TurnHolder holder = memory.turn().wait_for_turn();
      if (holder == TurnHolder::gone) return;
      memory.output(0)[0] = 2 * memory.input(0)[0];
      if (before_answer) before_answer(memory.turn().now().cycle());
      memory.turn().give_back();
    }
  }

  pid_t pid_ = 0;
  bool ended_ = false;
};

std::unique_ptr<StageMemory> mono(std::uint32_t frames = 64) {
  auto memory = StageMemory::create({frames, 1, 1});
  REQUIRE(memory);
  return std::move(memory).value();
}

bool play(StageMemory& memory, float sample, std::uint64_t deadline_ns) {
  memory.input(0)[0] = sample;
  return memory.turn().pass() && memory.turn().wait_for_answer(deadline_ns);
}

/// Until the stage has acknowledged a miss.
void wait_until_returned(StageMemory& memory) {
  const std::uint64_t end_ns = in_the_end();
  while (memory.turn().now().holder() == TurnHolder::missed && now_ns() < end_ns) usleep(100);
  REQUIRE(memory.turn().now().holder() == TurnHolder::client);
}

TEST_CASE("a stage answers each cycle with that cycle's output") {
  const auto memory = mono();
  Peer peer(*memory);
  for (int i = 1; i <= 200; ++i) {
    REQUIRE(play(*memory, static_cast<float>(i), in_the_end()));
    REQUIRE(memory->output(0)[0] == 2.0f * static_cast<float>(i));
  }
  CHECK(memory->turn().now().cycle() == 200);
  memory->turn().leave();
  CHECK(peer.end() == 0);  // it heard that nobody is here any more
}

TEST_CASE("a stage that is late finds its turn missed, and is asked again once it has given back") {
  const auto memory = mono();
  int gate[2];
  REQUIRE(pipe(gate) == 0);
  Peer peer(*memory, [&](std::uint32_t cycle) {
    char go = 0;
    if (cycle == 1 && read(gate[0], &go, 1) != 1) _exit(1);
  });
  CHECK_FALSE(play(*memory, 1, now_ns() + 1'000'000));
  CHECK(memory->turn().now() == Turn::of(1, TurnHolder::missed));
  CHECK_FALSE(memory->turn().pass());  // quarantine
  REQUIRE(write(gate[1], "g", 1) == 1);
  wait_until_returned(*memory);
  CHECK(play(*memory, 3, in_the_end()));
  CHECK(memory->output(0)[0] == 6);
  close(gate[0]);
  close(gate[1]);
}

TEST_CASE("a stopped stage misses its turn; when it goes on it acknowledges before it is asked again") {
  const auto memory = mono();
  Peer peer(*memory);
  REQUIRE(play(*memory, 1, in_the_end()));
  peer.send(SIGSTOP);
  CHECK_FALSE(play(*memory, 5, now_ns() + 1'000'000));
  CHECK_FALSE(memory->turn().pass());
  CHECK(memory->turn().now() == Turn::of(2, TurnHolder::missed));
  peer.send(SIGCONT);
  wait_until_returned(*memory);
  CHECK(play(*memory, 7, in_the_end()));
  CHECK(memory->output(0)[0] == 14);
}

TEST_CASE("a killed stage costs one deadline, and is never asked again") {
  const auto memory = mono();
  Peer peer(*memory);
  REQUIRE(play(*memory, 1, in_the_end()));
  peer.send(SIGKILL);
  peer.end();
  CHECK_FALSE(play(*memory, 2, now_ns() + 1'000'000));
  CHECK_FALSE(memory->turn().pass());
}

TEST_CASE("a client that waits hears at once of a stage that leaves") {
  const auto memory = mono();
  Peer peer(*memory, [&](std::uint32_t) { memory->turn().leave(); });
  CHECK_FALSE(play(*memory, 1, TurnWord::forever));
  CHECK(memory->turn().now().holder() == TurnHolder::gone);
  CHECK_FALSE(memory->turn().pass());
}

TEST_CASE("an overdue wait gives up at once, unless the answer is there") {
  const auto memory = mono();
  REQUIRE(memory->turn().pass());
  REQUIRE(memory->turn().give_back());
  CHECK(memory->turn().wait_for_answer(0));
  REQUIRE(memory->turn().pass());
  CHECK_FALSE(memory->turn().wait_for_answer(0));
  CHECK_FALSE(memory->turn().give_back());  // too late: acknowledged only
  CHECK(memory->turn().now() == Turn::of(2, TurnHolder::client));
}

TEST_CASE("the memory is sealed, and each end may write its own part only") {
  const auto memory = mono(1000);
  CHECK(ftruncate(memory->fd(), 0) != 0);
  CHECK(fcntl(memory->fd(), F_ADD_SEALS, F_SEAL_WRITE) != 0);
  // 1000 frames are 4000 bytes; channels begin at multiples of 64.
  auto wide = StageMemory::create({1000, 3, 2});
  REQUIRE(wide);
  CHECK((wide.value()->input(1) - wide.value()->input(0)) * 4 == 4032);
  const pid_t writer = fork();
  if (writer == 0) {
    auto own = StageMemory::open(dup(memory->fd()));
    if (!own) _exit(1);
    own.value()->output(0)[999] = 1;
    signal(SIGSEGV, SIG_DFL);
    own.value()->input(0)[0] = 1;
    _exit(2);
  }
  int status = 0;
  waitpid(writer, &status, 0);
  CHECK(memory->output(0)[999] == 1);
  CHECK_FALSE((WIFEXITED(status) && WEXITSTATUS(status) <= 2));
}

TEST_CASE("a memory of another shape, version or without seals is refused") {
  CHECK_FALSE(StageMemory::create({0, 1, 1}));
  CHECK_FALSE(StageMemory::create({64, stage_channel_limit + 1, 1}));
  CHECK_FALSE(StageMemory::open(memfd_create("unsealed", MFD_ALLOW_SEALING)));
  const int empty = memfd_create("empty", MFD_ALLOW_SEALING);
  REQUIRE(fcntl(empty, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0);
  CHECK_FALSE(StageMemory::open(empty));
  const auto memory = mono();
  memory->client().header.version = stage_version + 1;
  CHECK_FALSE(StageMemory::open(dup(memory->fd())));
  memory->client().header.version = stage_version;
  memory->client().header.max_frames = 4096;
  CHECK_FALSE(StageMemory::open(dup(memory->fd())));
}

}  // namespace

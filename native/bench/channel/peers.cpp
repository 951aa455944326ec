#include "bench/channel/peers.hpp"

#include <array>
#include <bit>
#include <csignal>
#include <cstdio>
#include <new>
#include <string>

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace omx::bench {

namespace {

constexpr int fifo_priority = 10;

void run_before_others(int priority) {
  const sched_param parameter{priority};
  sched_setscheduler(0, SCHED_FIFO, &parameter);
}

/// Settles a new process: it ends with the one that measures, and runs where and as it shall.
void settle_process(unsigned processor) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_TIMERSLACK, 1UL);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor % static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN)), &one);
  sched_setaffinity(0, sizeof one, &one);
  run_before_others(fifo_priority);
}

/// A ring of four packets, and at least what a flood needs to go on while the other end rests.
std::uint32_t ring_bytes(const Load& load, bool flood) {
  if (load.carrier != Carrier::ring) return 0;
  const std::uint32_t four = 4 * ring_bytes_of(load.payload_bytes());
  return std::bit_ceil(flood ? std::max(four, 128u * 1024) : four);
}

}  // namespace

ThreadTime thread_time(pid_t process) {
  ThreadTime time;
  unsigned long long run = 0, wait = 0, runs = 0;
  const std::string path = "/proc/" + std::to_string(process) + "/schedstat";
  std::FILE* const file = std::fopen(path.c_str(), "r");
  if (file != nullptr && std::fscanf(file, "%llu %llu %llu", &run, &wait, &runs) == 3)
    time = {run, wait, runs};
  if (file != nullptr) std::fclose(file);
  return time;
}

void watch_over_peers() {
  run_before_others(fifo_priority + 1);
}

Peers::Peers(const Load& load, bool flood) {
  void* const shared =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  progress_ = new (shared) Progress;
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  UniqueFd client_end(ends[0]), server_end(ends[1]);
  server_ = fork();
  if (server_ == 0) {
    settle_process(0);
    client_end = {};
    auto channel = Channel::server(std::move(server_end), {true, geteuid(), ring_bytes_most});
    flood ? serve_flood(std::move(channel), load, *progress_)
          : serve_clock(std::move(channel), load, *progress_);
    _exit(0);
  }
  client_ = fork();
  if (client_ == 0) {
    settle_process(1);
    server_end = {};
    auto channel = Channel::client(std::move(client_end), ring_bytes(load, flood));
    flood ? feed_flood(std::move(channel), load) : feed_clock(std::move(channel), load);
    _exit(0);
  }
}

Peers::~Peers() {
  for (const pid_t process : {client_, server_}) {
    if (process > 0) kill(process, SIGKILL);
  }
  for (const pid_t process : {client_, server_}) {
    if (process > 0) waitpid(process, nullptr, 0);
  }
  munmap(progress_, sizeof(Progress));
}

}  // namespace omx::bench

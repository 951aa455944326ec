#include <csignal>

#include <sys/ptrace.h>
#include <sys/wait.h>

#include "bench/channel/peers.hpp"

namespace omx::bench {

namespace {

/// Lets a stopped process go on to its next stop at a system call, with the signal that it stopped for.
void go_on(pid_t process, int status) {
  const int stop = WSTOPSIG(status);
  const bool of_tracing = stop == SIGTRAP || stop == (SIGTRAP | 0x80) || (status >> 16) != 0;
  ptrace(PTRACE_SYSCALL, process, nullptr, of_tracing ? 0 : stop);
}

}  // namespace

double syscalls_per_packet(const Peers& peers, std::uint64_t packets) {
  for (const pid_t process : {peers.server(), peers.client()}) {
    if (ptrace(PTRACE_SEIZE, process, nullptr, PTRACE_O_TRACESYSGOOD) != 0) return -1;
    ptrace(PTRACE_INTERRUPT, process, nullptr, nullptr);
  }
  std::uint64_t stops = 0;
  const std::uint64_t first = peers.progress().packets;
  while (peers.progress().packets < first + packets) {
    int status = 0;
    const pid_t process = waitpid(-1, &status, __WALL);
    if (process <= 0 || !WIFSTOPPED(status)) return -1;
    if (WSTOPSIG(status) == (SIGTRAP | 0x80)) ++stops;
    go_on(process, status);
  }
  // A call stops at its beginning and at its end.
  return static_cast<double>(stops) / 2 / static_cast<double>(peers.progress().packets - first);
}

}  // namespace omx::bench

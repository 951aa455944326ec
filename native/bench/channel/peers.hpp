/// A server and a client in processes of their own, and what they cost.
#pragma once

#include <sys/types.h>

#include "bench/channel/stream.hpp"

namespace omx::bench {

/// What a thread had of the processor, from /proc/<pid>/schedstat.
struct ThreadTime {
  std::uint64_t run_ns = 0;
  std::uint64_t wait_ns = 0;  ///< ready, but others ran
  std::uint64_t runs = 0;     ///< times that it was put on a processor
};

ThreadTime thread_time(pid_t process);

/// The process that measures runs before its peers from now on, where that is permitted: a flood takes all
/// processors.
void watch_over_peers();

/// Both processes; they end with it. Each has one thread, on a processor of its own where there are two, in
/// SCHED_FIFO where that is permitted.
class Peers {
public:
  Peers(const Load& load, bool flood);
  ~Peers();
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;

  pid_t server() const { return server_; }
  pid_t client() const { return client_; }
  const Progress& progress() const { return *progress_; }

private:
  Progress* progress_;
  pid_t server_ = -1;
  pid_t client_ = -1;
};

/// System calls of both while `packets` pass, by tracing them: for no other figure, since that slows them.
double syscalls_per_packet(const Peers& peers, std::uint64_t packets);

}  // namespace omx::bench

#include "probe/ending.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cstdint>
#include <initializer_list>

namespace omx::probe {

Ending::Ending() : parent_(getppid()) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signal(SIGPIPE, SIG_IGN);
  signal_fd_ = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  done_fd_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

Ending::~Ending() {
  close(signal_fd_);
  close(done_fd_);
}

void Ending::with_parent() {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent_) raise(SIGTERM);  // it went before the line above
}

void Ending::finish() const noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(done_fd_, &one, sizeof one);
}

bool Ending::wait_ms(int limit_ms, bool& asked) const {
  pollfd fds[2] = {{signal_fd_, POLLIN, 0}, {done_fd_, POLLIN, 0}};
  asked = poll(fds, 2, limit_ms) > 0 && (fds[0].revents & POLLIN) != 0;
  return !asked && (fds[1].revents & POLLIN) != 0;
}

bool Ending::wait() const {
  bool asked = false;
  while (!wait_ms(-1, asked)) {
    if (asked) return false;
  }
  return true;
}

}  // namespace omx::probe

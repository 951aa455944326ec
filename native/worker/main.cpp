// omx-clap-host: a worker. Wiring only: options, signals, sockets, the status page, and the host between
// them.
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "control/fatal_signals.hpp"
#include "control/host.hpp"
#include "control/loop/listener.hpp"
#include "formats/clap/lifecycle/control_blame.hpp"
#include "formats/clap/lifecycle/host_identity.hpp"
#include "worker/crash_record.hpp"
#include "worker/options.hpp"
#include "worker/orphan_watch.hpp"

namespace omx {
namespace {

constexpr int exit_usage = 2;
constexpr int exit_start = 7;

int complain(const std::string& text, int exit_status) {
  std::fprintf(stderr, "omx-clap-host: %s\n", text.c_str());
  return exit_status;
}

/// Ends the loop on signals that ask for it. They are blocked before any thread starts, so that none takes
/// them.
class EndSignals {
public:
  EndSignals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, signal);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    fd_ = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    ::signal(SIGPIPE, SIG_IGN);
  }
  ~EndSignals() { close(fd_); }
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  void watch(EventLoop& loop) const {
    loop.watch(fd_, EPOLLIN, [&loop](std::uint32_t) { loop.stop(); });
  }

private:
  int fd_;
};

std::string status_path(const WorkerOptions& options) {
  if (!options.run_dir.empty()) return options.run_dir + "/" + options.name + ".status";
  const char* const temporary = std::getenv("TMPDIR");
  return std::string(temporary != nullptr ? temporary : "/tmp") + "/" + options.name + "-" +
         std::to_string(getpid()) + ".status";
}

/// The sockets that the options ask for.
class Doors {
public:
  Doors(EventLoop& loop, Host& host) : loop_(loop), host_(host) {}

  Status open(const WorkerOptions& options) {
    if (!options.run_dir.empty()) {
      const std::string path = options.run_dir + "/" + options.name + ".sock";
      Status opened = add().listen_unix(path, adopting(ConnectionKind::control));
      if (!opened) return opened;
    }
    if (options.port) {
      Status opened = add().listen_tcp(*options.port, adopting(ConnectionKind::mod_host));
      if (!opened) return opened;
    }
    if (options.feedback_port) {
      Status opened = add().listen_tcp(*options.feedback_port, adopting(ConnectionKind::feedback));
      if (!opened) return opened;
    }
    if (options.control_fd >= 0) {
      const int flags = fcntl(options.control_fd, F_GETFL);
      if (flags < 0) return Error{ErrorCode::worker_start, "the control descriptor is not open"};
      fcntl(options.control_fd, F_SETFL, flags | O_NONBLOCK);
      fcntl(options.control_fd, F_SETFD, FD_CLOEXEC);
      host_.adopt(options.control_fd, ConnectionKind::control);
    }
    return done();
  }

private:
  Listener& add() { return *listeners_.emplace_back(std::make_unique<Listener>(loop_)); }

  Listener::Handler adopting(ConnectionKind kind) {
    return [this, kind](int fd) { host_.adopt(fd, kind); };
  }

  EventLoop& loop_;
  Host& host_;
  std::vector<std::unique_ptr<Listener>> listeners_;
};

Status serve(const WorkerOptions& options, StatusPageFile& status, const EndSignals& signals) {
  EventLoop loop;
  signals.watch(loop);
  Host host(
      loop, status,
      {options.name, host_version, status_path(options), options.driver, options.sample_rate,
       options.period_frames, use_signal_stack});
  OrphanWatch orphan(loop, options.orphan_timeout_s, [&loop] { loop.stop(); });
  host.on_presence = [&orphan](bool any) { orphan.set_presence(any); };
  Doors doors(loop, host);
  if (Status opened = doors.open(options); !opened) return opened;
  std::puts("omx-clap-host ready!");
  std::fflush(stdout);
  loop.run();
  return done();
}

/// Blocks of memory from this size on are the system's own, and go back to it when they are freed. glibc
/// would raise the limit to what a large plugin once freed, and keep holes of that size for good.
constexpr int large_block_bytes = 256 * 1024;

int run(const WorkerOptions& options) {
  mallopt(M_MMAP_THRESHOLD, large_block_bytes);
  const EndSignals signals;
  if (!options.run_dir.empty())
    mkdir(options.run_dir.c_str(), 0700);  // it may exist; if it cannot, the page says so
  Result<std::unique_ptr<StatusPageFile>> status = StatusPageFile::create(status_path(options));
  if (!status) return complain(status.error().detail, exit_start);
  ControlBlame::bind(&status.value()->page().header);
  install_crash_record(status.value()->page(), options.core_dump);
  const Status served = serve(options, *status.value(), signals);
  status.value()->remove();
  return served ? EXIT_SUCCESS : complain(served.error().detail, exit_start);
}

}  // namespace
}  // namespace omx

int main(int argc, char** argv) {
  const omx::Result<omx::WorkerOptions> options = omx::parse_options({argv + 1, argv + argc});
  if (!options) return omx::complain(options.error().detail + "; see --help", omx::exit_usage);
  if (options.value().help) return std::fputs(omx::usage_text, stdout) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
  if (options.value().version)
    return std::printf("omx-clap-host %s\n", omx::host_version) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
  return omx::run(options.value());
}

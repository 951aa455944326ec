// omx-clap-bridge: the process of a bridged plugin. Started by a worker, which it does not outlive.
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "bridge-host/bridge.hpp"
#include "bridge-host/crash_record.hpp"

namespace {

constexpr int exit_usage = 2;

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("omx-clap-bridge <socket> <parent>: started by omx-clap-host\n", stderr);
    return exit_usage;
  }
  const int socket = std::atoi(argv[1]);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != std::atoi(argv[2])) return EXIT_FAILURE;  // it went before we could be told
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);  // the worker's
  omx::install_crash_record();
  omx::Bridge(socket).run();
  return EXIT_SUCCESS;
}

#include "worker/crash_record.hpp"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>

#include "control/fatal_signals.hpp"

namespace omx {
namespace {

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP};

StatusPage* crash_page = nullptr;  // set before the handlers are installed, constant after
pid_t control_thread = 0;

constexpr auto relaxed = std::memory_order_relaxed;

/// Copies the blame register of the thread that faulted, if it has one.
void write_culprit(StatusPage& page, pid_t thread) noexcept {
  StatusHeader& header = page.header;
  for (const StatusClient& client : page.clients) {
    if (client.used.load(relaxed) == 0 || client.thread.load(relaxed) != static_cast<std::uint32_t>(thread))
      continue;
    if (client.blame_instance.load(relaxed) == 0) continue;
    header.crash_instance.store(client.blame_instance.load(relaxed), relaxed);
    header.crash_call.store(client.blame_call.load(relaxed), relaxed);
    return;
  }
  if (thread != control_thread) return;
  header.crash_instance.store(header.control_instance.load(relaxed), relaxed);
  header.crash_call.store(header.control_call.load(relaxed), relaxed);
}

bool sent_by_another_process(const siginfo_t& info) noexcept {
  const bool sent = info.si_code == SI_USER || info.si_code == SI_QUEUE || info.si_code == SI_TKILL;
  return sent && info.si_pid != getpid();
}

/// Async-signal-safe: stores into the page, then the signal's default action.
void on_fatal_signal(int signal, siginfo_t* info, void*) noexcept {
  StatusHeader& header = crash_page->header;
  const auto thread = static_cast<pid_t>(syscall(SYS_gettid));
  const bool from_outside = sent_by_another_process(*info);
  if (header.crash_signal.load(relaxed) == 0) {
    if (!from_outside) write_culprit(*crash_page, thread);
    header.crash_from_outside.store(from_outside ? 1u : 0u, relaxed);
    header.crash_thread.store(static_cast<std::uint32_t>(thread), relaxed);
    header.crash_address.store(reinterpret_cast<std::uintptr_t>(info->si_addr), relaxed);
    header.crash_signal.store(static_cast<std::uint32_t>(signal), std::memory_order_release);
  }
  ::signal(signal, SIG_DFL);
  syscall(SYS_tgkill, getpid(), thread, signal);
}

}  // namespace

void install_crash_record(StatusPage& page, bool core_dump) {
  crash_page = &page;
  control_thread = static_cast<pid_t>(syscall(SYS_gettid));
  if (!core_dump) forbid_core_dumps();
  use_signal_stack();
  catch_fatal_signals(fatal_signals, on_fatal_signal);
}

}  // namespace omx

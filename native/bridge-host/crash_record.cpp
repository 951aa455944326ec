#include "bridge-host/crash_record.hpp"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>

#include "control/fatal_signals.hpp"

namespace omx {
namespace {

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP, SIGXCPU};
constexpr int exit_of_signal = 128;
constexpr auto relaxed = std::memory_order_relaxed;

std::atomic<StageMemory*> crash_memory{nullptr};

/// Async-signal-safe.
void on_fatal_signal(int signal, siginfo_t* info, void*) noexcept {
  if (StageMemory* const memory = crash_memory.exchange(nullptr)) {
    StageAnswer& answer = memory->stage().answer;
    const auto thread = static_cast<std::uint32_t>(syscall(SYS_gettid));
    if (thread == answer.thread.load(relaxed))
      answer.crash_call.store(answer.blame_call.load(relaxed), relaxed);
    answer.crash_thread.store(thread, relaxed);
    answer.crash_address.store(reinterpret_cast<std::uintptr_t>(info->si_addr), relaxed);
    answer.crash_signal.store(static_cast<std::uint32_t>(signal), std::memory_order_release);
    memory->turn().leave();
  }
  _exit(exit_of_signal + signal);
}

}  // namespace

void install_crash_record() {
  forbid_core_dumps();
  use_signal_stack();
  catch_fatal_signals(fatal_signals, on_fatal_signal);
}

void set_crash_memory(StageMemory* memory) {
  crash_memory.store(memory);
}

}  // namespace omx

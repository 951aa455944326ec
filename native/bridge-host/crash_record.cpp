#include "bridge-host/crash_record.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <memory>

namespace omx {
namespace {

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP, SIGXCPU};
constexpr std::size_t signal_stack_bytes = 16 * 1024;
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

/// A stack for the handler; given back before its memory goes.
class SignalStack {
public:
  SignalStack() : memory_(std::make_unique<std::byte[]>(signal_stack_bytes)) {
    stack_t stack{};
    stack.ss_sp = memory_.get();
    stack.ss_size = signal_stack_bytes;
    sigaltstack(&stack, nullptr);
  }
  ~SignalStack() {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

private:
  const std::unique_ptr<std::byte[]> memory_;
};

}  // namespace

void install_crash_record() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  use_signal_stack();
  struct sigaction action{};
  action.sa_sigaction = on_fatal_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (const int signal : fatal_signals) sigaction(signal, &action, nullptr);
}

void set_crash_memory(StageMemory* memory) {
  crash_memory.store(memory);
}

void use_signal_stack() {
  thread_local SignalStack stack;
}

}  // namespace omx

#include "control/fatal_signals.hpp"

#include <sys/resource.h>

#include <cstddef>
#include <memory>

namespace omx {
namespace {

constexpr std::size_t signal_stack_bytes = 16 * 1024;

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

void catch_fatal_signals(std::span<const int> signals, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (const int signal : signals) sigaction(signal, &action, nullptr);
}

void use_signal_stack() {
  thread_local SignalStack stack;
}

void forbid_core_dumps() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

}  // namespace omx

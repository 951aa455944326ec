/// Signals that end a process which runs plugins.
#pragma once

#include <signal.h>

#include <span>

namespace omx {

/// Calls an async-signal-safe handler for these signals, on the signal stack of the thread that faulted; a
/// second fault inside the handler comes through too.
void catch_fatal_signals(std::span<const int> signals, void (*handler)(int, siginfo_t*, void*));

/// Gives the calling thread a signal stack of its own, so that even a stack overflow is recorded. Called once
/// at the start of a thread that runs plugin code; the stack lives as long as the thread.
void use_signal_stack();

/// No core file delays the end.
void forbid_core_dumps();

}  // namespace omx

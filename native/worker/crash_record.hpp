/// What is left in the status page when a signal ends the worker.
#pragma once

#include "omx_contracts/status_page.hpp"

namespace omx {

/// Installs handlers for the signals that end a program by a fault (SEGV, BUS, ILL, FPE, ABRT, SYS, TRAP).
/// They write the crash_* fields and let the signal take its course: certain blame when the faulting thread
/// is an audio thread or the control thread inside a plugin, none when the signal came from another process.
/// [control, once] Without `core_dump` no core file delays the end.
void install_crash_record(StatusPage& page, bool core_dump);

}  // namespace omx

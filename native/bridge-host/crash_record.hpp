/// What a bridge says when it crashes.
#pragma once

#include "bridge/stage/stage_memory.hpp"

namespace omx {

/// Writes signal, thread, address and the call that the thread was in into the stage's part, gives up the
/// turn, so that the client need not wait, and ends the process at once. SIGXCPU, which the limit of real
/// time sends, counts as a crash. No core dumps.
void install_crash_record();

/// [stage] Where to write while this stage runs; null for nowhere. The memory must stay until it is replaced.
void set_crash_memory(StageMemory* memory);

}  // namespace omx

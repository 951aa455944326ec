/// The extensions that every effect has.
#pragma once

namespace omx::clap {

/// The extension with an id, or null. [thread-safe]
const void* find_extension(const char* id) noexcept;

}  // namespace omx::clap

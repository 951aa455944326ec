/// Plugin states as files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace omx {

/// Writes a file in one piece: the old one stays until the new one is whole. Error: state_failed.
Status write_state_file(const std::string& path, std::span<const std::byte> state);

/// Error: state_failed.
Result<std::vector<std::byte>> read_state_file(const std::string& path);

}  // namespace omx

/// One instance as the process loop sees it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "formats/clap/process/rt_plugin.hpp"
#include "omx_contracts/status_page.hpp"

namespace omx {

/// Belongs to control, which fills it in before a program that holds it is published, and keeps it until that
/// program is gone. It outlives programs, so that an edit forgets neither faults nor the sleep of a plugin.
struct RtInstance {
  static constexpr std::uint32_t max_copies = 2;

  /// The plugin; in dual mono a second copy, which has the right channels.
  std::array<RtPlugin*, max_copies> copies{};
  std::uint32_t copy_count = 1;
  std::uint32_t number = 0;          ///< instance number, for the blame register
  StatusInstance* status = nullptr;  ///< its record in the status page; null writes nothing

  /// Control may clear it to give an isolated instance another chance.
  std::atomic<bool> isolated{false};
  std::uint32_t faulty_blocks_in_row = 0;  ///< audio thread's
};

}  // namespace omx

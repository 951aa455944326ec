/// What omx-lv2-twins is asked.
#pragma once

#include <cstdint>
#include <string>

namespace omx::bench {

// Each returns an object of JSON; one with a `problem` when the plugin cannot be had.

/// Plays the same through the adapter and directly, and compares every sample of every output bit by bit.
std::string compare(const std::string& uri, double rate_hz, std::uint32_t block_frames, std::uint64_t frames);

/// Times of single cycles of 128 frames, directly and through the adapter, in turns of `cycles` cycles each:
/// the median of each turn in ns, by round.
std::string measure_times(const std::string& uri, std::uint32_t cycles, std::uint32_t rounds);

/// Private memory in RAM that the first instance brings along with all that its host reads, and what each of
/// `count` further ones adds. `how` is direct or adapted. Exact as the first thing that a process is asked.
std::string measure_memory(const std::string& uri, const std::string& how, std::uint32_t count);

}  // namespace omx::bench

#include "bench/effects/memory.hpp"

#include <cstdio>
#include <fstream>

#include <malloc.h>

#include "bench/effects/windows.hpp"

namespace omx::bench {
namespace {

constexpr std::uint32_t blocks_played = 38;  // 0.1 s

double heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

/// Private memory of this process that is in RAM.
double resident_bytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  double bytes = 0.0;
  for (std::string line; std::getline(file, line);) {
    unsigned long kib = 0;
    if (std::sscanf(line.c_str(), "Private_Dirty: %lu kB", &kib) == 1) {
      bytes += 1024.0 * static_cast<double>(kib);
    }
  }
  return bytes;
}

void play(Subject& subject) {
  Noise noise;
  std::array<std::array<float, block_frames>, 2> sound{};
  const std::array<float*, 2> out = {sound[0].data(), sound[1].data()};
  for (std::uint32_t i = 0; i < blocks_played; ++i) {
    subject.play(noise.next().data(), out.data());
  }
}

}  // namespace

Memory measure_memory(
    const std::string& kind, const std::string& what, const Settings& settings, std::size_t instances) {
  std::vector<std::unique_ptr<Subject>> subjects;
  subjects.reserve(instances + 1);
  double heap = 0.0;
  double resident = 0.0;
  for (std::size_t i = 0; i <= instances; ++i) {
    Loaded loaded = load_subject(kind, what, settings);
    if (loaded.subject == nullptr) {
      return {0.0, 0.0, loaded.problem};
    }
    play(*loaded.subject);
    subjects.push_back(std::move(loaded.subject));
    if (i == 0) {
      heap = heap_bytes();
      resident = resident_bytes();
    }
  }
  const auto count = static_cast<double>(instances);
  return {(heap_bytes() - heap) / count, (resident_bytes() - resident) / count, ""};
}

}  // namespace omx::bench

/// omx-lv2-twins: LV2 plugins directly and through the adapter, side by side. `bench lv2-cost` asks it.
///
/// Reads lines, and answers each with one line of JSON (see commands.hpp):
///   compare <rate> <block> <frames> <uri>
///   time <cycles> <rounds> <uri>
///   memory <direct or adapted> <instances> <uri>
/// Ends at end of input. Numbers too small to hear are zero throughout.
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <sstream>

#include "bench/lv2/commands.hpp"
#include "bench/lv2/json_text.hpp"
#include "dsp/denormals.hpp"

namespace omx::bench {
namespace {

std::string answer(const std::string& line) {
  std::istringstream words(line);
  std::string verb;
  std::string uri;
  words >> verb;
  if (verb == "compare") {
    double rate_hz = 0;
    std::uint32_t block_frames = 0;
    std::uint64_t frames = 0;
    if (words >> rate_hz >> block_frames >> frames >> uri) return compare(uri, rate_hz, block_frames, frames);
  } else if (verb == "time") {
    std::uint32_t cycles = 0;
    std::uint32_t rounds = 0;
    if (words >> cycles >> rounds >> uri && cycles > 0) return measure_times(uri, cycles, rounds);
  } else if (verb == "memory") {
    std::string how;
    std::uint32_t count = 0;
    if (words >> how >> count >> uri) return measure_memory(uri, how, count);
  }
  return problem_json("this is no command: " + line);
}

}  // namespace
}  // namespace omx::bench

int main() {
  // What plugins print must not mix with the answers.
  std::FILE* const answers = fdopen(dup(STDOUT_FILENO), "w");
  dup2(STDERR_FILENO, STDOUT_FILENO);
  const omx::dsp::FlushDenormals flush;
  std::fputs("{\"ready\":true}\n", answers);
  std::fflush(answers);
  for (std::string line; std::getline(std::cin, line);) {
    std::fprintf(answers, "%s\n", omx::bench::answer(line).c_str());
    std::fflush(answers);
  }
  _exit(0);  // without the destructors of others, which need not be right
}

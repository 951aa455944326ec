#include <algorithm>
#include <ctime>
#include <sstream>

#include "bench/lv2/adapted.hpp"
#include "bench/lv2/commands.hpp"
#include "bench/lv2/direct.hpp"
#include "bench/lv2/json_text.hpp"

namespace omx::bench {
namespace {

constexpr Setup setup{48000, 128};
constexpr std::uint32_t warm_up_cycles = 400;

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{1'000'000'000} * now.tv_sec + now.tv_nsec;
}

/// A player on a stage of its own, whose noise stays the same: only the plugin is timed.
struct Side {
  Stage stage{setup.block_frames};
  std::unique_ptr<Player> player;

  /// The median of so many cycles.
  std::int64_t turn(std::vector<std::int64_t>& times) {
    for (std::int64_t& time : times) {
      const std::int64_t begin = now_ns();
      player->play();
      time = now_ns() - begin;
    }
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
  }
};

}  // namespace

std::string measure_times(const std::string& uri, std::uint32_t cycles, std::uint32_t rounds) {
  Side direct;
  Side adapted;
  std::string problem;
  direct.player = open_direct(uri, setup, direct.stage, problem);
  if (direct.player == nullptr) return problem_json(problem);
  adapted.player = open_adapted(uri, setup, adapted.stage, problem);
  if (adapted.player == nullptr) return problem_json(problem);
  for (Side* const side : {&direct, &adapted}) side->stage.fill(1);  // no notes begin in that block
  std::vector<std::int64_t> times(cycles);
  std::vector<std::int64_t> warm(warm_up_cycles);
  direct.turn(warm);
  adapted.turn(warm);
  std::ostringstream json;
  json << "{\"rounds\":[";
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const bool direct_first = round % 2 == 0;
    const std::int64_t first = (direct_first ? direct : adapted).turn(times);
    const std::int64_t second = (direct_first ? adapted : direct).turn(times);
    json << (round == 0 ? "[" : ",[") << (direct_first ? first : second) << ","
         << (direct_first ? second : first) << "]";
  }
  json << "]}";
  return json.str();
}

}  // namespace omx::bench

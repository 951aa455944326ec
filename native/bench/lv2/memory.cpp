#include <cstdio>
#include <fstream>

#include "bench/lv2/adapted.hpp"
#include "bench/lv2/commands.hpp"
#include "bench/lv2/direct.hpp"
#include "bench/lv2/json_text.hpp"

namespace omx::bench {
namespace {

constexpr Setup setup{48000, 128};
constexpr std::uint64_t blocks_played = 38;  // 0.1 s

/// Private memory of this process that is in RAM.
std::int64_t private_bytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  std::int64_t bytes = 0;
  for (std::string line; std::getline(file, line);) {
    long kib = 0;
    if (std::sscanf(line.c_str(), "Private_Dirty: %ld kB", &kib) == 1) bytes += 1024 * kib;
  }
  return bytes;
}

struct Playing {
  Stage stage{setup.block_frames};
  std::unique_ptr<Player> player;
};

}  // namespace

std::string measure_memory(const std::string& uri, const std::string& how, std::uint32_t count) {
  const auto open = how == "direct" ? open_direct : open_adapted;
  const std::int64_t before = private_bytes();
  std::int64_t with_one = 0;
  std::vector<std::unique_ptr<Playing>> all;
  all.reserve(count + 1);
  for (std::uint32_t i = 0; i <= count; ++i) {
    auto& playing = *all.emplace_back(std::make_unique<Playing>());
    std::string problem;
    playing.player = open(uri, setup, playing.stage, problem);
    if (playing.player == nullptr) return problem_json(problem);
    for (std::uint64_t block = 0; block < blocks_played; ++block) {
      playing.stage.fill(block);
      playing.player->play();
    }
    if (i == 0) with_one = private_bytes();
  }
  const std::int64_t each = count > 0 ? (private_bytes() - with_one) / count : 0;
  return "{\"firstBytes\":" + std::to_string(with_one - before) + ",\"eachBytes\":" + std::to_string(each) +
         "}";
}

}  // namespace omx::bench

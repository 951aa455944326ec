#include <cstring>
#include <sstream>

#include "bench/lv2/adapted.hpp"
#include "bench/lv2/commands.hpp"
#include "bench/lv2/direct.hpp"
#include "bench/lv2/json_text.hpp"

namespace omx::bench {
namespace {

/// Where two blocks of one port differ first; -1 when they do not. NaNs of the same bits are the same.
std::int64_t first_difference(const std::vector<float>& a, const std::vector<float>& b) {
  if (std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0) return -1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::memcmp(&a[i], &b[i], sizeof(float)) != 0) return static_cast<std::int64_t>(i);
  }
  return -1;
}

struct Difference {
  std::string symbol;
  std::uint64_t frame;
  float direct;
  float adapted;
};

std::string told(const Difference& difference) {
  std::ostringstream json;
  json.precision(9);
  json << "{\"identical\":false,\"symbol\":" << quoted(difference.symbol) << ",\"frame\":" << difference.frame
       << ",\"direct\":" << quoted(std::to_string(difference.direct))
       << ",\"adapted\":" << quoted(std::to_string(difference.adapted)) << "}";
  return json.str();
}

bool sounds(const Stage& stage) {
  for (const auto& [symbol, samples] : stage.outputs()) {
    for (const float sample : samples) {
      if (sample != 0.0F) return true;
    }
  }
  return false;
}

}  // namespace

std::string
compare(const std::string& uri, double rate_hz, std::uint32_t block_frames, std::uint64_t frames) {
  const Setup setup{rate_hz, block_frames};
  Stage direct_stage(block_frames);
  Stage adapted_stage(block_frames);
  std::string problem;
  const auto direct = open_direct(uri, setup, direct_stage, problem);
  if (direct == nullptr) return problem_json(problem);
  const auto adapted = open_adapted(uri, setup, adapted_stage, problem);
  if (adapted == nullptr) return problem_json(problem);
  bool sounded = false;
  for (std::uint64_t block = 0; block * block_frames < frames; ++block) {
    direct_stage.fill(block);
    adapted_stage.fill(block);
    direct->play();
    adapted->play();
    sounded = sounded || sounds(direct_stage);
    for (const auto& [symbol, samples] : direct_stage.outputs()) {
      const auto other = adapted_stage.outputs().find(symbol);
      if (other == adapted_stage.outputs().end()) return problem_json("the adapter lacks the port " + symbol);
      const std::int64_t at = first_difference(samples, other->second);
      if (at < 0) continue;
      const auto index = static_cast<std::size_t>(at);
      return told({symbol, block * block_frames + index, samples[index], other->second[index]});
    }
  }
  return std::string("{\"identical\":true,\"outputs\":") + std::to_string(direct_stage.outputs().size()) +
         ",\"sounds\":" + (sounded ? "true" : "false") + "}";
}

}  // namespace omx::bench

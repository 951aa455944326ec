#include "bench/lv2/stage.hpp"

#include <random>

namespace omx::bench {
namespace {

constexpr float level = 0.25F;
constexpr std::uint64_t note_frames = 3000;
constexpr std::uint64_t lowest_key = 40;
constexpr std::uint64_t keys = 30;

/// FNV-1a (Fowler, Noll, Vo 1991).
std::uint32_t hash_of(const std::string& text) {
  std::uint32_t hash = 0x811c9dc5;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
  return hash;
}

}  // namespace

float* Stage::buffer(std::map<std::string, std::vector<float>>& among, const std::string& symbol) {
  return among.try_emplace(symbol, block_frames_, 0.0F).first->second.data();
}

void Stage::fill(std::uint64_t block) {
  for (auto& [symbol, samples] : inputs_) {
    std::minstd_rand random(hash_of(symbol) + static_cast<std::uint32_t>(block) * 7919U + 1U);
    std::uniform_real_distribution<float> sample(-level, level);
    for (float& value : samples) value = sample(random);
  }
  notes_.clear();
  for (std::uint32_t i = 0; i < block_frames_; ++i) {
    const std::uint64_t frame = block * block_frames_ + i;
    if (frame % (note_frames / 2) != 0) continue;
    const bool on = frame % note_frames == 0;
    const auto key = static_cast<std::uint8_t>(lowest_key + frame / note_frames * 7 % keys);
    notes_.push_back({i, {static_cast<std::uint8_t>(on ? 0x90 : 0x80), key, 100}});
  }
}

}  // namespace omx::bench

#include "bench/effects/windows.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>
#include <random>

namespace omx::bench {
namespace {

constexpr double level = 0.1;                   // -20 dBFS
constexpr std::uint32_t warm_up_blocks = 750;   // 2 s of sound
constexpr std::uint32_t looked_at_blocks = 94;  // 0.25 s
/// Share of a window that is played before it, unmeasured: caches forget the one before.
constexpr double lead_in = 0.15;

struct Output {
  alignas(64) std::array<std::array<float, block_frames>, 2> sound{};
  std::array<float*, 2> channels = {sound[0].data(), sound[1].data()};
};

double now_ns(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

Window play_window(Subject& subject, Noise& noise, Output& output, std::uint32_t blocks) {
  const double began_ns = now_ns(CLOCK_MONOTONIC);
  const double began_cpu_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID);
  for (std::uint32_t i = 0; i < blocks; ++i) {
    subject.play(noise.next().data(), output.channels.data());
  }
  const double cpu_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID) - began_cpu_ns;
  const double ns = now_ns(CLOCK_MONOTONIC) - began_ns;
  return {cpu_ns / blocks, std::max(0.0, 1.0 - cpu_ns / ns)};
}

double decibels(double power_ratio) noexcept {
  return 10.0 * std::log10(std::max(power_ratio, 1e-12));
}

/// How many blocks fill a window, by the best of some tries.
std::uint32_t blocks_in(double window_us, Subject& subject, Noise& noise, Output& output) {
  double best_ns = 1e9;
  for (int i = 0; i < 5; ++i) {
    best_ns = std::min(best_ns, play_window(subject, noise, output, 8).ns_per_block);
  }
  return static_cast<std::uint32_t>(std::clamp(1e3 * window_us / best_ns, 4.0, 1e6));
}

}  // namespace

Noise::Noise() {
  std::mt19937 random(1);
  const auto reach = static_cast<float>(level * std::sqrt(3.0));  // of an even spread with this RMS
  std::uniform_real_distribution<float> sample(-reach, reach);
  for (auto& channel : sound_) {
    std::generate(channel.begin(), channel.end(), [&] { return sample(random); });
  }
}

std::array<const float*, 2> Noise::next() noexcept {
  const std::size_t offset = at_ * block_frames;
  at_ = (at_ + 1) % blocks;
  return {sound_[0].data() + offset, sound_[1].data() + offset};
}

Change warm_up(Subject& subject) {
  Noise noise;
  Output output;
  for (std::uint32_t i = 0; i < warm_up_blocks; ++i) {
    subject.play(noise.next().data(), output.channels.data());
  }
  double in_power = 0.0;
  double out_power = 0.0;
  double difference_power = 0.0;
  for (std::uint32_t i = 0; i < looked_at_blocks; ++i) {
    const auto in = noise.next();
    subject.play(in.data(), output.channels.data());
    for (std::size_t c = 0; c < 2; ++c) {
      for (std::size_t k = 0; k < block_frames; ++k) {
        const auto x = static_cast<double>(in[c][k]);
        const auto y = static_cast<double>(output.sound[c][k]);
        in_power += x * x;
        out_power += y * y;
        difference_power += (y - x) * (y - x);
      }
    }
  }
  return {decibels(out_power / in_power), decibels(difference_power / in_power)};
}

std::vector<std::vector<Window>>
measure(const std::vector<Subject*>& subjects, std::uint32_t rounds, double window_us, std::uint64_t seed) {
  Noise noise;
  Output output;
  std::vector<std::uint32_t> blocks;
  for (Subject* subject : subjects) {
    blocks.push_back(blocks_in(window_us, *subject, noise, output));
  }
  std::vector<std::size_t> order(subjects.size());
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 random(seed);
  std::vector<std::vector<Window>> found(rounds, std::vector<Window>(subjects.size()));
  for (auto& round : found) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t i : order) {
      const auto before = static_cast<std::uint32_t>(std::ceil(lead_in * blocks[i]));
      play_window(*subjects[i], noise, output, before);
      round[i] = play_window(*subjects[i], noise, output, blocks[i]);
    }
  }
  return found;
}

}  // namespace omx::bench

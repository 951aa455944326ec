/// Ways to play a signal through an effect, for tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <random>
#include <vector>

#include "base/rt.hpp"
#include "effect/effect.hpp"

namespace omx::testing {

struct Stereo {
  std::vector<float> left;
  std::vector<float> right;

  explicit Stereo(std::size_t frames = 0) : left(frames), right(frames) {}
  std::size_t frames() const { return left.size(); }

  bool same_bits(const Stereo& other) const {
    const auto same = [](const std::vector<float>& a, const std::vector<float>& b) {
      return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
    };
    return same(left, other.left) && same(right, other.right);
  }
};

/// A parameter, and what it is set to.
struct Setting {
  std::uint32_t index;
  double value;
};

inline void set_all(Effect& effect, const std::vector<Setting>& settings) {
  for (const Setting& setting : settings) {
    effect.set_param(setting.index, setting.value);
  }
}

/// An effect that is ready to play, with the settings of a test on top of those of all tests of its kind.
template <typename MadeEffect>
MadeEffect
made_with(const std::vector<Setting>& always, const std::vector<Setting>& settings, double sample_rate_hz) {
  MadeEffect effect;
  set_all(effect, always);
  set_all(effect, settings);
  effect.prepare(sample_rate_hz);
  return effect;
}

/// A parameter set before a frame is processed.
struct Change {
  std::size_t frame;
  std::uint32_t index;
  double value;
};

// As an audio thread calls: RealtimeSanitizer stops whatever blocks or allocates inside. The calls are
// checked when they run; the compiler's own check would need the mark on everything that they call.
OMX_RT_UNCHECKED_BEGIN
inline void
rt_process(Effect& effect, const float* const* in, float* const* out, std::uint32_t frames) noexcept OMX_RT {
  effect.process(in, out, frames);
}
inline void rt_set_param(Effect& effect, std::uint32_t index, double value) noexcept OMX_RT {
  effect.set_param(index, value);
}
OMX_RT_UNCHECKED_END

/// Plays a signal in blocks of the given sizes, in turn; a change splits the block that it falls into. Every
/// effect is given a side chain, which is silent unless there is one (of as many frames).
inline Stereo play(
    Effect& effect, const Stereo& in, const std::vector<std::size_t>& blocks = {128},
    const std::vector<Change>& changes = {}, const Stereo* side_chain = nullptr) {
  Stereo out(in.frames());
  const Stereo silence(side_chain == nullptr ? in.frames() : 0);
  const Stereo& side = side_chain == nullptr ? silence : *side_chain;
  std::size_t block = 0;
  std::size_t block_end = blocks[0];
  auto change = changes.begin();
  for (std::size_t at = 0; at < in.frames();) {
    for (; change != changes.end() && change->frame == at; ++change) {
      rt_set_param(effect, change->index, change->value);
    }
    std::size_t end = std::min(block_end, in.frames());
    if (change != changes.end()) {
      end = std::min(end, change->frame);
    }
    const float* ins[] = {
        in.left.data() + at, in.right.data() + at, side.left.data() + at, side.right.data() + at};
    float* outs[] = {out.left.data() + at, out.right.data() + at};
    rt_process(effect, ins, outs, static_cast<std::uint32_t>(end - at));
    at = end;
    if (at == block_end) {
      block_end += blocks[++block % blocks.size()];
    }
  }
  return out;
}

inline Stereo noise(std::size_t frames, unsigned seed, float peak = 0.5F) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-peak, peak);
  Stereo signal(frames);
  for (std::size_t i = 0; i < frames; ++i) {
    signal.left[i] = uniform(random);
    signal.right[i] = uniform(random);
  }
  return signal;
}

/// A straight line on both sides that rises by 1/run a frame; exact for powers of two.
inline Stereo line(std::size_t frames, float run) {
  Stereo signal(frames);
  for (std::size_t i = 0; i < frames; ++i) {
    signal.left[i] = signal.right[i] = static_cast<float>(i) / run;
  }
  return signal;
}

/// A unit impulse on both sides, or with other levels.
inline Stereo impulse(std::size_t frames, float left = 1.0F, float right = 1.0F) {
  Stereo signal(frames);
  signal.left[0] = left;
  signal.right[0] = right;
  return signal;
}

}  // namespace omx::testing

// What the formats share, tried on an effect that says what it was given.
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "effect/player.hpp"

namespace {

using omx::Buffers;
using omx::Effect;
using omx::EffectInfo;
using omx::OffAt;
using omx::ParamInfo;
using omx::Player;
using omx::RegisteredEffect;
using omx::Unit;

constexpr ParamInfo params[] = {
    {1, "amount", "Amount", "", Unit::percent, OffAt::never, 0.1, 0.95, 0.35, 0, 0, {}}};

constexpr EffectInfo plain{"spy", "spy", "1", "", nullptr, params, {}, {}, false, false, false};
constexpr EffectInfo chained{"spy", "spy", "1", "", nullptr, params, {}, {}, true, false, false};

/// What the newest spy was given.
struct Seen {
  double value = 0.0;
  double tempo = -1.0;
  int tempo_calls = 0;
  std::vector<std::uint32_t> parts;
};

Seen seen;

/// Plays twice the left and four times the right channel, plus the side chain.
class Spy final : public Effect {
public:
  explicit Spy(bool has_side_chain) : has_side_chain_(has_side_chain) { seen = {}; }
  void prepare(double) override {}
  void reset() noexcept override {}
  void set_param(std::uint32_t, double value) noexcept override { seen.value = value; }
  void set_tempo(double tempo) noexcept override {
    seen.tempo = tempo;
    ++seen.tempo_calls;
  }
  void process(const float* const* in, float* const* out, std::uint32_t frames) noexcept override {
    seen.parts.push_back(frames);
    for (std::uint32_t i = 0; i < frames; ++i) {
      const float left = 2.0F * in[0][i] + (has_side_chain_ ? in[2][i] : 0.0F);
      out[0][i] = left;
      out[1][i] = 4.0F * in[1][i] + (has_side_chain_ ? in[3][i] : 0.0F);
    }
  }
  double tail_frames() const noexcept override { return 0.0; }
  bool asleep() const noexcept override { return true; }

private:
  bool has_side_chain_;
};

constexpr RegisteredEffect plain_spy{
    &plain, []() -> std::unique_ptr<Effect> { return std::make_unique<Spy>(false); }};
constexpr RegisteredEffect chained_spy{
    &chained, []() -> std::unique_ptr<Effect> { return std::make_unique<Spy>(true); }};

std::vector<float> counting(std::size_t frames) {
  std::vector<float> signal(frames);
  for (std::size_t i = 0; i < frames; ++i) {
    signal[i] = static_cast<float>(i + 1);
  }
  return signal;
}

}  // namespace

TEST_CASE("stereo goes through in one part, and only the frames that were asked for") {
  Player player(plain_spy);
  std::vector<float> left = counting(1000);
  std::vector<float> right = counting(1000);
  player.play({{left.data(), right.data()}, {}, {left.data(), right.data()}, 2}, 10, 900);
  CHECK(seen.parts == std::vector<std::uint32_t>{890});
  CHECK(left[9] == 10.0F);
  CHECK(left[10] == 22.0F);
  CHECK(right[10] == 44.0F);
  CHECK(right[899] == 3600.0F);
  CHECK(right[900] == 901.0F);
}

TEST_CASE("mono is heard on both sides, and the mean of both is the output, in place too") {
  Player player(chained_spy);
  std::vector<float> mono = counting(600);
  const std::vector<float> side(600, 10.0F);
  player.play({{mono.data(), nullptr}, {side.data(), nullptr}, {mono.data(), nullptr}, 1}, 0, 600);
  // (2x + 10 + 4x + 10) / 2
  CHECK(mono[0] == 13.0F);
  CHECK(mono[599] == 1810.0F);
}

TEST_CASE("a side chain that is not connected is silent, each channel by itself") {
  Player player(chained_spy);
  const std::vector<float> in = counting(1000);
  std::vector<float> left(1000);
  std::vector<float> right(1000);
  player.play({{in.data(), in.data()}, {}, {left.data(), right.data()}, 2}, 0, 1000);
  CHECK(left[999] == 2000.0F);
  CHECK(right[999] == 4000.0F);
  player.play({{in.data(), in.data()}, {in.data(), nullptr}, {left.data(), right.data()}, 2}, 0, 1000);
  CHECK(left[999] == 3000.0F);
  CHECK(right[999] == 4000.0F);
}

TEST_CASE("values are what single precision carries; limits and default are exact") {
  for (const double exact : {0.1, 0.95, 0.35}) {
    CHECK(omx::played_value(params[0], exact) == exact);
    CHECK(omx::played_value(params[0], static_cast<double>(static_cast<float>(exact))) == exact);
  }
  Player player(plain_spy);
  player.set_param(0, 0.7);
  CHECK(seen.value == static_cast<double>(0.7F));
}

TEST_CASE("the tempo is told when it changes, and what is none is 0") {
  Player player(plain_spy);
  player.set_tempo(120.0);
  player.set_tempo(120.0);
  CHECK(seen.tempo == 120.0);
  CHECK(seen.tempo_calls == 1);
  for (const double none : {-5.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    player.set_tempo(90.0);
    player.set_tempo(none);
    CHECK(seen.tempo == 0.0);
  }
}

TEST_CASE("the tempo outlives a new rate") {
  Player player(plain_spy);
  player.set_tempo(120.0);
  seen.tempo = -1.0;
  player.prepare(96000.0);
  CHECK(seen.tempo == 120.0);
}

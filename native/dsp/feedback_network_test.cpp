// Oracles: the network sample by sample in double precision; the sum of squares of an orthogonal network.
#include "dsp/feedback_network.hpp"

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "dsp/denormals.hpp"

namespace {

using omx::dsp::Absorption;
using omx::dsp::fdn_lines;
using omx::dsp::FdnPart;
using omx::dsp::FeedbackNetwork;

struct Stereo {
  std::vector<float> left;
  std::vector<float> right;
};

Stereo noise(std::size_t frames, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-0.5F, 0.5F);
  Stereo signal{std::vector<float>(frames), std::vector<float>(frames)};
  for (std::size_t i = 0; i < frames; ++i) {
    signal.left[i] = uniform(random);
    signal.right[i] = uniform(random);
  }
  return signal;
}

FeedbackNetwork::Lengths lengths(int first, int step) {
  FeedbackNetwork::Lengths result;
  for (int i = 0; i < fdn_lines; ++i) {
    result[std::size_t(i)] = first + step * (i * 7 % fdn_lines) + i % 3;
  }
  return result;
}

FeedbackNetwork::Absorptions absorptions(float pole, float direct, float low) {
  FeedbackNetwork::Absorptions result;
  for (int i = 0; i < fdn_lines; ++i) {
    const auto part = static_cast<float>(i) / 32.0F;
    result[std::size_t(i)] = {pole + 0.1F * part, direct - 0.1F * part, low};
  }
  return result;
}

constexpr FeedbackNetwork::TurnSteps slow_turns = {3000000, 5000001, 7000001, 11000003};

/// Plays frames `from` to `to` of a signal in blocks of at most `block`.
void play(FeedbackNetwork& network, const Stereo& in, Stereo& out, int from, int to, int block) {
  const omx::dsp::FlushDenormals scope;
  const auto part = std::make_unique<FdnPart>();
  while (from < to) {
    part->frames = network.part_frames(std::min(block, to - from));
    const auto bytes = sizeof(float) * static_cast<std::size_t>(part->frames);
    std::memcpy(part->in[0], in.left.data() + from, bytes);
    std::memcpy(part->in[1], in.right.data() + from, bytes);
    network.process(*part);
    std::memcpy(out.left.data() + from, part->out[0], bytes);
    std::memcpy(out.right.data() + from, part->out[1], bytes);
    from += part->frames;
  }
}

Stereo like(const Stereo& in) {
  return {std::vector<float>(in.left.size()), std::vector<float>(in.left.size())};
}

bool same_bits(const Stereo& a, const Stereo& b) {
  const auto bytes = a.left.size() * sizeof(float);
  return std::memcmp(a.left.data(), b.left.data(), bytes) == 0 &&
         std::memcmp(a.right.data(), b.right.data(), bytes) == 0;
}

/// Entry (i, j) of the Hadamard matrix: the parity of the common bits.
double hadamard(int i, int j) {
  return __builtin_popcount(static_cast<unsigned>(i & j)) % 2 == 0 ? 1.0 : -1.0;
}

/// The definition in double precision: no turns, lengths and filters fixed.
struct Plain {
  FeedbackNetwork::Lengths length;
  FeedbackNetwork::Absorptions filter;
  std::vector<std::vector<double>> past = std::vector<std::vector<double>>(fdn_lines);
  double state[fdn_lines] = {};

  void tick(double left, double right, double (&out)[2]) {
    double heard[fdn_lines];
    out[0] = out[1] = 0.0;
    for (int i = 0; i < fdn_lines; ++i) {
      const auto& line = past[std::size_t(i)];
      const auto d = std::size_t(length[std::size_t(i)]);
      const double x = line.size() >= d ? line[line.size() - d] : 0.0;
      const Absorption& a = filter[std::size_t(i)];
      state[i] = double(a.pole) * state[i] + (1.0 - double(a.pole)) * x;
      heard[i] = double(a.direct) * x + double(a.low) * state[i];
      const double signed_heard = omx::dsp::fdn_out_negative(i) ? -heard[i] : heard[i];
      out[0] += signed_heard;
      out[1] += omx::dsp::fdn_out_other(i) ? -signed_heard : signed_heard;
    }
    for (int i = 0; i < fdn_lines; ++i) {
      double sum = 0.0;
      for (int j = 0; j < fdn_lines; ++j) {
        sum += 0.25 * hadamard(i, j) * heard[j];
      }
      const double in = 0.25 * (omx::dsp::fdn_in_other(i) ? left - right : left + right);
      past[std::size_t(i)].push_back(sum + (omx::dsp::fdn_in_negative(i) ? -in : in));
    }
  }
};

std::vector<int> widths() {
  return omx::dsp::has_avx2() ? std::vector<int>{4, 8} : std::vector<int>{4};
}

}  // namespace

TEST_CASE("the network equals its definition: absorption, Hadamard matrix over 4, signs in and out") {
  const Stereo in = noise(3000, 1);
  Plain plain{lengths(150, 23), absorptions(0.4F, 0.2F, 0.7F)};
  for (const int width : widths()) {
    FeedbackNetwork network(width);
    network.prepare(plain.length, 256);
    network.set_lengths(plain.length, 0);
    network.set_absorptions(plain.filter, 0);
    Stereo out = like(in);
    play(network, in, out, 0, 3000, 128);
    Plain oracle = plain;
    for (std::size_t n = 0; n < in.left.size(); ++n) {
      double wanted[2];
      oracle.tick(double(in.left[n]), double(in.right[n]), wanted);
      CHECK(out.left[n] == doctest::Approx(wanted[0]).epsilon(1e-5).scale(1.0));
      CHECK(out.right[n] == doctest::Approx(wanted[1]).epsilon(1e-5).scale(1.0));
    }
  }
}

TEST_CASE("signs: of equal strength in every row of the matrix, orthogonal between the channels") {
  for (int row = 0; row < fdn_lines; ++row) {
    double out = 0.0;
    double in = 0.0;
    double channels[2] = {};
    for (int i = 0; i < fdn_lines; ++i) {
      out += omx::dsp::fdn_out_negative(i) ? -hadamard(row, i) : hadamard(row, i);
      in += omx::dsp::fdn_in_negative(i) ? -hadamard(row, i) : hadamard(row, i);
      channels[0] += omx::dsp::fdn_out_other(i) ? -1.0 : 1.0;
      channels[1] += omx::dsp::fdn_in_other(i) ? -1.0 : 1.0;
    }
    CHECK(std::fabs(out) == 4.0);
    CHECK(std::fabs(in) == 4.0);
    CHECK(channels[0] == 0.0);
    CHECK(channels[1] == 0.0);
  }
}

TEST_CASE("turns, ramps and fades give the same bits for every width and block size") {
  const Stereo in = noise(9000, 2);
  const auto run = [&](int width, int block) {
    FeedbackNetwork network(width);
    network.prepare(lengths(700, 30), 256);
    network.set_lengths(lengths(300, 11), 0);
    network.set_turn_steps(slow_turns);
    network.set_absorptions(absorptions(0.3F, 0.3F, 0.6F), 0);
    Stereo out = like(in);
    play(network, in, out, 0, 2001, block);
    network.set_absorptions(absorptions(0.5F, 0.1F, 0.85F), 777);
    network.set_lengths(lengths(699, 30), 1500);
    play(network, in, out, 2001, 3000, block);
    network.set_absorptions(absorptions(0.1F, 0.4F, 0.5F), 1400);
    play(network, in, out, 3000, 6000, block);
    CHECK_FALSE(network.fading());
    network.set_lengths(lengths(40, 3), 500);
    play(network, in, out, 6000, 9000, block);
    return out;
  };
  const Stereo wanted = run(4, 128);
  for (const int width : widths()) {
    for (const int block : {1, 17, 64, 1000}) {
      CAPTURE(width);
      CAPTURE(block);
      CHECK(same_bits(run(width, block), wanted));
    }
  }
}

TEST_CASE("without absorption the sum of squares is kept, with turns; with it, it falls") {
  // An input vector has norm 1 (16 signs over 4), so an impulse of 1 brings an energy of 1.
  FeedbackNetwork network;
  const auto length = lengths(100, 17);
  network.prepare(length, 256);
  network.set_lengths(length, 0);
  network.set_turn_steps(slow_turns);
  network.set_absorptions(absorptions(0.0F, 1.0F, 0.0F), 0);
  FeedbackNetwork::Absorptions none;
  none.fill({0.0F, 1.0F, 0.0F});
  network.set_absorptions(none, 0);
  Stereo in{std::vector<float>(100000), std::vector<float>(100000)};
  in.left[0] = 1.0F;
  Stereo out = like(in);
  play(network, in, out, 0, 50, 128);
  CHECK(network.energy() == doctest::Approx(1.0).epsilon(1e-6));
  // 100000 frames are some 440 passes. A straight line between two places on the circle takes at most
  // w^2/4 of the squares, w = 2 pi 11000003/2^32 = 0.016 for the fastest: 6.5e-5 a pass, 3 % in all at most.
  play(network, in, out, 50, 100000, 128);
  CHECK(network.energy() < 1.0001);
  CHECK(network.energy() > 0.97);
  network.set_absorptions(absorptions(0.5F, 0.2F, 0.79F), 100);
  double before = network.energy();
  for (int i = 0; i < 10; ++i) {
    play(network, in, out, 1000, 1400, 128);
    const double now = network.energy();
    CHECK(now < before);
    before = now;
  }
}

TEST_CASE("gains of c^d in lines of d frames make the answer to an impulse c^n times that without them") {
  // Whatever way it took, what is heard at frame n has spent n frames in lines; with turns as well.
  const auto answer = [](double c) {
    FeedbackNetwork network;
    const auto length = lengths(60, 11);
    network.prepare(length, 256);
    network.set_lengths(length, 0);
    network.set_turn_steps(slow_turns);
    FeedbackNetwork::Absorptions gains;
    for (std::size_t i = 0; i < gains.size(); ++i) {
      gains[i] = {0.0F, static_cast<float>(std::pow(c, length[i])), 0.0F};
    }
    network.set_absorptions(gains, 0);
    Stereo in{std::vector<float>(4000), std::vector<float>(4000)};
    in.left[0] = 1.0F;
    in.right[0] = -0.5F;
    Stereo out = like(in);
    play(network, in, out, 0, 4000, 128);
    return out;
  };
  const double c = std::pow(10.0, -3.0 / 4000.0);  // 60 dB in 4000 frames
  const Stereo lasting = answer(1.0);
  const Stereo falling = answer(c);
  for (std::size_t n = 0; n < 4000; ++n) {
    const double fall = std::pow(c, double(n));
    CHECK(std::fabs(double(falling.left[n]) - fall * double(lasting.left[n])) < 2e-6 * fall);
    CHECK(std::fabs(double(falling.right[n]) - fall * double(lasting.right[n])) < 2e-6 * fall);
  }
}

TEST_CASE("worst-case states stay bounded: full scale in every place, lengths jumping up and down") {
  FeedbackNetwork network;
  network.prepare(lengths(400, 29), 256);
  network.set_lengths(lengths(100, 7), 0);
  FeedbackNetwork::Absorptions slowest;
  slowest.fill({0.0F, 0.9999F, 0.0F});
  network.set_absorptions(slowest, 0);
  network.set_turn_steps(slow_turns);
  const std::size_t frames = 96000;
  Stereo in{std::vector<float>(frames), std::vector<float>(frames)};
  std::fill_n(in.left.begin(), 1000, 1.0F);
  std::fill_n(in.right.begin(), 1000, -1.0F);
  Stereo out = like(in);
  float peak = 0.0F;
  for (int at = 0, turn = 0; at < int(frames); at += 1000, ++turn) {
    if (!network.fading()) {
      network.set_lengths(turn % 2 == 0 ? lengths(400, 29) : lengths(100, 7), 900);
    }
    play(network, in, out, at, at + 1000, 128);
  }
  for (const float sample : out.left) {
    CHECK(std::isfinite(sample));
    peak = std::max(peak, std::fabs(sample));
  }
  // 1000 frames of both inputs at 1 bring an energy of 2000 at most, 4000 at the growth of one fade; all of
  // it in one frame of sixteen lines, summed by signs, is sqrt(16 * 4000).
  CHECK(peak < 253.0F);
  // Fades between ends that are not alike only take away: what is left is less than what came.
  CHECK(std::fabs(out.left.back()) < 1.0F);
}

TEST_CASE("the loud part ends with the last frame above the level") {
  FeedbackNetwork network;
  network.prepare(lengths(100, 17), 256);
  network.set_lengths(lengths(100, 17), 0);
  const auto part = std::make_unique<FdnPart>();
  part->frames = 64;
  std::fill_n(part->in[0], 64, 0.0F);
  std::fill_n(part->in[1], 64, 0.0F);
  part->in[0][40] = 1e-3F;  // goes into each line at 2.5e-4
  network.process(*part);
  CHECK(FeedbackNetwork::loud_frames(*part, 2e-4F) == 41);
  CHECK(FeedbackNetwork::loud_frames(*part, 3e-4F) == 0);
}

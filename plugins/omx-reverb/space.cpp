#include "omx-reverb/space.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace omx::reverb {

namespace {

struct Space {
  double shortest_ms;
  double longest_ms;
  double early_ms;  // the last early reflection
  float early_level;
};

constexpr Space spaces[] = {
    {12.0, 38.0, 24.0, 0.9F}, {16.0, 44.0, 32.0, 0.7F}, {14.0, 48.0, 20.0, 0.0F}, {24.0, 64.0, 55.0, 0.6F}};

/// Lengths lie on a geometric series, each moved by a part of a step so that no two lines have a common
/// rhythm; neighbours in the network are far apart in length.
constexpr int place[dsp::fdn_lines] = {0, 9, 4, 13, 2, 11, 6, 15, 1, 8, 5, 12, 3, 10, 7, 14};

/// The fractional part of multiples of the golden ratio: even, and without a pattern.
double uneven(int i) noexcept {
  const double product = static_cast<double>(i) * std::numbers::phi;
  return product - std::floor(product);
}

int frames_of(double ms, double sample_rate_hz) noexcept {
  return std::max(static_cast<int>(std::lround(0.001 * ms * sample_rate_hz)), 1);
}

double scale_of(double size) noexcept {
  return std::exp2(2.0 * size - 1.0);
}

Lines lines_of(const Space& space, double scale, double sample_rate_hz) noexcept {
  Lines lines;
  for (int i = 0; i < dsp::fdn_lines; ++i) {
    const int at = place[i];
    const bool end = at == 0 || at == dsp::fdn_lines - 1;
    const double moved = end ? at : at + 0.7 * (uneven(at) - 0.5);
    const double part = moved / static_cast<double>(dsp::fdn_lines - 1);
    const double ms = space.shortest_ms * std::pow(space.longest_ms / space.shortest_ms, part);
    lines[static_cast<std::size_t>(i)] = frames_of(scale * ms, sample_rate_hz);
  }
  return lines;
}

EarlyTaps early_of(const Space& space, double scale, double sample_rate_hz) noexcept {
  EarlyTaps taps;
  for (int side = 0; side < sides; ++side) {
    for (int k = 0; k < early_taps; ++k) {
      const double part = (static_cast<double>(k) + uneven(2 * k + side + 1)) / early_taps;
      taps[static_cast<std::size_t>(side)][static_cast<std::size_t>(k)] =
          frames_of(scale * space.early_ms * part, sample_rate_hz);
    }
  }
  return taps;
}

double rate_law(double c, double k0, double f_hz, double damping_hz) noexcept {
  const double square = f_hz * f_hz;
  return k0 + c * square / (square + 4.0 * damping_hz * damping_hz);
}

constexpr double middle_hz = 1000.0;

}  // namespace

Layout layout_of(Type type, double size, double predelay_ms, double sample_rate_hz) noexcept {
  const Space& space = spaces[static_cast<int>(type)];
  const double scale = scale_of(size);
  return {
      lines_of(space, scale, sample_rate_hz), early_of(space, scale, sample_rate_hz),
      static_cast<int>(std::lround(0.001 * predelay_ms * sample_rate_hz))};
}

Lines longest_lines(double sample_rate_hz) noexcept {
  Lines longest{};
  for (const Space& space : spaces) {
    const Lines lines = lines_of(space, scale_of(1.0), sample_rate_hz);
    for (std::size_t i = 0; i < longest.size(); ++i) {
      longest[i] = std::max(longest[i], lines[i]);
    }
  }
  return longest;
}

int longest_early(double sample_rate_hz) noexcept {
  int longest = 0;
  for (const Space& space : spaces) {
    longest = std::max(longest, frames_of(scale_of(1.0) * space.early_ms, sample_rate_hz));
  }
  return longest;
}

DiffuserLengths diffuser_lengths(int side, double sample_rate_hz) noexcept {
  constexpr double ms[sides][diffuser_stages] = {{3.07, 4.31, 6.13, 8.47}, {3.29, 4.03, 6.61, 8.03}};
  DiffuserLengths lengths;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = frames_of(ms[side][i], sample_rate_hz);
  }
  return lengths;
}

float early_level(Type type) noexcept {
  return spaces[static_cast<int>(type)].early_level;
}

int turn_frames_of(double sample_rate_hz) noexcept {
  const double octaves = std::round(std::log2(sample_rate_hz / 48000.0));
  return std::max(static_cast<int>(256.0 * std::exp2(octaves)), 32);
}

double slowest_rate(const Decay& decay) noexcept {
  if (decay.damping_hz <= 0.0) {
    return 1.0;
  }
  // k(fd) = k0 + c/5 = 2 and k(1 kHz) = k0 + c u = 1.
  const double u = rate_law(1.0, 0.0, middle_hz, decay.damping_hz);
  return (1.0 - 10.0 * u) / (1.0 - 5.0 * u);
}

dsp::FeedbackNetwork::Absorptions
absorptions_of(const Lines& lines, const Decay& decay, double sample_rate_hz) noexcept {
  const double k0 = slowest_rate(decay);
  const double high_hz = std::min(decay.damping_hz, 0.45 * sample_rate_hz);
  const double high =
      decay.damping_hz > 0.0 ? rate_law(5.0 * (2.0 - k0), k0, high_hz, decay.damping_hz) : 1.0;
  const double w = 2.0 * std::numbers::pi / sample_rate_hz;
  dsp::FeedbackNetwork::Absorptions absorptions;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const double loss = 3.0 * static_cast<double>(lines[i]) / (decay.seconds * sample_rate_hz);
    const auto gain = [&](double rate) { return std::pow(10.0, -loss * rate); };
    absorptions[i] = dsp::design_absorption(gain(k0), {gain(1.0), w * middle_hz}, {gain(high), w * high_hz});
  }
  return absorptions;
}

float tail_gain(const Lines& lines, double decay_s, double sample_rate_hz) noexcept {
  const double mean = static_cast<double>(std::accumulate(lines.begin(), lines.end(), 0)) / dsp::fdn_lines;
  const double kept = std::pow(10.0, -6.0 * mean / (decay_s * sample_rate_hz));
  return static_cast<float>(std::min(std::sqrt(0.5 * (1.0 - kept) / kept), loudest_tail));
}

}  // namespace omx::reverb

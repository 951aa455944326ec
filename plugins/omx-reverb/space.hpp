/// What the dials of a reverb mean in frames and gains.
#pragma once

#include <array>

#include "dsp/feedback_network.hpp"

namespace omx::reverb {

inline constexpr int sides = 2;
inline constexpr int early_taps = 8;  // per side
inline constexpr int diffuser_stages = 4;
inline constexpr float diffuser_gain = 0.62F;

using Lines = dsp::FeedbackNetwork::Lengths;
using EarlyTaps = std::array<std::array<int, early_taps>, sides>;
using DiffuserLengths = std::array<int, diffuser_stages>;

/// The order of the choice "Type".
enum class Type { room, chamber, plate, hall };

/// Everything that has a length, in frames.
struct Layout {
  Lines lines{};
  EarlyTaps early{};  // after the predelay
  int predelay = 0;

  bool operator==(const Layout&) const = default;
};

/// Size from 0 to 1: half to twice the type's lengths.
Layout layout_of(Type type, double size, double predelay_ms, double sample_rate_hz) noexcept;

/// Room for every layout.
Lines longest_lines(double sample_rate_hz) noexcept;
int longest_early(double sample_rate_hz) noexcept;

DiffuserLengths diffuser_lengths(int side, double sample_rate_hz) noexcept;

/// The gains of the taps: they fall as one over the way, from 1 to 1/3, with alternating signs, and the sum
/// of their squares is 1.
inline constexpr std::array<float, early_taps> early_gains = [] {
  constexpr float first = 0.58380678F;
  std::array<float, early_taps> gains{};
  for (int k = 0; k < early_taps; ++k) {
    const float way = 1.0F + 2.0F * static_cast<float>(k) / static_cast<float>(early_taps - 1);
    gains[static_cast<std::size_t>(k)] = (k % 2 == 0 ? first : -first) / way;
  }
  return gains;
}();

/// Whether tap k comes from the other side.
constexpr bool early_crosses(int k) noexcept {
  return k % 3 == 2;
}

/// Level of the early reflections of a type at full "Early".
float early_level(Type type) noexcept;

/// Turns a second of the pairs of lines at full motion: no two in a simple ratio.
inline constexpr double turns_hz[dsp::fdn_turns] = {1.07, 1.61, 2.23, 2.87};

/// Frames between steps of the turns: about 5 ms, by halves and doubles so that whole blocks fit.
int turn_frames_of(double sample_rate_hz) noexcept;

/// How a tail dies away: in T seconds by 60 dB at 1 kHz, and k(f) times as fast at f, with
/// k(f) = k0 + c f^2 / (f^2 + 4 fd^2), k(1 kHz) = 1, k(fd) = 2: fd is the damping frequency. 0: no damping.
struct Decay {
  double seconds;
  double damping_hz;
};

/// k(0) of a decay: what lives longest lives 1/k(0) times as long as 1 kHz does.
double slowest_rate(const Decay& decay) noexcept;

/// The filters at the ends of the lines.
dsp::FeedbackNetwork::Absorptions
absorptions_of(const Lines& lines, const Decay& decay, double sample_rate_hz) noexcept;

/// The gain that gives the tail of one input on one output an energy of 1/2, so that two inputs make 1. Each
/// pass through lines of mean length m takes all of an energy that falls by g^2 = 10^(-6 m/T) a pass:
/// g^2/(1-g^2) in sum. Not above `loudest_tail`, which only spaces with fewer than two passes in T reach.
float tail_gain(const Lines& lines, double decay_s, double sample_rate_hz) noexcept;
inline constexpr double loudest_tail = 2.0;

}  // namespace omx::reverb

/// A feedback delay network of sixteen lines: a stereo signal into a dense tail that dies away as the
/// absorption filters say.
#pragma once

#include <array>

#include "dsp/absorption.hpp"
#include "dsp/delay_line.hpp"
#include "dsp/fade.hpp"
#include "dsp/fdn_kernel.hpp"
#include "dsp/turn.hpp"

namespace omx::dsp {

/// What leaves the lines goes through one absorption filter each, is turned in pairs, mixed by the Hadamard
/// matrix of order 16 over 4 in four stages of butterflies, and goes into the lines again, together with the
/// input. Source: J.-M. Jot and A. Chaigne, "Digital delay networks for designing artificial reverberators"
/// (AES 90, 1991).
///
/// Without absorption the sum of squares of all that travels is kept: the matrix is orthogonal whatever the
/// turns are, and a delay only carries (test: feedback_network_test.cpp). The filters' gains are below 1 at
/// every frequency, so that the sum falls; rounding adds 1e-7 of a value at most, far less than the filters
/// take away. Hence no tail grows, in any time.
///
/// The turns are slow and shift no pitch in one direction: a turn of a pair by w splits its modes into
/// sidebands at +w and -w. They keep single modes from ringing on. Source: S. J. Schlecht and E. A. P.
/// Habets, "Time-varying feedback matrices in feedback delay networks and their application in artificial
/// reverberation" (JASA 138, 2015). Their gains lie on straight lines between places on the circle, which
/// takes at most w^2/8 of a value, w the angle of one step.
///
/// A change of lengths fades from the old ends of the lines to the new ones. Results are the same bits for
/// every split into blocks and on every processor. The caller flushes denormals.
class FeedbackNetwork {
public:
  static constexpr int lines = fdn_lines;
  using Lengths = std::array<int, fdn_lines>;  // frames, from 1
  using Absorptions = std::array<Absorption, fdn_lines>;
  using TurnSteps = std::array<Turn, fdn_turns>;

  /// Lanes of the vectors to work with: 8 needs AVX2 on x86, 4 runs everywhere.
  explicit FeedbackNetwork(int lanes = has_avx2() ? 8 : 4) noexcept;

  /// Allocates exactly what the longest lengths need. The turns take a step every `turn_frames` frames.
  void prepare(const Lengths& longest, int turn_frames);

  /// Forgets all sound, ends fades and ramps.
  void clear() noexcept;

  /// Clears and puts the turns back to their beginning.
  void reset() noexcept;

  /// Not while fading(). 0 frames change at once.
  void set_lengths(const Lengths& lengths, int fade_frames) noexcept;
  bool fading() const noexcept { return fade_.running(); }

  /// A new call during a ramp starts from where the coefficients are. 0 frames change at once.
  void set_absorptions(const Absorptions& targets, int ramp_frames) noexcept;

  /// By how much the turns go on in `turn_frames`, from the next step on.
  void set_turn_steps(const TurnSteps& steps) noexcept { turn_steps_ = steps; }

  /// Frames that can be done at once, of at most `frames`.
  int part_frames(int frames) const noexcept;

  /// Plays part.in to part.out; part.frames is at most part_frames(). The sums of all lines go to both
  /// outputs, each line with gain 1.
  void process(FdnPart& part) noexcept;

  /// Lets time pass in silence; any number of frames.
  void skip(int frames) noexcept;

  /// After process(): up to and including the last frame at which more than `level` went into a line.
  static int loud_frames(const FdnPart& part, float level) noexcept;

  /// The sum of squares of all that travels in the lines. For tests: slow.
  double energy() const;

private:
  void connect(FdnPart& part) noexcept;
  void read_fading(float* to, std::size_t line, const float* gains, int frames) const noexcept;
  void take_turn_step() noexcept;
  void advance_turns(int frames) noexcept;
  void finish_ramp() noexcept;

  int width_;
  std::array<DelayLine, fdn_lines> delays_;
  Lengths lengths_{};
  Lengths old_lengths_{};
  int shortest_ = 1;
  Fade fade_;

  FdnLanes lanes_;
  Absorptions targets_{};
  int ramp_frames_left_ = 0;

  int turn_frames_ = 1;
  int turn_at_ = 0;  // frames since the last step
  TurnSteps turn_steps_{};
  std::array<Turn, fdn_turns> turns_{};  // at the end of the step
  std::array<FdnTurn, fdn_turns> turn_lines_{};
};

}  // namespace omx::dsp

/// How input and echoes become output, and what goes into the delay lines.
#pragma once

#include "dsp/simd.hpp"

namespace omx::delay {

/// What the mixing of one frame needs.
struct Gains {
  float mix;
  float feedback;
  float ping_pong;
};

/// One frame, or several at once in vectors.
template <typename Value>
struct Frame {
  Value left;
  Value right;
};

/// What goes into the lines for an input and the echoes of now. Mode 0 keeps the sides apart; mode 1 sends
/// half the sum to the left line and swaps the echoes.
template <typename Value>
Frame<Value> to_lines(const Frame<Value>& in, const Frame<Value>& echo, const Gains& g) noexcept {
  const float stereo = 1.0F - g.ping_pong;
  return {
      (stereo * in.left + g.ping_pong * (0.5F * (in.left + in.right))) +
          g.feedback * (stereo * echo.left + g.ping_pong * echo.right),
      stereo * in.right + g.feedback * (stereo * echo.right + g.ping_pong * echo.left)};
}

/// Dry and wet together; silence is +0.
template <typename Value>
Frame<Value> to_output(const Frame<Value>& in, const Frame<Value>& echo, const Gains& g) noexcept {
  const float dry = 1.0F - g.mix;
  return {dry * in.left + g.mix * echo.left + 0.0F, dry * in.right + g.mix * echo.right + 0.0F};
}

/// Frames from `at` on: the input becomes the output, the echoes become what goes into the lines.
template <typename Value>
void mix_at(
    int at, float* left, float* right, float* echo_left, float* echo_right, const Gains& gains) noexcept {
  Frame<Value> in;
  Frame<Value> echo;
  dsp::load(in.left, left + at);
  dsp::load(in.right, right + at);
  dsp::load(echo.left, echo_left + at);
  dsp::load(echo.right, echo_right + at);
  const Frame<Value> line = to_lines(in, echo, gains);
  const Frame<Value> out = to_output(in, echo, gains);
  dsp::store(left + at, out.left);
  dsp::store(right + at, out.right);
  dsp::store(echo_left + at, line.left);
  dsp::store(echo_right + at, line.right);
}

}  // namespace omx::delay

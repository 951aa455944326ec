/// A saturation curve whose harmonics end: the error function.
#pragma once

namespace omx::dsp {

/// erf(x sqrt(pi)/2): slope 1 at 0, limits -1 and 1. It has no pole anywhere: the harmonics of a sine of
/// amplitude a fall like exp(-(n/a)^2 / pi), where those of tanh fall like exp(-pi n / 2a) only: oversampling
/// catches them all.
///
/// By a rational function, relative error 1e-8 before rounding, 4e-7 with all of it; beyond 4.25 it stays at
/// its limit. Coefficients: minimax by the iteration of C. L. Lawson, "Contributions to the theory of linear
/// least maximum approximation" (1961). Float is `float` or a vector. Exactly 0 at 0, exactly odd.
template <typename Float>
[[gnu::always_inline]] inline void sigmoid(Float& y, const Float& x) noexcept {
  const Float high = Float{} + 4.25F;
  const Float low = Float{} - 4.25F;
  Float v = x < high ? x : high;
  v = v > low ? v : low;
  const Float t = v * v;
  Float p = 5.774265206148245e-07F * t + 9.683977800570086e-05F;
  Float q = 1.1818384471994436e-05F * t + 0.00042952709609979085F;
  p = p * t + 0.0015363472962105628F;
  q = q * t + 0.007070443749661611F;
  p = p * t + 0.028539889375115656F;
  q = q * t + 0.06914302804536314F;
  p = p * t + 0.12890876909243665F;
  q = q * t + 0.39070789800276234F;
  p = p * t + 1.0F;
  q = q * t + 1.0F;
  y = v * p / q;
}

}  // namespace omx::dsp

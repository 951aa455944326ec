/// Up to twelve state variable sections in series on a stereo signal, with ramped changes.
#pragma once

#include <array>

#include "dsp/svf.hpp"
#include "dsp/svf_kernel.hpp"

namespace omx::dsp {

/// A section that lets its input pass costs nothing: it leaves the vector lanes when its ramp has ended.
/// Results are the same bits for every split of the signal into blocks and on every processor. No allocation
/// after construction; one thread at a time. The caller flushes denormals (FlushDenormals).
///
/// Real is the precision of the states. A section rounds its states once a frame, and they remember for
/// Q/(pi f) seconds: in single precision the noise below a tone is sqrt(Q rate/(pi f)) 2^-25 of it or less,
/// which is -120 dB where f is a 1000th of the rate. Below that, double precision is of use.
template <typename Real>
class SvfCascadeOf {
public:
  /// Bytes of the vectors to work with: 32 need AVX2 on x86, 16 run everywhere. The result does not depend on
  /// it.
  explicit SvfCascadeOf(int vector_bytes = has_avx2() ? 32 : 16) noexcept;

  /// Moves section `index` in a straight line to `target` within `ramp_frames` frames; 0 changes it at once.
  /// A new call during a ramp starts from where the coefficients are.
  void set_section(int index, const SvfSection& target, int ramp_frames) noexcept;

  /// Ends all ramps at their targets.
  void finish_ramps() noexcept;

  /// Clears the states of all sections.
  void clear() noexcept;

  /// Filters interleaved stereo frames in place.
  void process(float* io, int frames) noexcept;

  /// True when no state is larger than `level`: what still rings is below it, up to the gain of the sections.
  bool quieter_than(float level) const noexcept;

  /// Sections that cost time at present.
  int active_sections() const noexcept { return active_; }

private:
  struct Slot {
    SvfSection target;
    int ramp_frames_left = 0;
    int place = -1;  // position in the series of active sections; -1: passes, not in the lanes
  };

  using Coefficients = std::array<Real, svf_coefficients>;
  static constexpr int narrow_lanes = 16 / sizeof(Real);

  void enter(int index) noexcept;
  void repack() noexcept;
  void write_lanes(const Slot& slot, const Coefficients& value, const Coefficients& step) noexcept;
  Coefficients read_lanes(const Slot& slot) const noexcept;
  void arrive(Slot& slot) noexcept;
  void leave_if_passing() noexcept;
  void run(float* io, int frames, bool ramping) noexcept;

  int widest_;                // lanes that may be used
  int width_ = narrow_lanes;  // lanes of the vectors in use
  int active_ = 0;
  int vectors_ = 0;
  std::array<Slot, max_sections> slots_;
  SvfLanes<Real> lanes_;
};

using SvfCascade = SvfCascadeOf<float>;
using SvfCascadeDouble = SvfCascadeOf<double>;

}  // namespace omx::dsp

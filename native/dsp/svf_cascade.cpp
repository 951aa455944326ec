#include "dsp/svf_cascade.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace omx::dsp {

namespace {

template <typename Real>
using Run = void (*)(SvfLanes<Real>&, float*, int) noexcept;

template <typename Real, int Vectors, bool Ramping>
void run_narrow(SvfLanes<Real>& lanes, float* io, int frames) noexcept {
  SvfKernel<Real, 16 / sizeof(Real), Vectors, Ramping>::run(lanes, io, frames);
}

#if defined(__x86_64__) || defined(__i386__)
template <typename Real, int Vectors, bool Ramping>
[[gnu::target("avx2")]] void run_wide(SvfLanes<Real>& lanes, float* io, int frames) noexcept {
  SvfKernel<Real, 32 / sizeof(Real), Vectors, Ramping>::run(lanes, io, frames);
}
#else
template <typename Real, int Vectors, bool Ramping>
void run_wide(SvfLanes<Real>& lanes, float* io, int frames) noexcept {
  SvfKernel<Real, 32 / sizeof(Real), Vectors, Ramping>::run(lanes, io, frames);
}
#endif

/// There are kernels for 1 to 6 vectors and for 12; all are unrolled, so each more would cost much code.
constexpr std::size_t kernel_counts = 7;
constexpr int vectors_of_kernel(std::size_t kernel) noexcept {
  return kernel < 6 ? static_cast<int>(kernel) + 1 : 12;
}
constexpr std::size_t kernel_of(int vectors) noexcept {
  return vectors <= 6 ? static_cast<std::size_t>(vectors - 1) : 6;
}

template <typename Real, bool Wide, bool Ramping, std::size_t... Kernel>
constexpr auto kernels(std::index_sequence<Kernel...> /*which*/) noexcept {
  if constexpr (Wide) {
    return std::array<Run<Real>, sizeof...(Kernel)>{run_wide<Real, vectors_of_kernel(Kernel), Ramping>...};
  } else {
    return std::array<Run<Real>, sizeof...(Kernel)>{run_narrow<Real, vectors_of_kernel(Kernel), Ramping>...};
  }
}

template <typename Real, bool Wide, bool Ramping>
void run_kernel(SvfLanes<Real>& lanes, int vectors, float* io, int frames) noexcept {
  constexpr int most = max_svf_lanes * sizeof(Real) / (Wide ? 32 : 16);
  static constexpr auto table =
      kernels<Real, Wide, Ramping>(std::make_index_sequence<std::min(kernel_of(most) + 1, kernel_counts)>());
  table[kernel_of(vectors)](lanes, io, frames);
}

template <typename Real>
std::array<Real, svf_coefficients> in_order(const SvfSection& s) noexcept {
  const auto real = [](float value) { return static_cast<Real>(value); };
  return {real(s.damp), real(s.band), real(s.low), real(s.through), real(s.from_s1), real(s.from_s2)};
}

/// What each of `frames` steps adds on the way.
template <typename Coefficients>
Coefficients step_between(const Coefficients& from, const Coefficients& to, int frames) noexcept {
  Coefficients step = to;
  for (std::size_t i = 0; i < step.size(); ++i) {
    step[i] = (step[i] - from[i]) / static_cast<typename Coefficients::value_type>(frames);
  }
  return step;
}

/// So many sections are done sooner in narrow vectors: a wide one takes longer to shift.
constexpr int few_sections = 4;

}  // namespace

template <typename Real>
SvfCascadeOf<Real>::SvfCascadeOf(int vector_bytes) noexcept
    : widest_(vector_bytes / static_cast<int>(sizeof(Real))) {}

template <typename Real>
void SvfCascadeOf<Real>::set_section(int index, const SvfSection& target, int ramp_frames) noexcept {
  Slot& slot = slots_[static_cast<std::size_t>(index)];
  slot.target = target;
  if (slot.place < 0) {
    if (target.passes()) {
      return;
    }
    enter(index);
  }
  slot.ramp_frames_left = ramp_frames;
  if (ramp_frames > 0) {
    const Coefficients now = read_lanes(slot);
    write_lanes(slot, now, step_between(now, in_order<Real>(target), ramp_frames));
  } else {
    arrive(slot);
    leave_if_passing();
  }
}

template <typename Real>
void SvfCascadeOf<Real>::finish_ramps() noexcept {
  for (Slot& slot : slots_) {
    if (slot.ramp_frames_left > 0) {
      arrive(slot);
    }
  }
  leave_if_passing();
}

template <typename Real>
void SvfCascadeOf<Real>::clear() noexcept {
  std::fill(std::begin(lanes_.s1), std::end(lanes_.s1), Real(0));
  std::fill(std::begin(lanes_.s2), std::end(lanes_.s2), Real(0));
}

template <typename Real>
bool SvfCascadeOf<Real>::quieter_than(float level) const noexcept {
  Real peak = 0;
  for (int lane = 0; lane < max_svf_lanes; ++lane) {
    peak = std::max(peak, std::max(std::fabs(lanes_.s1[lane]), std::fabs(lanes_.s2[lane])));
  }
  return peak <= static_cast<Real>(level);
}

template <typename Real>
void SvfCascadeOf<Real>::process(float* io, int frames) noexcept {
  while (frames > 0 && active_ > 0) {
    int run_frames = frames;
    bool ramping = false;
    for (const Slot& slot : slots_) {
      if (slot.ramp_frames_left > 0) {
        ramping = true;
        run_frames = std::min(run_frames, slot.ramp_frames_left);
      }
    }
    run(io, run_frames, ramping);
    io += 2 * run_frames;
    frames -= run_frames;
    if (!ramping) {
      continue;
    }
    for (Slot& slot : slots_) {
      if (slot.ramp_frames_left > 0) {
        slot.ramp_frames_left -= run_frames;
        if (slot.ramp_frames_left == 0) {
          arrive(slot);
        }
      }
    }
    leave_if_passing();
  }
}

template <typename Real>
void SvfCascadeOf<Real>::run(float* io, int frames, bool ramping) noexcept {
  const bool wide = width_ > narrow_lanes;
  if (wide) {
    ramping ? run_kernel<Real, true, true>(lanes_, vectors_, io, frames)
            : run_kernel<Real, true, false>(lanes_, vectors_, io, frames);
  } else {
    ramping ? run_kernel<Real, false, true>(lanes_, vectors_, io, frames)
            : run_kernel<Real, false, false>(lanes_, vectors_, io, frames);
  }
}

/// Puts a section that passed so far into the lanes, in silence and still passing, with the poles it will
/// have.
template <typename Real>
void SvfCascadeOf<Real>::enter(int index) noexcept {
  Slot& slot = slots_[static_cast<std::size_t>(index)];
  slot.place = max_sections;  // any place: repack() gives the right one
  repack();
  write_lanes(slot, in_order<Real>(slot.target.passing()), Coefficients{});
}

template <typename Real>
void SvfCascadeOf<Real>::arrive(Slot& slot) noexcept {
  slot.ramp_frames_left = 0;
  write_lanes(slot, in_order<Real>(slot.target), Coefficients{});
}

template <typename Real>
void SvfCascadeOf<Real>::leave_if_passing() noexcept {
  bool changed = false;
  for (Slot& slot : slots_) {
    if (slot.place >= 0 && slot.ramp_frames_left == 0 && slot.target.passes()) {
      slot.place = -1;
      changed = true;
    }
  }
  if (changed) {
    repack();
  }
}

/// Lays the active sections out again in the order of their indices, keeping coefficients and states.
template <typename Real>
void SvfCascadeOf<Real>::repack() noexcept {
  const SvfLanes<Real> old = lanes_;
  const int old_width = width_;
  const int old_vectors = vectors_;
  const int old_active = active_;
  active_ = static_cast<int>(
      std::count_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.place >= 0; }));
  width_ = active_ > few_sections ? widest_ : narrow_lanes;
  vectors_ = (active_ + width_ / 2 - 1) / (width_ / 2);
  if (vectors_ > 0) {
    vectors_ = vectors_of_kernel(kernel_of(vectors_));
  }
  lanes_ = SvfLanes<Real>{};
  std::fill(
      std::begin(lanes_.coefficient[3]), std::end(lanes_.coefficient[3]), Real(1));  // spare places pass
  int place = 0;
  for (Slot& slot : slots_) {
    if (slot.place < 0) {
      continue;
    }
    for (int channel = 0; channel < 2 && slot.place < old_active; ++channel) {
      const int from = svf_lane(old_width, old_vectors, slot.place, channel);
      const int to = svf_lane(width_, vectors_, place, channel);
      for (int i = 0; i < svf_coefficients; ++i) {
        lanes_.coefficient[i][to] = old.coefficient[i][from];
        lanes_.step[i][to] = old.step[i][from];
      }
      lanes_.s1[to] = old.s1[from];
      lanes_.s2[to] = old.s2[from];
    }
    slot.place = place++;
  }
}

template <typename Real>
void SvfCascadeOf<Real>::write_lanes(
    const Slot& slot, const Coefficients& value, const Coefficients& step) noexcept {
  for (int channel = 0; channel < 2; ++channel) {
    const int lane = svf_lane(width_, vectors_, slot.place, channel);
    for (std::size_t i = 0; i < value.size(); ++i) {
      lanes_.coefficient[i][lane] = value[i];
      lanes_.step[i][lane] = step[i];
    }
  }
}

template <typename Real>
auto SvfCascadeOf<Real>::read_lanes(const Slot& slot) const noexcept -> Coefficients {
  const int lane = svf_lane(width_, vectors_, slot.place, 0);
  Coefficients values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = lanes_.coefficient[i][lane];
  }
  return values;
}

template class SvfCascadeOf<float>;
template class SvfCascadeOf<double>;

}  // namespace omx::dsp

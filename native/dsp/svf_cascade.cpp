#include "dsp/svf_cascade.hpp"

#include <algorithm>
#include <cmath>

namespace omx::dsp {

namespace {

using Run = void (*)(SvfLanes&, float*, int) noexcept;

template <int Vectors, bool Ramping>
void run_narrow(SvfLanes& lanes, float* io, int frames) noexcept {
  SvfKernel<4, Vectors, Ramping>::run(lanes, io, frames);
}

constexpr Run narrow[2][6] = {
    {run_narrow<1, false>, run_narrow<2, false>, run_narrow<3, false>, run_narrow<4, false>,
     run_narrow<5, false>, run_narrow<6, false>},
    {run_narrow<1, true>, run_narrow<2, true>, run_narrow<3, true>, run_narrow<4, true>, run_narrow<5, true>,
     run_narrow<6, true>}};

#if defined(__x86_64__) || defined(__i386__)
template <int Vectors, bool Ramping>
[[gnu::target("avx2")]] void run_wide(SvfLanes& lanes, float* io, int frames) noexcept {
  SvfKernel<8, Vectors, Ramping>::run(lanes, io, frames);
}

constexpr Run wide[2][3] = {
    {run_wide<1, false>, run_wide<2, false>, run_wide<3, false>},
    {run_wide<1, true>, run_wide<2, true>, run_wide<3, true>}};
#endif

using Coefficients = std::array<float, svf_coefficients>;

Coefficients in_order(const SvfSection& s) noexcept {
  return {s.damp, s.band, s.low, s.through, s.from_s1, s.from_s2};
}

SvfSection from_order(const Coefficients& c) noexcept {
  return {c[0], c[1], c[2], c[3], c[4], c[5]};
}

/// What each of `frames` steps adds on the way.
SvfSection step_between(const SvfSection& from, const SvfSection& to, int frames) noexcept {
  Coefficients step = in_order(to);
  const Coefficients start = in_order(from);
  for (int i = 0; i < svf_coefficients; ++i) {
    step[i] = (step[i] - start[i]) / static_cast<float>(frames);
  }
  return from_order(step);
}

/// So many sections are done sooner in narrow vectors: a wide one takes longer to shift.
constexpr int few_sections = 4;

constexpr SvfSection nothing{0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F};

}  // namespace

SvfCascade::SvfCascade(int widest) noexcept : widest_(widest) {}

void SvfCascade::set_section(int index, const SvfSection& target, int ramp_frames) noexcept {
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
    const SvfSection now = read_lanes(slot);
    write_lanes(slot, now, step_between(now, target, ramp_frames));
  } else {
    arrive(slot);
    leave_if_passing();
  }
}

void SvfCascade::finish_ramps() noexcept {
  for (Slot& slot : slots_) {
    if (slot.ramp_frames_left > 0) {
      arrive(slot);
    }
  }
  leave_if_passing();
}

void SvfCascade::clear() noexcept {
  std::fill(std::begin(lanes_.s1), std::end(lanes_.s1), 0.0F);
  std::fill(std::begin(lanes_.s2), std::end(lanes_.s2), 0.0F);
}

bool SvfCascade::quieter_than(float level) const noexcept {
  float peak = 0.0F;
  for (int lane = 0; lane < max_svf_lanes; ++lane) {
    peak = std::max(peak, std::max(std::fabs(lanes_.s1[lane]), std::fabs(lanes_.s2[lane])));
  }
  return peak <= level;
}

void SvfCascade::process(float* io, int frames) noexcept {
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

void SvfCascade::run(float* io, int frames, bool ramping) noexcept {
#if defined(__x86_64__) || defined(__i386__)
  if (width_ == 8) {
    wide[ramping ? 1 : 0][vectors_ - 1](lanes_, io, frames);
    return;
  }
#endif
  narrow[ramping ? 1 : 0][vectors_ - 1](lanes_, io, frames);
}

/// Puts a section that passed so far into the lanes, in silence and still passing, with the poles it will
/// have.
void SvfCascade::enter(int index) noexcept {
  Slot& slot = slots_[static_cast<std::size_t>(index)];
  slot.place = max_sections;  // any place: repack() gives the right one
  repack();
  write_lanes(slot, slot.target.passing(), nothing);
}

void SvfCascade::arrive(Slot& slot) noexcept {
  slot.ramp_frames_left = 0;
  write_lanes(slot, slot.target, nothing);
}

void SvfCascade::leave_if_passing() noexcept {
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
void SvfCascade::repack() noexcept {
  const SvfLanes old = lanes_;
  const int old_width = width_;
  const int old_vectors = vectors_;
  const int old_active = active_;
  active_ = static_cast<int>(
      std::count_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.place >= 0; }));
  width_ = active_ > few_sections ? widest_ : 4;
  vectors_ = (active_ + width_ / 2 - 1) / (width_ / 2);
  lanes_ = SvfLanes{};
  std::fill(std::begin(lanes_.coefficient[3]), std::end(lanes_.coefficient[3]), 1.0F);  // spare places pass
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

void SvfCascade::write_lanes(const Slot& slot, const SvfSection& value, const SvfSection& step) noexcept {
  const Coefficients values = in_order(value);
  const Coefficients steps = in_order(step);
  for (int channel = 0; channel < 2; ++channel) {
    const int lane = svf_lane(width_, vectors_, slot.place, channel);
    for (int i = 0; i < svf_coefficients; ++i) {
      lanes_.coefficient[i][lane] = values[i];
      lanes_.step[i][lane] = steps[i];
    }
  }
}

SvfSection SvfCascade::read_lanes(const Slot& slot) const noexcept {
  const int lane = svf_lane(width_, vectors_, slot.place, 0);
  Coefficients values;
  for (int i = 0; i < svf_coefficients; ++i) {
    values[i] = lanes_.coefficient[i][lane];
  }
  return from_order(values);
}

}  // namespace omx::dsp

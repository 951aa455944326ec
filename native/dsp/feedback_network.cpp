#include "dsp/feedback_network.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace omx::dsp {

namespace {

void run_narrow(FdnLanes& lanes, FdnPart& part, bool ramping) noexcept {
  if (ramping) {
    FdnKernel<4>::absorb<true>(lanes, part);
  } else {
    FdnKernel<4>::absorb<false>(lanes, part);
  }
  FdnKernel<4>::mix(part);
}

#if defined(__x86_64__) || defined(__i386__)
[[gnu::target("avx2")]] void run_wide(FdnLanes& lanes, FdnPart& part, bool ramping) noexcept {
  if (ramping) {
    FdnKernel<8>::absorb<true>(lanes, part);
  } else {
    FdnKernel<8>::absorb<false>(lanes, part);
  }
  FdnKernel<8>::mix(part);
}
#endif

constexpr int widest_lanes = 8;

int whole_vectors(int frames) noexcept {
  return (frames + widest_lanes - 1) / widest_lanes * widest_lanes;
}

void write_coefficients(float (&to)[fdn_coefficients][fdn_lines], int line, const Absorption& a) noexcept {
  to[0][line] = a.pole;
  to[1][line] = 1.0F - a.pole;
  to[2][line] = a.direct;
  to[3][line] = a.low;
}

}  // namespace

FeedbackNetwork::FeedbackNetwork(int lanes) noexcept : width_(lanes) {
  lengths_.fill(1);
}

void FeedbackNetwork::prepare(const Lengths& longest, int turn_frames) {
  for (std::size_t i = 0; i < delays_.size(); ++i) {
    delays_[i].prepare(longest[i]);
  }
  turn_frames_ = turn_frames;
  reset();
}

void FeedbackNetwork::clear() noexcept {
  for (DelayLine& line : delays_) {
    line.clear();
  }
  std::fill(std::begin(lanes_.state), std::end(lanes_.state), 0.0F);
  finish_ramp();
  set_lengths(lengths_, 0);
}

void FeedbackNetwork::reset() noexcept {
  clear();
  turns_ = {};
  turn_at_ = 0;
}

void FeedbackNetwork::set_lengths(const Lengths& lengths, int fade_frames) noexcept {
  old_lengths_ = lengths_;
  lengths_ = lengths;
  fade_.begin(fade_frames);
  shortest_ = *std::min_element(lengths_.begin(), lengths_.end());
  if (fade_.running()) {
    shortest_ = std::min(shortest_, *std::min_element(old_lengths_.begin(), old_lengths_.end()));
  }
}

void FeedbackNetwork::set_absorptions(const Absorptions& targets, int ramp_frames) noexcept {
  targets_ = targets;
  ramp_frames_left_ = ramp_frames;
  if (ramp_frames == 0) {
    finish_ramp();
    return;
  }
  for (int line = 0; line < fdn_lines; ++line) {
    write_coefficients(lanes_.step, line, targets[static_cast<std::size_t>(line)]);
    for (int i = 0; i < fdn_coefficients; ++i) {
      lanes_.step[i][line] =
          (lanes_.step[i][line] - lanes_.coefficient[i][line]) / static_cast<float>(ramp_frames);
    }
  }
}

void FeedbackNetwork::finish_ramp() noexcept {
  ramp_frames_left_ = 0;
  for (int line = 0; line < fdn_lines; ++line) {
    write_coefficients(lanes_.coefficient, line, targets_[static_cast<std::size_t>(line)]);
  }
}

int FeedbackNetwork::part_frames(int frames) const noexcept {
  // A line's length cuts the part at whole vectors: what is left over costs as much as a whole one.
  const int short_part = shortest_ > widest_lanes ? shortest_ / widest_lanes * widest_lanes : shortest_;
  frames = std::min({frames, fdn_part_frames, short_part, turn_frames_ - turn_at_});
  frames = fade_.part_frames(frames);
  return ramp_frames_left_ > 0 ? std::min(frames, ramp_frames_left_) : frames;
}

void FeedbackNetwork::process(FdnPart& part) noexcept {
  if (turn_at_ == 0) {
    take_turn_step();
  }
  std::copy(turn_lines_.begin(), turn_lines_.end(), part.turn);
  part.turn_at = turn_at_;
  connect(part);
  const bool ramping = ramp_frames_left_ > 0;
#if defined(__x86_64__) || defined(__i386__)
  if (width_ == 8) {
    run_wide(lanes_, part, ramping);
  } else {
    run_narrow(lanes_, part, ramping);
  }
#else
  run_narrow(lanes_, part, ramping);
#endif
  for (std::size_t i = 0; i < delays_.size(); ++i) {
    if (part.to[i] == part.scratch[i]) {
      delays_[i].write(part.scratch[i], part.frames);
    } else {
      delays_[i].advance(part.frames);
    }
  }
  fade_.advance(part.frames);
  advance_turns(part.frames);
  if (ramping) {
    ramp_frames_left_ -= part.frames;
    if (ramp_frames_left_ == 0) {
      finish_ramp();
    }
  }
}

/// Finds where each line is read and written: in its own ring where that has whole vectors in one piece.
void FeedbackNetwork::connect(FdnPart& part) noexcept {
  const int padded = whole_vectors(part.frames);
  const bool whole = part.frames == padded;
  if (!whole) {
    for (float* in : part.in) {
      std::fill(in + part.frames, in + padded, 0.0F);
    }
  }
  float gains[fdn_part_frames];
  if (fade_.running()) {
    fade_.gains(gains, part.frames);
  }
  for (std::size_t i = 0; i < delays_.size(); ++i) {
    float* row = part.scratch[i];
    part.from[i] = whole && !fade_.running() ? delays_[i].find(lengths_[i], part.frames) : nullptr;
    part.to[i] = whole ? delays_[i].place(part.frames) : nullptr;
    if (part.from[i] == nullptr) {
      read_fading(row, i, gains, part.frames);
      std::fill(row + part.frames, row + padded, 0.0F);
      part.from[i] = row;
    }
    if (part.to[i] == nullptr) {
      part.to[i] = row;
    }
  }
}

void FeedbackNetwork::read_fading(
    float* to, std::size_t line, const float* gains, int frames) const noexcept {
  delays_[line].read(to, lengths_[line], frames);
  if (!fade_.running()) {
    return;
  }
  float scratch[fdn_part_frames];
  const float* old = delays_[line].find(old_lengths_[line], frames);
  if (old == nullptr) {
    delays_[line].read(scratch, old_lengths_[line], frames);
    old = scratch;
  }
  crossfade(to, old, gains, frames);
}

void FeedbackNetwork::skip(int frames) noexcept {
  while (frames > 0) {
    if (turn_at_ == 0) {
      take_turn_step();
    }
    const int part = std::min(frames, turn_frames_ - turn_at_);
    advance_turns(part);
    frames -= part;
  }
}

void FeedbackNetwork::take_turn_step() noexcept {
  for (std::size_t k = 0; k < turns_.size(); ++k) {
    const CosSin from = cos_sin(turns_[k]);
    turns_[k] += turn_steps_[k];
    const CosSin to = cos_sin(turns_[k]);
    const float step = 0.25F / static_cast<float>(turn_frames_);
    turn_lines_[k] = {
        0.25F * (from.cos + from.sin), step * ((to.cos + to.sin) - (from.cos + from.sin)),
        0.25F * (from.cos - from.sin), step * ((to.cos - to.sin) - (from.cos - from.sin))};
  }
}

void FeedbackNetwork::advance_turns(int frames) noexcept {
  turn_at_ += frames;
  if (turn_at_ == turn_frames_) {
    turn_at_ = 0;
  }
}

int FeedbackNetwork::loud_frames(const FdnPart& part, float level) noexcept {
  for (int n = part.frames; n > 0; --n) {
    for (const float* line : part.to) {
      if (std::fabs(line[n - 1]) > level) {
        return n;
      }
    }
  }
  return 0;
}

double FeedbackNetwork::energy() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < delays_.size(); ++i) {
    std::vector<float> line(static_cast<std::size_t>(lengths_[i]));
    delays_[i].read(line.data(), lengths_[i], lengths_[i]);
    for (const float sample : line) {
      sum += static_cast<double>(sample) * static_cast<double>(sample);
    }
  }
  return sum;
}

}  // namespace omx::dsp

/// A value that moves in straight lines, one step a frame.
#pragma once

namespace omx::dsp {

/// The same values for every split into blocks: only frames move it.
class LinearRamp {
public:
  explicit LinearRamp(float value = 0.0F) noexcept : value_(value), target_(value) {}

  /// Reaches `target` in `frames` frames from the value of now; 0 jumps.
  void aim(float target, int frames) noexcept {
    target_ = target;
    frames_left_ = frames;
    if (frames > 0) {
      step_ = (target - value_) / static_cast<float>(frames);
    } else {
      value_ = target;
    }
  }

  /// Ends the ramp at its target.
  void finish() noexcept { aim(target_, 0); }

  bool moving() const noexcept { return frames_left_ > 0; }
  float value() const noexcept { return value_; }
  float target() const noexcept { return target_; }

  /// The value for the next frame.
  float next() noexcept {
    if (frames_left_ > 0) {
      --frames_left_;
      value_ = frames_left_ == 0 ? target_ : value_ + step_;
    }
    return value_;
  }

private:
  float value_;
  float target_;
  float step_ = 0.0F;
  int frames_left_ = 0;
};

}  // namespace omx::dsp

/// Note values as times.
#pragma once

namespace omx::delay {

/// Quarter notes of a note value, in the order of the choice "Sync" after "Off": 1/16, 1/8, 1/4, 1/2 and 1/1,
/// each as triplet, plain and dotted.
constexpr double beats_of(int note) noexcept {
  constexpr double length[] = {2.0 / 3.0, 1.0, 1.5};
  return 0.25 * static_cast<double>(1 << note / 3) * length[note % 3];
}

/// The time of a note value in ms; halved until it is at most `longest_ms`. The tempo is above 0 and finite.
constexpr double note_ms(int note, double beats_per_minute, double longest_ms) noexcept {
  double ms = beats_of(note) * 60000.0 / beats_per_minute;
  while (ms > longest_ms) {
    ms *= 0.5;
  }
  return ms;
}

}  // namespace omx::delay

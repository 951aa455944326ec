#include "plot/plot.hpp"
#include "plot/rig.hpp"

namespace omx::plot {

namespace {

/// Level of each echo against the input, in dB.
Plot delay_echoes() {
  const auto curve = [](const std::string& label, double feedback) {
    constexpr std::size_t echo_frames = 4800;  // 100 ms
    const std::vector<float> all = impulse_response(
        "omx-delay", {{"time", 100}, {"feedback", feedback}, {"mix", 1}, {"tone", 20000}}, 13 * echo_frames);
    Curve made{label, {}};
    for (std::size_t echo = 1; echo <= 12; ++echo) {
      made.points.emplace_back(static_cast<double>(echo), db(static_cast<double>(all[echo * echo_frames])));
    }
    return made;
  };
  return {
      "omx-delay",
      "echoes",
      "Level of each echo",
      {"echo", 1.0, 12.0},
      {"dB", -60.0, 0.0},
      {curve("Feedback 35 %", 0.35), curve("Feedback 70 %", 0.7), curve("Feedback 95 %", 0.95)}};
}

/// The delay of a voice over time: the first moment of its answer to one impulse after another.
Curve voice_delay(const std::string& label, const Settings& settings) {
  constexpr std::size_t spacing_frames = 1200;  // 25 ms
  constexpr std::size_t impulses = 81;
  const auto player = rig("omx-chorus", settings);
  Stereo in(spacing_frames * impulses);
  for (std::size_t i = 0; i < in.frames(); i += spacing_frames) {
    in.left[i] = in.right[i] = 1.0F;
  }
  const Stereo out = played(*player, in);
  Curve curve{label, {}};
  for (std::size_t start = 0; start < in.frames(); start += spacing_frames) {
    double sum = 0.0;
    double moment = 0.0;
    for (std::size_t i = 0; i < spacing_frames; ++i) {
      sum += static_cast<double>(out.left[start + i]);
      moment += static_cast<double>(i) * static_cast<double>(out.left[start + i]);
    }
    curve.points.emplace_back(static_cast<double>(start) / rate, 1000.0 * moment / sum / rate);
  }
  return curve;
}

Plot chorus_delay() {
  const auto curve = [](const std::string& label, double shape) {
    return voice_delay(
        label, {{"voices", 1}, {"rate", 1}, {"depth", 4}, {"delay", 8}, {"shape", shape}, {"mix", 1}});
  };
  return {"omx-chorus",    "delay",           "Delay of one voice: 8 ms and a depth of 4 ms, at 1 Hz",
          {"s", 0.0, 2.0}, {"ms", 0.0, 16.0}, {curve("Sine", 0), curve("Triangle", 1)}};
}

/// Energy that is left at a time, against all (Schroeder, 1965, eq. 4).
Curve energy_decay(const std::string& label, double decay_s) {
  constexpr std::size_t length_frames = 6 * 48000;
  constexpr std::size_t shown_frames = 4 * 48000;
  constexpr std::size_t point_frames = 2400;
  const std::vector<float> response = impulse_response(
      "omx-reverb", {{"type", 3}, {"decay", decay_s}, {"predelay", 0}, {"mix", 1}}, length_frames);
  std::vector<double> left(length_frames + 1, 0.0);
  for (std::size_t i = length_frames; i > 0; --i) {
    const auto sample = static_cast<double>(response[i - 1]);
    left[i - 1] = left[i] + sample * sample;
  }
  Curve curve{label, {}};
  for (std::size_t i = 0; i <= shown_frames; i += point_frames) {
    curve.points.emplace_back(static_cast<double>(i) / rate, 0.5 * db(left[i] / left[0]));
  }
  return curve;
}

Plot reverb_decay() {
  return {
      "omx-reverb",
      "decay",
      "Hall: energy that is left",
      {"s", 0.0, 4.0},
      {"dB", -80.0, 0.0},
      {energy_decay("Decay 1 s", 1), energy_decay("Decay 2 s", 2), energy_decay("Decay 4 s", 4)}};
}

}  // namespace

std::vector<Plot> time_plots() {
  return {chorus_delay(), delay_echoes(), reverb_decay()};
}

}  // namespace omx::plot

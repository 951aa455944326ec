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

}  // namespace

std::vector<Plot> time_plots() {
  return {delay_echoes()};
}

}  // namespace omx::plot

#include <algorithm>
#include <cmath>
#include <numbers>

#include "plot/plot.hpp"
#include "plot/rig.hpp"

namespace omx::plot {

namespace {

/// Level out over level in, both in dB: a constant, until the effect has come to rest.
Curve static_curve(const std::string& label, const std::string& effect, const Settings& settings) {
  constexpr std::size_t settle_frames = 24000;
  Curve curve{label, {}};
  for (int in_db = -60; in_db <= 0; in_db += 2) {
    const auto player = rig(effect, settings);
    Stereo in(settle_frames);
    const auto level = static_cast<float>(std::pow(10.0, in_db / 20.0));
    std::fill(in.left.begin(), in.left.end(), level);
    std::fill(in.right.begin(), in.right.end(), level);
    const Stereo out = played(*player, in);
    curve.points.emplace_back(in_db, db(std::fabs(static_cast<double>(out.left.back()))));
  }
  return curve;
}

Plot comp_static() {
  const auto curve = [](const std::string& label, double ratio, double knee) {
    return static_curve(
        label, "omx-comp",
        {{"threshold", -24}, {"ratio", ratio}, {"knee", knee}, {"attack", 1}, {"release", 20}});
  };
  return {
      "omx-comp",
      "static",
      "Threshold at -24 dB: level out over level in",
      {"dB in", -60.0, 0.0},
      {"dB out", -60.0, 0.0},
      {curve("1:1", 1, 0), curve("2:1, knee 0 dB", 2, 0), curve("4:1, knee 12 dB", 4, 12),
       curve("infinity:1, knee 0 dB", 20, 0)}};
}

/// Output over input in the rising half of a full-scale sine of 250 Hz, after the effect has settled.
Curve transfer(const std::string& label, const std::string& effect, const Settings& settings) {
  constexpr std::size_t cycle_frames = 192;
  constexpr std::size_t settle_frames = 250 * cycle_frames;
  const auto player = rig(effect, settings);
  const std::size_t latency = player->latency_frames();
  Stereo in(settle_frames + cycle_frames + latency);
  for (std::size_t i = 0; i < in.frames(); ++i) {
    const double turns = static_cast<double>(i % cycle_frames) / cycle_frames;
    in.left[i] = in.right[i] = static_cast<float>(-std::cos(2.0 * std::numbers::pi * turns));
  }
  const Stereo out = played(*player, in);
  Curve curve{label, {}};
  for (std::size_t i = settle_frames; i <= settle_frames + cycle_frames / 2; i += 2) {
    curve.points.emplace_back(in.left[i], out.left[i + latency]);
  }
  return curve;
}

Plot drive_transfer() {
  const auto curve = [](const std::string& label, double index) {
    return transfer(label, "omx-drive", {{"curve", index}, {"drive", 12}, {"auto_gain", 0}});
  };
  return {
      "omx-drive",
      "transfer",
      "Drive at 12 dB: output over input of a sine, its mean taken away",
      {"in", -1.0, 1.0},
      {"out", -2.0, 2.0},
      {curve("Soft", 0), curve("Tape", 1), curve("Tube", 2), curve("Exciter", 3)}};
}

/// Level out over level in of a steady sine, both as its peak in dB.
Curve sine_levels(const std::string& label, double hz, const Settings& settings) {
  constexpr std::size_t settle_frames = 24000;
  constexpr std::size_t measured_frames = 4800;  // whole cycles
  Curve curve{label, {}};
  for (int in_db = -60; in_db <= 0; in_db += 2) {
    const auto player = rig("omx-deesser", settings);
    Stereo in(settle_frames + measured_frames);
    for (std::size_t i = 0; i < in.frames(); ++i) {
      const double phase = 2.0 * std::numbers::pi * hz * static_cast<double>(i) / rate;
      in.left[i] = in.right[i] = static_cast<float>(std::pow(10.0, in_db / 20.0) * std::sin(phase));
    }
    const Stereo out = played(*player, in);
    double squares = 0.0;
    for (std::size_t i = settle_frames; i < in.frames(); ++i) {
      squares += static_cast<double>(out.left[i]) * static_cast<double>(out.left[i]);
    }
    curve.points.emplace_back(in_db, db(std::sqrt(2.0 * squares / measured_frames)));
  }
  return curve;
}

Plot deesser_levels() {
  const Settings settings = {{"threshold", -30}, {"range", 12}, {"freq", 6500}, {"mode", 1}};
  return {
      "omx-deesser",
      "levels",
      "Threshold at -30 dB, range 12 dB, band at 6.5 kHz: level out over level in",
      {"dB in", -60.0, 0.0},
      {"dB out", -60.0, 0.0},
      {sine_levels("500 Hz", 500, settings), sine_levels("4 kHz", 4000, settings),
       sine_levels("6.5 kHz", 6500, settings)}};
}

}  // namespace

std::vector<Plot> level_plots() {
  return {comp_static(), deesser_levels(), drive_transfer()};
}

}  // namespace omx::plot

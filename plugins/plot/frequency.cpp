#include <cmath>
#include <functional>
#include <string_view>

#include "plot/plot.hpp"
#include "plot/rig.hpp"

namespace omx::plot {

namespace {

constexpr std::size_t response_frames = 32768;

Axis audible() {
  return {"Hz", 20.0, 20000.0, true};
}

Curve response(const std::string& label, const std::string& effect, const Settings& settings) {
  return {label, spectrum(impulse_response(effect, settings, response_frames))};
}

Plot eq8_shapes() {
  const auto band = [](const std::string& label, double type, double hz, double gain, double q) {
    return response(label, "omx-eq8", {{"b3_type", type}, {"b3_freq", hz}, {"b3_gain", gain}, {"b3_q", q}});
  };
  return {
      "omx-eq8",
      "shapes",
      "One band at a time, high-pass and low-pass",
      audible(),
      {"dB", -24.0, 18.0},
      {band("Bell 1 kHz, +12 dB, Q 1", 0, 1000, 12, 1), band("Bell 8 kHz, -12 dB, Q 3", 0, 8000, -12, 3),
       band("Low shelf 200 Hz, +6 dB", 1, 200, 6, 0.71), band("High shelf 5 kHz, -6 dB", 2, 5000, -6, 0.71),
       response("High-pass 80 Hz, 24 dB", "omx-eq8", {{"hpf", 80}, {"hpf_slope", 1}}),
       response("Low-pass 12 kHz, 12 dB", "omx-eq8", {{"lpf", 12000}})}};
}

/// Each echo by itself, against the level that it has without the filter.
Plot delay_tone() {
  constexpr std::size_t echo_frames = 4800;  // 100 ms
  constexpr double feedback = 0.9;
  const std::vector<float> all = impulse_response(
      "omx-delay", {{"time", 100}, {"feedback", feedback}, {"mix", 1}, {"tone", 3000}}, 6 * echo_frames);
  std::vector<Curve> curves;
  for (const std::size_t echo : {1U, 2U, 4U}) {
    Curve curve{"Echo " + std::to_string(echo), {}};
    const double level = db(std::pow(feedback, static_cast<double>(echo) - 1.0));
    for (const double hz : frequencies(20.0, 20000.0, 100)) {
      curve.points.emplace_back(hz, magnitude_db(&all[echo * echo_frames], echo_frames, hz) - level);
    }
    curves.push_back(curve);
  }
  return {"omx-delay",        "tone", "Tone at 3 kHz: what each echo has left", audible(),
          {"dB", -48.0, 6.0}, curves};
}

/// Every band of omx-geq set by its number in the row.
Settings bands(const std::function<double(int)>& gain_db) {
  Settings settings;
  int number = 0;
  for (const ParamInfo& param : rig("omx-geq", {})->info().params) {
    if (std::string_view(param.symbol).starts_with("band_")) {
      settings.emplace_back(param.symbol, gain_db(number++));
    }
  }
  return settings;
}

Plot geq_bands() {
  return {
      "omx-geq",
      "bands",
      "Neighbouring bands: what is set is what is played",
      audible(),
      {"dB", -15.0, 15.0},
      {response("1 kHz at +12 dB", "omx-geq", {{"band_1000", 12}}),
       response("All at +6 dB", "omx-geq", bands([](int) { return 6.0; })),
       response("Four up, four down", "omx-geq", bands([](int i) { return i / 4 % 2 == 0 ? 6.0 : -6.0; }))}};
}

Plot flanger_comb() {
  const auto curve = [](const std::string& label, double feedback) {
    const std::vector<float> all = impulse_response(
        "omx-flanger", {{"delay", 1}, {"depth", 0}, {"feedback", feedback}, {"mix", 0.5}}, 8192);
    Curve made{label, {}};
    for (int hz = 20; hz <= 4000; hz += 20) {
      made.points.emplace_back(hz, magnitude_db(all.data(), all.size(), hz));
    }
    return made;
  };
  return {
      "omx-flanger",
      "comb",
      "Delay of 1 ms standing still, mix 50 %",
      {"Hz", 0.0, 4000.0},
      {"dB", -36.0, 12.0},
      {curve("Feedback 0 %", 0), curve("Feedback 70 %", 0.7), curve("Feedback -70 %", -0.7)}};
}

}  // namespace

std::vector<Plot> frequency_plots() {
  return {delay_tone(), eq8_shapes(), flanger_comb(), geq_bands()};
}

}  // namespace omx::plot

#include "plot/rig.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>

namespace omx::plot {

namespace {

const RegisteredEffect& find_effect(const std::string& name) {
  for (const RegisteredEffect& effect : effects()) {
    if (effect.info->name == name) {
      return effect;
    }
  }
  throw std::runtime_error("there is no effect " + name);
}

std::uint32_t find_param(const EffectInfo& info, const std::string& symbol) {
  for (std::uint32_t i = 0; i < info.params.size(); ++i) {
    if (info.params[i].symbol == symbol) {
      return i;
    }
  }
  throw std::runtime_error(std::string(info.name) + " has no parameter " + symbol);
}

}  // namespace

std::unique_ptr<Player> rig(const std::string& effect, const Settings& settings) {
  auto player = std::make_unique<Player>(find_effect(effect));
  for (const auto& [symbol, value] : settings) {
    player->set_param(find_param(player->info(), symbol), value);
  }
  player->prepare(rate);
  return player;
}

Stereo played(Player& player, const Stereo& in) {
  Stereo out(in.frames());
  player.play(
      {{in.left.data(), in.right.data()}, {}, {out.left.data(), out.right.data()}, 2}, 0,
      static_cast<std::uint32_t>(in.frames()));
  return out;
}

std::vector<float> impulse_response(const std::string& effect, const Settings& settings, std::size_t frames) {
  const auto player = rig(effect, settings);
  const std::size_t latency = player->latency_frames();
  const std::vector<float> out = played(*player, testing::impulse(frames + latency)).left;
  return {out.begin() + static_cast<std::ptrdiff_t>(latency), out.end()};
}

double magnitude_db(const float* response, std::size_t frames, double hz) {
  const std::complex<double> step = std::polar(1.0, -2.0 * std::numbers::pi * hz / rate);
  std::complex<double> turn = 1.0;
  std::complex<double> sum = 0.0;
  for (std::size_t i = 0; i < frames; ++i) {
    sum += static_cast<double>(response[i]) * turn;
    turn *= step;
  }
  return db(std::abs(sum));
}

std::vector<double> frequencies(double from_hz, double to_hz, int count) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i) {
    all.push_back(from_hz * std::pow(to_hz / from_hz, static_cast<double>(i) / (count - 1)));
  }
  return all;
}

std::vector<std::pair<double, double>> spectrum(const std::vector<float>& response) {
  std::vector<std::pair<double, double>> points;
  for (const double hz : frequencies(20.0, 20000.0, 200)) {
    points.emplace_back(hz, magnitude_db(response.data(), response.size(), hz));
  }
  return points;
}

double db(double level) {
  return level > 1e-10 ? 20.0 * std::log10(level) : -200.0;
}

}  // namespace omx::plot

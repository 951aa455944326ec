#include "omx-geq/band_table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <utility>

#include "dsp/simd.hpp"

namespace omx::geq {

namespace {

/// Bands above this share of the rate are left out; points of the fit are below the other.
constexpr double highest_band = 0.46;
constexpr double highest_point = 0.49;

/// What a bell has of its gain at its neighbours' centres.
constexpr double neighbour_share = 0.4;

/// The gain for which the interaction matrix is made: in the middle of what is in use.
constexpr double matrix_gain_db = 6.0;

/// Of the points half-way, against those at the centres.
constexpr double between_weight = 0.5;

/// No bell gets more; reached by no setting in which neighbours agree within 24 dB.
constexpr double highest_gain_db = 36.0;

/// Tables that are kept for the next instance, of 17 KB each.
constexpr std::size_t max_kept_tables = 6;

constexpr double nepers_per_db = std::numbers::ln10 / 20.0;

double angle_of(double frequency_hz, double sample_rate_hz) noexcept {
  return 2.0 * std::numbers::pi * std::min(frequency_hz / sample_rate_hz, highest_point);
}

double weight_of(std::size_t point) noexcept {
  return point % 2 == 0 ? 1.0 : between_weight;
}

/// 1/Q^2 such that a bell of gain g has neighbour_share * g at its neighbours' centres. With A^2 = 10^(g/20),
/// G = 10^(share g/10) and x = (W - 1)^2/W there, W the squared ratio of frequencies, the bell's prototype
/// has G = (x + A^2/Q^2) / (x + 1/(A^2 Q^2)).
double inverse_q2(double gain_db) noexcept {
  constexpr double ratio2 = 1.5848931924611136;  // 10^(1/5)
  constexpr double x = (ratio2 - 1.0) * (ratio2 - 1.0) / ratio2;
  const double g = std::fabs(gain_db) < 0.01 ? 0.01 : gain_db;  // 0/0: close to the limit
  const double a2 = std::exp(g * nepers_per_db);
  const double share = std::exp(2.0 * neighbour_share * g * nepers_per_db);
  return x * (share - 1.0) / (a2 - share / a2);
}

template <std::size_t... Band>
std::array<dsp::Bandwidth, bands>
bandwidths_at(double sample_rate_hz, std::index_sequence<Band...> /*bands*/) {
  return {dsp::Bandwidth(angle_of(band_frequency_hz(static_cast<int>(Band)), sample_rate_hz))...};
}

}  // namespace

double band_frequency_hz(int band) noexcept {
  return 1000.0 * std::pow(10.0, 0.1 * (band - 17));
}

std::shared_ptr<const BandTable> BandTable::of_rate(double sample_rate_hz) {
  static std::mutex mutex;
  static std::map<double, std::shared_ptr<const BandTable>> tables;
  const std::lock_guard lock(mutex);
  if (const auto known = tables.find(sample_rate_hz); known != tables.end()) {
    return known->second;
  }
  if (tables.size() >= max_kept_tables) {
    tables.clear();  // instances keep theirs
  }
  return tables[sample_rate_hz] = std::make_shared<const BandTable>(sample_rate_hz);
}

BandTable::BandTable(double sample_rate_hz)
    : bandwidths_(bandwidths_at(sample_rate_hz, std::make_index_sequence<bands>())) {
  while (active_ < bands && band_frequency_hz(active_) < highest_band * sample_rate_hz) {
    ++active_;
  }
  for (int point = 0; point < 2 * active_ - 1; ++point) {
    const double frequency_hz = 1000.0 * std::pow(10.0, 0.05 * (point - 34));
    if (frequency_hz < highest_point * sample_rate_hz) {
      x_[static_cast<std::size_t>(active_points_++)] = dsp::x_at(angle_of(frequency_hz, sample_rate_hz));
    }
  }
  invert();
}

/// inverse = (B^T W B)^-1 B^T W, by Gauss and Jordan: the normal matrix is symmetric and positive definite,
/// with a condition of about a hundred, so that no pivot needs to be looked for.
void BandTable::invert() {
  const auto count = static_cast<std::size_t>(active_);
  std::array<std::array<double, points>, bands> matrix{};  // B^T: by band, then point
  for (std::size_t band = 0; band < count; ++band) {
    BandGains one{};
    one[band] = matrix_gain_db;
    matrix[band] = response(one);
    for (double& gain_db : matrix[band]) {
      gain_db /= matrix_gain_db;
    }
  }
  std::array<std::array<double, bands>, bands> normal{};
  std::array<std::array<double, points>, bands> inverse{};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t point = 0; point < points; ++point) {
      inverse[i][point] = weight_of(point) * matrix[i][point];
      for (std::size_t j = 0; j < count; ++j) {
        normal[i][j] += weight_of(point) * matrix[i][point] * matrix[j][point];
      }
    }
  }
  for (std::size_t pivot = 0; pivot < count; ++pivot) {
    const double scale = 1.0 / normal[pivot][pivot];
    const auto scaled = [&](double& value) { value *= scale; };
    std::for_each(normal[pivot].begin(), normal[pivot].end(), scaled);
    std::for_each(inverse[pivot].begin(), inverse[pivot].end(), scaled);
    for (std::size_t row = 0; row < count; ++row) {
      const double factor = normal[row][pivot];
      if (row == pivot || factor == 0.0) {
        continue;
      }
      for (std::size_t j = 0; j < bands; ++j) {
        normal[row][j] -= factor * normal[pivot][j];
      }
      for (std::size_t point = 0; point < points; ++point) {
        inverse[row][point] -= factor * inverse[pivot][point];
      }
    }
  }
  for (std::size_t band = 0; band < count; ++band) {
    for (std::size_t point = 0; point < points; ++point) {
      inverse_[point][band] = inverse[band][point];
    }
  }
}

dsp::Magnitude BandTable::magnitude(int band, double gain_db) const noexcept {
  const double q2 = inverse_q2(gain_db);
  const double a2 = std::exp(gain_db * nepers_per_db);
  const dsp::Bandwidth& bandwidth = bandwidths_[static_cast<std::size_t>(band)];
  return {bandwidth.with(a2 * q2), bandwidth.with(q2 / a2)};
}

dsp::SvfSection BandTable::section(int band, double gain_db) const noexcept {
  const dsp::SvfSection section = dsp::section_of(magnitude(band, gain_db));
  return gain_db == 0.0 ? section.passing() : section;
}

/// All bells together at the points, in dB. The products stay below 2^700.
BandTable::PointGains BandTable::response(const BandGains& gains_db) const noexcept {
  std::array<dsp::Magnitude, bands> bells;
  int count = 0;
  for (int band = 0; band < active_; ++band) {
    const double gain_db = gains_db[static_cast<std::size_t>(band)];
    if (gain_db != 0.0) {
      bells[static_cast<std::size_t>(count++)] = magnitude(band, gain_db);
    }
  }
  PointGains result{};
  for (std::size_t point = 0; point < points; point += 4) {
    using Four = dsp::Simd<8>::Double;
    Four x;
    dsp::load(x, x_.data() + point);
    Four numerator = Four{} + 1.0;
    Four denominator = Four{} + 1.0;
    for (int i = 0; i < count; ++i) {
      const auto& [n, d] = bells[static_cast<std::size_t>(i)];
      numerator *= n.p[0] + x * (n.p[1] + x * n.p[2]);
      denominator *= d.p[0] + x * (d.p[1] + x * d.p[2]);
    }
    dsp::store(result.data() + point, Four(numerator / denominator));
  }
  for (std::size_t point = 0; point < points; ++point) {
    const bool used = static_cast<int>(point) < active_points_;
    result[point] = used ? 0.5 / nepers_per_db * std::log(result[point]) : 0.0;
  }
  return result;
}

void BandTable::add_solution(BandGains& gains_db, const PointGains& at_points_db) const noexcept {
  for (std::size_t point = 0; point < points; ++point) {
    for (std::size_t band = 0; band < bands; ++band) {
      gains_db[band] += inverse_[point][band] * at_points_db[point];
    }
  }
  for (double& gain_db : gains_db) {
    gain_db = std::clamp(gain_db, -highest_gain_db, highest_gain_db);
  }
}

BandGains BandTable::solve(const BandGains& wanted_db) const noexcept {
  PointGains wanted{};
  for (int i = 0; i < active_points_; ++i) {
    const auto below = static_cast<std::size_t>(i / 2);
    const std::size_t above = below + static_cast<std::size_t>(i % 2);
    wanted[static_cast<std::size_t>(i)] = 0.5 * (wanted_db[below] + wanted_db[above]);
  }
  BandGains gains_db{};
  add_solution(gains_db, wanted);
  const PointGains reached = response(gains_db);
  for (std::size_t point = 0; point < points; ++point) {
    wanted[point] -= reached[point];
  }
  add_solution(gains_db, wanted);
  return gains_db;
}

}  // namespace omx::geq

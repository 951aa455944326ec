#include "dsp/sinc_table.hpp"

#include "dsp/windowed_sinc.hpp"

namespace omx::dsp {

namespace {

constexpr double beta = 7.0;

constexpr SincTable worked_out() noexcept {
  SincTable table{};
  for (int r = 0; r <= SincTable::rows; ++r) {
    double taps[SincTable::taps] = {};
    double sum = 0.0;
    for (int k = 0; k < SincTable::taps; ++k) {
      const double at = k - SincTable::reach + static_cast<double>(r) / SincTable::rows;
      taps[k] = sinc(at) * kaiser(at / SincTable::reach, beta);
      sum += taps[k];
    }
    for (int k = 0; k < SincTable::taps; ++k) {
      table.row[r][k] = static_cast<float>(taps[k] / sum);
    }
  }
  return table;
}

}  // namespace

constexpr SincTable sinc_table = worked_out();

}  // namespace omx::dsp

/// What is known of an effect before it runs: the C++ face of its declaration.
#pragma once

#include <cstdint>
#include <span>

namespace omx {

/// What the numbers of a parameter mean. percent runs from 0 to 1, a choice counts from 0.
enum class Unit : std::uint8_t {
  hz,
  db,
  ms,
  s,
  percent,
  ratio,
  q,
  degrees,
  octaves,
  semitones,
  beats,
  count,
  toggle,
  choice
};

/// The end of a parameter's range that means "off"; of a ratio, the end that means infinity.
enum class OffAt : std::uint8_t { never, min, max };

struct ParamInfo {
  std::uint32_t id;  ///< stable for ever
  const char* symbol;
  const char* name;
  const char* group;
  Unit unit;
  OffAt off_at;
  double min_value;
  double max_value;
  double default_value;
  double step;  ///< 0: any value
  float smoothing_ms;
  std::span<const char* const> labels;  ///< of a choice

  bool is_off(double value) const noexcept {
    return (off_at == OffAt::min && value <= min_value) || (off_at == OffAt::max && value >= max_value);
  }
};

/// A value that an effect shows while it runs.
struct MeterInfo {
  const char* symbol;
  const char* name;
  Unit unit;
  double min_value;
  double max_value;
  bool is_gain_reduction;  ///< the gain that is applied now, in dB
};

/// Settings with a name.
struct PresetInfo {
  const char* symbol;
  const char* name;
  std::span<const double> values;  ///< of every parameter, in order
};

struct EffectInfo {
  const char* id;
  const char* name;
  const char* version;
  const char* description;
  const char* const* features;  ///< ends with a null pointer
  std::span<const ParamInfo> params;
  std::span<const MeterInfo> meters;
  std::span<const PresetInfo> presets;
  bool has_side_chain;
  bool uses_tempo;
  bool has_latency;  ///< at some rate
};

/// A value that a parameter can have: inside its range and on a step. A value that is no number becomes the
/// default.
double accepted_value(const ParamInfo& param, double value) noexcept;

}  // namespace omx

/// One instance of an effect as an LV2 plugin.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <lv2/core/lv2.h>

#include "effect/player.hpp"
#include "lv2/bypass.hpp"
#include "lv2/tempo_reader.hpp"

namespace omx::lv2 {

/// Owns the effect and knows where its ports are connected. The methods carry LV2's threading classes.
class Lv2Effect {
public:
  /// Throws std::bad_alloc. `map` may be null for effects that use no tempo. Rate in Hz. [instantiation]
  Lv2Effect(const RegisteredEffect& effect, std::uint32_t channels, double sample_rate_hz, LV2_URID_Map* map);

  void connect_port(std::uint32_t lv2_index, void* data) noexcept;  ///< [audio]
  void activate() noexcept;                                         ///< [instantiation]
  void run(std::uint32_t frames) noexcept;                          ///< [audio]

private:
  void take_params() noexcept;
  void play(std::uint32_t frames) noexcept;
  void show() const noexcept;

  std::uint32_t channels_;
  Player player_;
  Bypass bypass_;
  std::optional<TempoReader> tempo_reader_;
  std::vector<float> values_;  ///< of the parameters, as the ports last had them

  // Where the ports are connected; null: nowhere.
  Buffers buffers_{};
  const LV2_Atom_Sequence* control_ = nullptr;
  const float* enabled_ = nullptr;
  float* latency_ = nullptr;
  std::vector<const float*> params_;
  std::vector<float*> meters_;
};

}  // namespace omx::lv2

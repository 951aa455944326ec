#include "lv2/lv2_effect.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <lv2/atom/util.h>

#include "dsp/denormals.hpp"
#include "lv2/layout.hpp"

namespace omx::lv2 {

Lv2Effect::Lv2Effect(
    const RegisteredEffect& effect, std::uint32_t channels, double sample_rate_hz, LV2_URID_Map* map)
    : channels_(channels), player_(effect),
      values_(effect.info->params.size(), std::numeric_limits<float>::quiet_NaN()),
      params_(effect.info->params.size(), nullptr), meters_(effect.info->meters.size(), nullptr) {
  buffers_.channels = channels;
  if (map != nullptr) {
    tempo_reader_.emplace(*map);
  }
  player_.prepare(sample_rate_hz);
  bypass_.prepare(player_, sample_rate_hz, channels);
}

void Lv2Effect::connect_port(std::uint32_t lv2_index, void* data) noexcept {
  const Port port = port_at(player_.info(), channels_, lv2_index);
  auto* const samples = static_cast<float*>(data);
  switch (port.kind) {
  case PortKind::in:
    buffers_.in[port.index] = samples;
    break;
  case PortKind::side_chain:
    buffers_.side_chain[port.index] = samples;
    break;
  case PortKind::out:
    buffers_.out[port.index] = samples;
    break;
  case PortKind::control:
    control_ = static_cast<const LV2_Atom_Sequence*>(data);
    break;
  case PortKind::enabled:
    enabled_ = samples;
    break;
  case PortKind::latency:
    latency_ = samples;
    break;
  case PortKind::param:
    params_[port.index] = samples;
    break;
  case PortKind::meter:
    meters_[port.index] = samples;
    break;
  case PortKind::none:
    break;
  }
}

void Lv2Effect::activate() noexcept {
  player_.reset();
  bypass_.reset();
}

void Lv2Effect::run(std::uint32_t frames) noexcept {
  const dsp::FlushDenormals flush;
  take_params();
  bypass_.set_enabled(enabled_ == nullptr || *enabled_ > 0.0F);
  play(frames);
  show();
}

/// Hands over the parameters whose ports have changed. What is no number changes nothing.
void Lv2Effect::take_params() noexcept {
  for (std::uint32_t i = 0; i < params_.size(); ++i) {
    if (params_[i] == nullptr || *params_[i] == values_[i] || !std::isfinite(*params_[i])) {
      continue;
    }
    values_[i] = *params_[i];
    player_.set_param(i, accepted_value(player_.info().params[i], static_cast<double>(values_[i])));
  }
}

/// Splits the block where the tempo changes.
void Lv2Effect::play(std::uint32_t frames) noexcept {
  std::uint32_t at = 0;
  if (control_ != nullptr && tempo_reader_) {
    LV2_ATOM_SEQUENCE_FOREACH(control_, event) {
      const std::optional<double> tempo = tempo_reader_->tempo_of(*event);
      if (!tempo) {
        continue;
      }
      const std::int64_t latest = frames;
      const auto time = static_cast<std::uint32_t>(std::clamp<std::int64_t>(event->time.frames, at, latest));
      bypass_.play(player_, buffers_, at, time);
      at = time;
      player_.set_tempo(*tempo);
    }
  }
  bypass_.play(player_, buffers_, at, frames);
}

/// Writes what hosts may look at after a block.
void Lv2Effect::show() const noexcept {
  if (latency_ != nullptr) {
    *latency_ = static_cast<float>(player_.latency_frames());
  }
  for (std::uint32_t i = 0; i < meters_.size(); ++i) {
    if (meters_[i] != nullptr) {
      *meters_[i] = player_.meter(i);
    }
  }
}

}  // namespace omx::lv2

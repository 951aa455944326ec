#include "clap/extensions.hpp"

#include <algorithm>
#include <cstring>

#include <clap/ext/latency.h>

#include "clap/clap_effect.hpp"
#include "clap/params.hpp"
#include "clap/ports.hpp"
#include "clap/presets.hpp"
#include "clap/state.hpp"
#include "formats/clap/abi/gain_adjustment.hpp"

namespace omx::clap {

namespace {

const MeterInfo* find_gain_meter(const EffectInfo& info) noexcept {
  const auto found = std::find_if(
      info.meters.begin(), info.meters.end(), [](const MeterInfo& meter) { return meter.is_gain_reduction; });
  return found == info.meters.end() ? nullptr : &*found;
}

constexpr clap_plugin_latency_t latency_extension{
    [](const clap_plugin_t* plugin) { return ClapEffect::of(plugin).player().latency_frames(); }};

constexpr abi::PluginTail tail_extension{
    [](const clap_plugin_t* plugin) { return ClapEffect::of(plugin).tail_frames(); }};

constexpr abi::PluginGainAdjustment gain_adjustment_extension{[](const clap_plugin_t* plugin) {
  const ClapEffect& effect = ClapEffect::of(plugin);
  const auto index = find_gain_meter(effect.info()) - effect.info().meters.data();
  return static_cast<double>(effect.player().meter(static_cast<std::uint32_t>(index)));
}};

}  // namespace

const void* find_extension(const EffectInfo& info, const char* id) noexcept {
  const struct {
    const char* id;
    const void* extension;
  } known[] = {
      {CLAP_EXT_AUDIO_PORTS, &audio_ports_extension},
      {abi::audio_ports_config_id, &audio_ports_config_extension},
      {abi::gain_adjustment_id, find_gain_meter(info) != nullptr ? &gain_adjustment_extension : nullptr},
      {CLAP_EXT_LATENCY, &latency_extension},
      {CLAP_EXT_PARAMS, &params_extension},
      {abi::preset_load_id, &preset_load_extension},
      {abi::preset_load_draft_id, &preset_load_extension},
      {CLAP_EXT_STATE, &state_extension},
      {abi::tail_id, &tail_extension},
  };
  for (const auto& entry : known) {
    if (std::strcmp(id, entry.id) == 0) {
      return entry.extension;
    }
  }
  return nullptr;
}

}  // namespace omx::clap

// CLAP's words for what kind of plugin it is.
#include <algorithm>
#include <array>

#include <lv2/core/lv2.h>

#include "formats/lv2/world/read_plugin.hpp"
#include "formats/lv2/world/vocabulary.hpp"

namespace omx::lv2 {

namespace {

struct Kind {
  const char* uri;
  const char* feature;
};

constexpr std::array<Kind, 27> kinds = {{
    {LV2_CORE__AnalyserPlugin, "analyzer"},
    {LV2_CORE__BandpassPlugin, "filter"},
    {LV2_CORE__ChorusPlugin, "chorus"},
    {LV2_CORE__CombPlugin, "filter"},
    {LV2_CORE__CompressorPlugin, "compressor"},
    {LV2_CORE__ConverterPlugin, "utility"},
    {LV2_CORE__DelayPlugin, "delay"},
    {LV2_CORE__DistortionPlugin, "distortion"},
    {LV2_CORE__EQPlugin, "equalizer"},
    {LV2_CORE__ExpanderPlugin, "expander"},
    {LV2_CORE__FilterPlugin, "filter"},
    {LV2_CORE__FlangerPlugin, "flanger"},
    {LV2_CORE__GatePlugin, "gate"},
    {LV2_CORE__HighpassPlugin, "filter"},
    {LV2_CORE__LimiterPlugin, "limiter"},
    {LV2_CORE__LowpassPlugin, "filter"},
    {LV2_CORE__MixerPlugin, "mixing"},
    {LV2_CORE__ModulatorPlugin, "tremolo"},
    {LV2_CORE__MultiEQPlugin, "equalizer"},
    {LV2_CORE__OscillatorPlugin, "synthesizer"},
    {LV2_CORE__ParaEQPlugin, "equalizer"},
    {LV2_CORE__PhaserPlugin, "phaser"},
    {LV2_CORE__PitchPlugin, "pitch-shifter"},
    {LV2_CORE__ReverbPlugin, "reverb"},
    {LV2_CORE__SpatialPlugin, "utility"},
    {LV2_CORE__UtilityPlugin, "utility"},
    {LV2_CORE__WaveshaperPlugin, "distortion"},
}};

std::uint32_t main_channels(const PluginModel& model) {
  const auto& buses = model.audio_outputs.empty() ? model.audio_inputs : model.audio_outputs;
  return buses.empty() ? 0 : static_cast<std::uint32_t>(buses.front().ports.size());
}

}  // namespace

std::vector<std::string> clap_features(const BundleWorld& world, const PluginModel& model) {
  const Node self = world.uri(model.uri);
  const auto is = [&](const char* type) { return world.ask(self.get(), uris::rdf_type, type); };
  std::vector<std::string> features;
  const bool sound = !model.audio_inputs.empty() || !model.audio_outputs.empty();
  if (is(LV2_CORE__InstrumentPlugin) || (model.audio_inputs.empty() && sound)) {
    features.emplace_back("instrument");
  } else if (!sound && (!model.note_inputs.empty() || !model.note_outputs.empty())) {
    features.emplace_back("note-effect");
  } else {
    features.emplace_back("audio-effect");
  }
  for (const Kind& kind : kinds) {
    if (is(kind.uri) && std::ranges::find(features, kind.feature) == features.end())
      features.emplace_back(kind.feature);
  }
  if (main_channels(model) == 1) features.emplace_back("mono");
  if (main_channels(model) == 2) features.emplace_back("stereo");
  return features;
}

}  // namespace omx::lv2

#include "formats/lv2/plugin/test_direct_host.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

#include "formats/clap/lifecycle/clap_instance.hpp"
#include "formats/lv2/features/urid_map.hpp"
#include "formats/lv2/plugin/adapter.hpp"
#include "formats/lv2/world/bundle_world.hpp"

namespace omx::lv2 {

namespace {

constexpr std::size_t event_words = 65536 / sizeof(std::uint64_t);

Node uri_node(LilvWorld* world, const char* uri) {
  return Node(lilv_new_uri(world, uri));
}

bool is_a(LilvWorld* world, const LilvPlugin* plugin, const LilvPort* port, const char* type) {
  return lilv_port_is_a(plugin, port, uri_node(world, type).get());
}

/// Whether it needs no more than a map of URIs, options and bounded blocks.
bool is_plain(LilvWorld* world, const LilvPlugin* plugin) {
  const std::set<std::string> known = {LV2_URID__map,           LV2_URID__unmap,
                                       LV2_OPTIONS__options,    LV2_BUF_SIZE__boundedBlockLength,
                                       LV2_CORE__hardRTCapable, LV2_CORE__inPlaceBroken,
                                       LV2_CORE__isLive};
  LilvNodes* const required = lilv_plugin_get_required_features(plugin);
  bool plain = true;
  LILV_FOREACH(nodes, at, required)
  plain = plain && known.contains(lilv_node_as_string(lilv_nodes_get(required, at)));
  lilv_nodes_free(required);
  const Node worker = uri_node(world, LV2_WORKER__interface);
  return plain && !lilv_plugin_has_extension_data(plugin, worker.get());
}

/// The default as the adapter understands it, which is what is meant when the bounds are multiples of the
/// rate.
float default_of(LilvWorld* world, const LilvPlugin* plugin, const LilvPort* port, double rate_hz) {
  LilvNode* def = nullptr;
  LilvNode* min = nullptr;
  LilvNode* max = nullptr;
  lilv_port_get_range(plugin, port, &def, &min, &max);
  float value = def != nullptr   ? lilv_node_as_float(def)
                : min != nullptr ? std::max(0.0f, lilv_node_as_float(min))
                                 : 0;
  const bool times_rate = lilv_port_has_property(plugin, port, uri_node(world, LV2_CORE__sampleRate).get());
  const bool fraction = max == nullptr || value <= lilv_node_as_float(max);
  if (times_rate && fraction) value = static_cast<float>(static_cast<double>(value) * rate_hz);
  if (!times_rate && min != nullptr) value = std::max(value, lilv_node_as_float(min));
  if (!times_rate && max != nullptr) value = std::min(value, lilv_node_as_float(max));
  for (LilvNode* const node : {def, min, max}) lilv_node_free(node);
  return std::isnan(value) ? 0 : value;
}

}  // namespace

TestDirectWorld::TestDirectWorld() : world_(lilv_world_new()) {
  lilv_world_load_all(world_.get());
}

const LilvPlugin* TestDirectWorld::find(const std::string& uri) const {
  return lilv_plugins_get_by_uri(
      lilv_world_get_all_plugins(world_.get()), uri_node(world_.get(), uri.c_str()).get());
}

std::vector<std::string> TestDirectWorld::sample(std::size_t count) const {
  std::vector<std::string> plain;
  const LilvPlugins* const all = lilv_world_get_all_plugins(world_.get());
  LILV_FOREACH(plugins, at, all) {
    const LilvPlugin* const plugin = lilv_plugins_get(all, at);
    if (lilv_plugin_verify(plugin) && is_plain(world_.get(), plugin))
      plain.emplace_back(lilv_node_as_uri(lilv_plugin_get_uri(plugin)));
  }
  std::ranges::sort(plain);
  std::vector<std::string> spread;
  const std::size_t wanted = std::min(count, plain.size());
  for (std::size_t i = 0; i < wanted; ++i) spread.push_back(plain[i * plain.size() / wanted]);
  return spread;
}

std::unique_ptr<TestDirectHost> TestDirectHost::create(
    const TestDirectWorld& world, const std::string& uri, double rate_hz, std::uint32_t frames) {
  const LilvPlugin* const plugin = world.find(uri);
  if (plugin == nullptr) return nullptr;
  std::unique_ptr<TestDirectHost> host(new TestDirectHost);
  host->frames_ = frames;
  host->rate_hz_ = rate_hz;
  host->options_ = std::make_unique<Options>(rate_hz, 1, frames, 8192);
  const LV2_Feature features[] = {
      {LV2_URID__map, UridMap::process().map_feature()},
      {LV2_URID__unmap, UridMap::process().unmap_feature()},
      {LV2_OPTIONS__options, const_cast<LV2_Options_Option*>(host->options_->list())},
      {LV2_BUF_SIZE__boundedBlockLength, nullptr}};
  const LV2_Feature* const list[] = {&features[0], &features[1], &features[2], &features[3], nullptr};
  host->instance_ = lilv_plugin_instantiate(plugin, rate_hz, list);
  if (host->instance_ == nullptr) return nullptr;
  host->connect(plugin, world.get());
  lilv_instance_activate(host->instance_);
  // A plugin with a latency port is asked for it before it plays.
  if (lilv_plugin_has_latency(plugin)) lilv_instance_run(host->instance_, 0);
  return host;
}

void TestDirectHost::connect(const LilvPlugin* plugin, LilvWorld* world) {
  sequence_ = UridMap::process().map(LV2_ATOM__Sequence);
  chunk_ = UridMap::process().map(LV2_ATOM__Chunk);
  const std::uint32_t count = lilv_plugin_get_num_ports(plugin);
  controls_.assign(count, 0.0f);
  inputs_.reserve(count);
  outputs_.reserve(count);
  events_.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const LilvPort* const port = lilv_plugin_get_port_by_index(plugin, i);
    const bool input = is_a(world, plugin, port, LV2_CORE__InputPort);
    void* data = nullptr;
    if (is_a(world, plugin, port, LV2_CORE__ControlPort)) {
      if (input) controls_[i] = default_of(world, plugin, port, rate_hz_);
      data = &controls_[i];
    } else if (is_a(world, plugin, port, LV2_ATOM__AtomPort)) {
      data = events_.emplace_back(event_words).data();
      (input ? event_inputs_ : event_outputs_).push_back(events_.back().data());
    } else if (
        is_a(world, plugin, port, LV2_CORE__AudioPort) || is_a(world, plugin, port, LV2_CORE__CVPort)) {
      data = (input ? inputs_ : outputs_).emplace_back(frames_, 0.0f).data();
    }
    lilv_instance_connect_port(instance_, i, data);
  }
}

TestDirectHost::~TestDirectHost() {
  if (instance_ == nullptr) return;
  lilv_instance_deactivate(instance_);
  lilv_instance_free(instance_);
}

std::vector<float> TestDirectHost::play_noise(std::uint32_t seed, float peak, int blocks) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> noise(-peak, peak);
  std::vector<float> sound;
  for (int block = 0; block < blocks; ++block) {
    for (auto& input : inputs_) {
      for (float& sample : input) sample = noise(random);
    }
    for (std::uint64_t* const buffer : event_inputs_)
      *reinterpret_cast<LV2_Atom_Sequence*>(buffer) = {{sizeof(LV2_Atom_Sequence_Body), sequence_}, {0, 0}};
    for (std::uint64_t* const buffer : event_outputs_)
      *reinterpret_cast<LV2_Atom*>(buffer) = {event_words * sizeof(std::uint64_t) - sizeof(LV2_Atom), chunk_};
    lilv_instance_run(instance_, frames_);
    for (const auto& output : outputs_) sound.insert(sound.end(), output.begin(), output.end());
  }
  return sound;
}

std::vector<std::uint32_t> sound_order(ClapInstance& instance, bool inputs) {
  const PluginModel& model = Adapter::of(instance.rt().plugin).model();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_port;  // LV2 port, channel of the buffers
  std::uint32_t channel = 0;
  for (const BusModel& bus : inputs ? model.audio_inputs : model.audio_outputs) {
    for (const std::uint32_t port : bus.ports) by_port.emplace_back(port, channel++);
  }
  std::ranges::sort(by_port);
  std::vector<std::uint32_t> order;
  for (const auto& [port, at] : by_port) order.push_back(at);
  return order;
}

}  // namespace omx::lv2

/// A small LV2 host for the test of omx.lv2.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <lilv/lilv.h>
#include <lv2/atom/forge.h>
#include <lv2/time/time.h>
#include <lv2/urid/urid.h>

#include "base/rt.hpp"
#include "effect/testing.hpp"

namespace omx::lv2_testing {

/// The built bundle, and what it says.
class World {
public:
  World() : world_(lilv_world_new()) {
    lilv_world_load_specifications(world_);
    lilv_world_load_plugin_classes(world_);
    LilvNode* bundle = lilv_new_file_uri(world_, nullptr, OMX_LV2_BUNDLE "/");
    lilv_world_load_bundle(world_, bundle);
    lilv_node_free(bundle);
  }
  ~World() { lilv_world_free(world_); }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  LilvWorld* get() const { return world_; }

  const LilvPlugin* find(const std::string& uri) const {
    LilvNode* node = lilv_new_uri(world_, uri.c_str());
    const LilvPlugin* plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world_), node);
    lilv_node_free(node);
    return plugin;
  }

private:
  LilvWorld* world_;
};

inline const World& world() {
  static const World all;
  return all;
}

/// Numbers for URIs.
class Urids {
public:
  Urids()
      : map_{this, [](LV2_URID_Map_Handle handle, const char* uri) {
               return static_cast<Urids*>(handle)->number(uri);
             }} {}
  Urids(const Urids&) = delete;
  Urids& operator=(const Urids&) = delete;

  LV2_URID_Map* map() { return &map_; }

private:
  LV2_URID number(const std::string& uri) {
    const auto found = std::find(uris_.begin(), uris_.end(), uri);
    const auto index = static_cast<LV2_URID>(found - uris_.begin());
    if (found == uris_.end()) {
      uris_.push_back(uri);
    }
    return index + 1;
  }

  std::vector<std::string> uris_;
  LV2_URID_Map map_;
};

// As an audio thread calls: RealtimeSanitizer stops whatever blocks or allocates inside.
OMX_RT_UNCHECKED_BEGIN
inline void rt_run(LilvInstance* instance, std::uint32_t frames) noexcept OMX_RT {
  lilv_instance_run(instance, frames);
}
OMX_RT_UNCHECKED_END

/// An instance with every control port connected, at its default.
class Instance {
public:
  Instance(const std::string& uri, double sample_rate_hz) : plugin_(world().find(uri)) {
    REQUIRE(plugin_ != nullptr);
    controls_.resize(lilv_plugin_get_num_ports(plugin_));
    lilv_plugin_get_port_ranges_float(plugin_, nullptr, nullptr, controls_.data());
    const LV2_Feature map{LV2_URID__map, urids_.map()};
    const LV2_Feature* features[] = {&map, nullptr};
    instance_ = lilv_plugin_instantiate(plugin_, sample_rate_hz, features);
    REQUIRE(instance_ != nullptr);
    for (std::uint32_t i = 0; i < controls_.size(); ++i) {
      lilv_instance_connect_port(instance_, i, is_control(i) ? &controls_[i] : nullptr);
    }
    lilv_instance_activate(instance_);
  }
  ~Instance() {
    lilv_instance_deactivate(instance_);
    lilv_instance_free(instance_);
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  bool has(const std::string& symbol) const { return port(symbol) != nullptr; }

  float& control(const std::string& symbol) { return controls_[index(symbol)]; }

  void connect(const std::string& symbol, void* data) {
    lilv_instance_connect_port(instance_, index(symbol), data);
  }

  /// Connects the channels of a stereo port. The sound stays the caller's.
  void connect(const std::string& symbol, const testing::Stereo& signal, std::size_t at) {
    connect(symbol + "_left", const_cast<float*>(signal.left.data()) + at);
    connect(symbol + "_right", const_cast<float*>(signal.right.data()) + at);
  }

  void run(std::size_t frames) { rt_run(instance_, static_cast<std::uint32_t>(frames)); }

  /// Plays a signal in blocks of one size.
  testing::Stereo
  play(const testing::Stereo& in, std::size_t block_frames, const testing::Stereo* side = nullptr) {
    testing::Stereo out(in.frames());
    for (std::size_t at = 0; at < in.frames(); at += block_frames) {
      connect("in", in, at);
      connect("out", out, at);
      if (side != nullptr) {
        connect("sidechain", *side, at);
      }
      run(std::min(block_frames, in.frames() - at));
    }
    return out;
  }

  Urids& urids() { return urids_; }

private:
  const LilvPort* port(const std::string& symbol) const {
    LilvNode* node = lilv_new_string(world().get(), symbol.c_str());
    const LilvPort* found = lilv_plugin_get_port_by_symbol(plugin_, node);
    lilv_node_free(node);
    return found;
  }

  std::uint32_t index(const std::string& symbol) const {
    CAPTURE(symbol);
    const LilvPort* found = port(symbol);
    REQUIRE(found != nullptr);
    return lilv_port_get_index(plugin_, found);
  }

  bool is_control(std::uint32_t index) const {
    LilvNode* type = lilv_new_uri(world().get(), LV2_CORE__ControlPort);
    const bool is = lilv_port_is_a(plugin_, lilv_plugin_get_port_by_index(plugin_, index), type);
    lilv_node_free(type);
    return is;
  }

  const LilvPlugin* plugin_;
  Urids urids_;
  std::vector<float> controls_;
  LilvInstance* instance_ = nullptr;
};

/// Events that change the tempo.
class TempoEvents {
public:
  explicit TempoEvents(Urids& urids) : urids_(urids) {
    lv2_atom_forge_init(&forge_, urids.map());
    lv2_atom_forge_set_buffer(&forge_, reinterpret_cast<std::uint8_t*>(words_), sizeof words_);
    lv2_atom_forge_sequence_head(&forge_, &sequence_, 0);
  }

  void add(std::int64_t frame, float beats_per_minute) {
    const auto urid = [this](const char* uri) { return urids_.map()->map(urids_.map()->handle, uri); };
    LV2_Atom_Forge_Frame object;
    lv2_atom_forge_frame_time(&forge_, frame);
    lv2_atom_forge_object(&forge_, &object, 0, urid(LV2_TIME__Position));
    lv2_atom_forge_key(&forge_, urid(LV2_TIME__speed));
    lv2_atom_forge_float(&forge_, 1.0F);
    lv2_atom_forge_key(&forge_, urid(LV2_TIME__beatsPerMinute));
    lv2_atom_forge_float(&forge_, beats_per_minute);
    lv2_atom_forge_pop(&forge_, &object);
  }

  void* data() { return words_; }

private:
  Urids& urids_;
  LV2_Atom_Forge forge_{};
  LV2_Atom_Forge_Frame sequence_{};
  std::uint64_t words_[128] = {};
};

}  // namespace omx::lv2_testing

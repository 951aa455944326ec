/// LV2 plugins, called as directly as the format allows.
#include <algorithm>
#include <array>
#include <cmath>

#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>

#include "bench/effects/lv2_features.hpp"
#include "bench/effects/subject.hpp"

namespace omx::bench {
namespace {

/// Reads all bundles' manifests once.
class World {
public:
  World() : world_(lilv_world_new()) { lilv_world_load_all(world_); }
  ~World() { lilv_world_free(world_); }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  LilvNode* node(const char* uri) { return lilv_new_uri(world_, uri); }
  LilvNode* text(const char* text) { return lilv_new_string(world_, text); }
  const LilvPlugin* find(const std::string& uri) {
    LilvNode* name = node(uri.c_str());
    const LilvPlugin* plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world_), name);
    lilv_node_free(name);
    return plugin;
  }

private:
  LilvWorld* world_;
};

World& world() {
  static World only;
  return only;
}

bool port_is(const LilvPlugin* plugin, const LilvPort* port, const char* type) {
  LilvNode* node = world().node(type);
  const bool is = lilv_port_is_a(plugin, port, node);
  lilv_node_free(node);
  return is;
}

constexpr std::uint32_t sequence_bytes = 1U << 16U;

/// An atom port: an empty sequence in, room for one out.
struct SequencePort {
  bool is_input;
  std::vector<std::uint64_t> bytes = std::vector<std::uint64_t>(sequence_bytes / sizeof(std::uint64_t));

  void clear() {
    auto* sequence = reinterpret_cast<LV2_Atom_Sequence*>(bytes.data());
    const std::uint32_t room = sequence_bytes - static_cast<std::uint32_t>(sizeof(LV2_Atom));
    sequence->atom.size = is_input ? static_cast<std::uint32_t>(sizeof(LV2_Atom_Sequence_Body)) : room;
    sequence->atom.type = map_uri(is_input ? LV2_ATOM__Sequence : LV2_ATOM__Chunk);
    sequence->body = {0, 0};
  }
};

/// One instance with everything that its ports are connected to.
class Lv2Instance {
public:
  explicit Lv2Instance(const LilvPlugin* plugin)
      : plugin_(plugin), instance_(lilv_plugin_instantiate(plugin, rate_hz, features_.list())),
        controls_(lilv_plugin_get_num_ports(plugin)) {}
  ~Lv2Instance() {
    if (instance_ != nullptr) {
      lilv_instance_deactivate(instance_);
      lilv_instance_free(instance_);
    }
  }
  Lv2Instance(const Lv2Instance&) = delete;
  Lv2Instance& operator=(const Lv2Instance&) = delete;

  /// Connects all ports and begins to play; returns what is wrong.
  std::string start(const Settings& settings) {
    if (instance_ == nullptr) {
      return "it could not be instantiated";
    }
    const auto* worker = static_cast<const LV2_Worker_Interface*>(
        lilv_instance_get_extension_data(instance_, LV2_WORKER__interface));
    features_.attach(lilv_instance_get_handle(instance_), worker);
    lilv_plugin_get_port_ranges_float(plugin_, nullptr, nullptr, controls_.data());
    std::string problem = apply(settings);
    for (std::uint32_t i = 0; i < controls_.size() && problem.empty(); ++i) {
      problem = connect(i);
    }
    if (problem.empty()) {
      lilv_instance_activate(instance_);
    }
    return problem;
  }

  std::size_t inputs() const { return inputs_.size(); }
  std::size_t outputs() const { return outputs_.size(); }

  /// Channels beyond those that it has are not looked at.
  void play(const float* const* in, float* const* out, std::size_t channels) {
    for (std::size_t c = 0; c < std::min(channels, inputs_.size()); ++c) {
      lilv_instance_connect_port(instance_, inputs_[c], const_cast<float*>(in[c]));
    }
    for (std::size_t c = 0; c < std::min(channels, outputs_.size()); ++c) {
      lilv_instance_connect_port(instance_, outputs_[c], out[c]);
    }
    for (SequencePort& port : sequences_) {
      port.clear();
    }
    lilv_instance_run(instance_, block_frames);
    features_.answer();
  }

private:
  std::string apply(const Settings& settings) {
    for (float& value : controls_) {
      value = std::isnan(value) ? 0.0F : value;
    }
    for (const auto& [symbol, value] : settings) {
      LilvNode* name = world().text(symbol.c_str());
      const LilvPort* port = lilv_plugin_get_port_by_symbol(plugin_, name);
      lilv_node_free(name);
      if (port == nullptr) {
        return "it has no port " + symbol;
      }
      controls_[lilv_port_get_index(plugin_, port)] = static_cast<float>(value);
    }
    return "";
  }

  std::string connect(std::uint32_t index) {
    const LilvPort* port = lilv_plugin_get_port_by_index(plugin_, index);
    const bool is_input = port_is(plugin_, port, LV2_CORE__InputPort);
    if (port_is(plugin_, port, LV2_CORE__ControlPort)) {
      lilv_instance_connect_port(instance_, index, &controls_[index]);
    } else if (port_is(plugin_, port, LV2_CORE__AudioPort)) {
      auto& channels = is_input ? inputs_ : outputs_;
      lilv_instance_connect_port(instance_, index, is_input ? silence_.data() : unused_.data());
      if (channels.size() < 2) {  // side chains come after the main channels
        channels.push_back(index);
      }
    } else if (port_is(plugin_, port, LV2_ATOM__AtomPort)) {
      sequences_.push_back({is_input});
      lilv_instance_connect_port(instance_, index, sequences_.back().bytes.data());
    } else {
      return "one of its ports is of a kind that this program does not know";
    }
    return "";
  }

  const LilvPlugin* plugin_;
  Lv2Features features_;
  LilvInstance* instance_;
  std::vector<float> controls_;  ///< by port
  std::vector<std::uint32_t> inputs_;
  std::vector<std::uint32_t> outputs_;
  std::vector<SequencePort> sequences_;
  std::array<float, block_frames> silence_{};
  std::array<float, block_frames> unused_{};
};

class Lv2Subject final : public Subject {
public:
  std::string load(const LilvPlugin* plugin, const Settings& settings) {
    std::string problem;
    do {
      auto& instance = instances_.emplace_back(std::make_unique<Lv2Instance>(plugin));
      problem = instance->start(settings);
      is_mono_ = instance->outputs() < 2;
    } while (problem.empty() && is_mono_ && instances_.size() < 2);
    return problem;
  }

  void play(const float* const* in, float* const* out) override {
    if (!is_mono_) {
      instances_[0]->play(in, out, 2);
      return;
    }
    instances_[0]->play(in, out, 1);
    instances_[1]->play(in + 1, out + 1, 1);
  }

private:
  std::vector<std::unique_ptr<Lv2Instance>> instances_;
  bool is_mono_ = false;
};

}  // namespace

Loaded load_lv2(const std::string& uri, const Settings& settings) {
  const LilvPlugin* plugin = world().find(uri);
  if (plugin == nullptr) {
    return {nullptr, "it is not installed"};
  }
  auto subject = std::make_unique<Lv2Subject>();
  const std::string problem = subject->load(plugin, settings);
  return problem.empty() ? Loaded{std::move(subject), ""} : Loaded{nullptr, problem};
}

}  // namespace omx::bench

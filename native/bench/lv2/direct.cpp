#include "bench/lv2/direct.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

#include "bench/lv2/urids.hpp"

namespace omx::bench {
namespace {

constexpr std::uint32_t usual_sequence_bytes = 1U << 15U;

/// Reads the manifests of all bundles, as hosts do.
LilvWorld* world() {
  static LilvWorld* const all = [] {
    LilvWorld* const made = lilv_world_new();
    lilv_world_load_all(made);
    return made;
  }();
  return all;
}

LilvNode* node(const char* uri) {
  return lilv_new_uri(world(), uri);
}

bool port_is(const LilvPlugin* plugin, const LilvPort* port, const char* type) {
  LilvNode* const wanted = node(type);
  const bool is = lilv_port_is_a(plugin, port, wanted);
  lilv_node_free(wanted);
  return is;
}

bool port_has(const LilvPlugin* plugin, const LilvPort* port, const char* property) {
  LilvNode* const wanted = node(property);
  const bool has = lilv_port_has_property(plugin, port, wanted);
  lilv_node_free(wanted);
  return has;
}

bool port_takes_midi(const LilvPlugin* plugin, const LilvPort* port) {
  LilvNode* const wanted = node(LV2_MIDI__MidiEvent);
  const bool takes = lilv_port_supports_event(plugin, port, wanted);
  lilv_node_free(wanted);
  return takes;
}

/// What the port asks for, or what is usual when that is more.
std::uint32_t sequence_bytes_of(const LilvPlugin* plugin, const LilvPort* port) {
  LilvNode* const wanted = node(LV2_RESIZE_PORT__minimumSize);
  LilvNode* const size = lilv_port_get(plugin, port, wanted);
  const int bytes = size != nullptr && lilv_node_is_int(size) ? lilv_node_as_int(size) : 0;
  lilv_node_free(size);
  lilv_node_free(wanted);
  return std::max(usual_sequence_bytes, static_cast<std::uint32_t>(std::max(bytes, 0)));
}

struct SequencePort {
  SequencePort(bool input, bool midi, std::uint32_t size)
      : is_input(input), takes_midi(midi), bytes(size), memory(size / sizeof(std::uint64_t) + 1) {}

  bool is_input;
  bool takes_midi;
  std::uint32_t bytes;
  std::vector<std::uint64_t> memory;

  LV2_Atom_Sequence* sequence() { return reinterpret_cast<LV2_Atom_Sequence*>(memory.data()); }

  void prepare(const std::vector<Note>& notes) {
    LV2_Atom_Sequence* const all = sequence();
    static const LV2_URID sequence_type = map_urid(LV2_ATOM__Sequence);
    static const LV2_URID chunk_type = map_urid(LV2_ATOM__Chunk);
    static const LV2_URID midi_type = map_urid(LV2_MIDI__MidiEvent);
    if (!is_input) {
      all->atom = {bytes - static_cast<std::uint32_t>(sizeof(LV2_Atom)), chunk_type};
      return;
    }
    all->atom = {sizeof(LV2_Atom_Sequence_Body), sequence_type};
    all->body = {0, 0};
    if (!takes_midi) return;
    for (const Note& note : notes) {
      struct {
        LV2_Atom_Event event;
        std::uint8_t bytes[8];
      } message{};
      message.event.time.frames = note.frame;
      message.event.body = {3, midi_type};
      std::copy_n(note.bytes, 3, message.bytes);
      lv2_atom_sequence_append_event(
          all, bytes - static_cast<std::uint32_t>(sizeof(LV2_Atom)), &message.event);
    }
  }
};

class DirectPlayer final : public Player {
public:
  DirectPlayer(const LilvPlugin* plugin, const Setup& setup, Stage& stage)
      : plugin_(plugin), setup_(setup), stage_(stage), rate_(static_cast<float>(setup.rate_hz)),
        frames_(static_cast<std::int32_t>(setup.block_frames)), controls_(lilv_plugin_get_num_ports(plugin)) {
  }

  ~DirectPlayer() override {
    if (instance_ == nullptr) return;
    lilv_instance_deactivate(instance_);
    lilv_instance_free(instance_);
  }

  std::string start() {
    describe_features();
    instance_ = lilv_plugin_instantiate(plugin_, setup_.rate_hz, pointers_.data());
    if (instance_ == nullptr) return "it could not be instantiated";
    worker_ = static_cast<const LV2_Worker_Interface*>(
        lilv_instance_get_extension_data(instance_, LV2_WORKER__interface));
    std::vector<float> minima(controls_.size());
    lilv_plugin_get_port_ranges_float(plugin_, minima.data(), nullptr, controls_.data());
    for (std::uint32_t i = 0; i < controls_.size(); ++i) {
      if (std::isnan(controls_[i])) controls_[i] = std::isnan(minima[i]) ? 0.0F : std::max(0.0F, minima[i]);
      if (std::string problem = connect(i); !problem.empty()) return problem;
    }
    lilv_instance_activate(instance_);
    return "";
  }

  void play() override {
    for (SequencePort& port : sequences_) port.prepare(stage_.notes());
    lilv_instance_run(instance_, setup_.block_frames);
    if (worker_ == nullptr) return;
    for (; !answers_.empty(); answers_.pop_front()) {
      const auto size = static_cast<std::uint32_t>(answers_.front().size());
      worker_->work_response(lilv_instance_get_handle(instance_), size, answers_.front().data());
    }
    if (worker_->end_run != nullptr) worker_->end_run(lilv_instance_get_handle(instance_));
  }

private:
  std::string connect(std::uint32_t index) {
    const LilvPort* const port = lilv_plugin_get_port_by_index(plugin_, index);
    const bool is_input = port_is(plugin_, port, LV2_CORE__InputPort);
    if (port_is(plugin_, port, LV2_CORE__ControlPort)) {
      if (port_has(plugin_, port, LV2_CORE__sampleRate)) controls_[index] *= rate_;
      lilv_instance_connect_port(instance_, index, &controls_[index]);
      return "";
    }
    if (port_is(plugin_, port, LV2_CORE__AudioPort) || port_is(plugin_, port, LV2_CORE__CVPort)) {
      const std::string symbol = lilv_node_as_string(lilv_port_get_symbol(plugin_, port));
      lilv_instance_connect_port(instance_, index, is_input ? stage_.input(symbol) : stage_.output(symbol));
      return "";
    }
    if (!port_is(plugin_, port, LV2_ATOM__AtomPort)) return "it has a port of another kind";
    sequences_.emplace_back(
        is_input, is_input && port_takes_midi(plugin_, port), sequence_bytes_of(plugin_, port));
    lilv_instance_connect_port(instance_, index, sequences_.back().memory.data());
    return "";
  }

  void describe_features() {
    const auto option = [](const char* key, const char* type, std::uint32_t size, const void* value) {
      return LV2_Options_Option{LV2_OPTIONS_INSTANCE, 0, map_urid(key), size, map_urid(type), value};
    };
    options_ = {
        option(LV2_PARAMETERS__sampleRate, LV2_ATOM__Float, sizeof rate_, &rate_),
        option(LV2_BUF_SIZE__minBlockLength, LV2_ATOM__Int, sizeof least_, &least_),
        option(LV2_BUF_SIZE__maxBlockLength, LV2_ATOM__Int, sizeof frames_, &frames_),
        option(LV2_BUF_SIZE__nominalBlockLength, LV2_ATOM__Int, sizeof frames_, &frames_),
        option(LV2_BUF_SIZE__sequenceSize, LV2_ATOM__Int, sizeof sequence_, &sequence_),
        {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, nullptr}};
    features_ = {
        {LV2_URID__map, urid_map()},
        {LV2_URID__unmap, urid_unmap()},
        {LV2_OPTIONS__options, options_.data()},
        {LV2_WORKER__schedule, &schedule_},
        {LV2_BUF_SIZE__boundedBlockLength, nullptr}};
    for (const LV2_Feature& feature : features_) pointers_.push_back(&feature);
    pointers_.push_back(nullptr);
  }

  /// Work is done at once: there is no thread to keep waiting here.
  static LV2_Worker_Status work(LV2_Worker_Schedule_Handle handle, std::uint32_t size, const void* data) {
    auto& self = *static_cast<DirectPlayer*>(handle);
    if (self.worker_ == nullptr) return LV2_WORKER_ERR_UNKNOWN;
    return self.worker_->work(lilv_instance_get_handle(self.instance_), respond, handle, size, data);
  }
  static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, std::uint32_t size, const void* data) {
    static_cast<DirectPlayer*>(handle)->answers_.emplace_back(static_cast<const char*>(data), size);
    return LV2_WORKER_SUCCESS;
  }

  const LilvPlugin* const plugin_;
  const Setup setup_;
  Stage& stage_;
  const float rate_;
  const std::int32_t frames_;
  const std::int32_t least_ = 1;
  const std::int32_t sequence_ = static_cast<std::int32_t>(usual_sequence_bytes);
  std::vector<float> controls_;  ///< by port
  std::deque<SequencePort> sequences_;
  std::deque<std::string> answers_;
  LV2_Worker_Schedule schedule_{this, work};
  std::vector<LV2_Options_Option> options_;
  std::vector<LV2_Feature> features_;
  std::vector<const LV2_Feature*> pointers_;
  LilvInstance* instance_ = nullptr;
  const LV2_Worker_Interface* worker_ = nullptr;
};

}  // namespace

std::unique_ptr<Player>
open_direct(const std::string& uri, const Setup& setup, Stage& stage, std::string& problem) {
  LilvNode* const name = node(uri.c_str());
  const LilvPlugin* const plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world()), name);
  lilv_node_free(name);
  if (plugin == nullptr) {
    problem = "it is not installed";
    return nullptr;
  }
  auto player = std::make_unique<DirectPlayer>(plugin, setup, stage);
  problem = player->start();
  return problem.empty() ? std::move(player) : nullptr;
}

}  // namespace omx::bench

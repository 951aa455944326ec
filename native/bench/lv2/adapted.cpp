#include "bench/lv2/adapted.hpp"

#include <algorithm>
#include <array>

#include <clap/events.h>
#include <clap/ext/audio-ports.h>
#include <clap/ext/note-ports.h>
#include <clap/plugin-factory.h>

#include "formats/lv2/include/omx-clap-lv2.h"

namespace omx::bench {
namespace {

template <typename Extension>
const Extension* extension(const clap_plugin_t* plugin, const char* id) {
  return static_cast<const Extension*>(plugin->get_extension(plugin, id));
}

const clap_host_t host{
    CLAP_VERSION,
    nullptr,
    "omx-lv2-twins",
    "",
    "",
    "1",
    [](const clap_host_t*, const char*) -> const void* { return nullptr; },
    [](const clap_host_t*) {},
    [](const clap_host_t*) {},
    [](const clap_host_t*) {}};

/// The notes of a block as events of CLAP's.
class Events {
public:
  void take(const std::vector<Note>& notes) {
    count_ = 0;
    for (const Note& note : notes) {
      if (count_ == events_.size()) return;
      clap_event_midi_t& event = events_[count_++];
      event.header = {sizeof event, note.frame, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_MIDI, 0};
      event.port_index = 0;
      std::copy_n(note.bytes, 3, event.data);
    }
  }
  void clear() { count_ = 0; }

  const clap_input_events_t list{
      this, [](const clap_input_events_t* self) { return static_cast<const Events*>(self->ctx)->count_; },
      [](const clap_input_events_t* self, std::uint32_t index) {
        return &static_cast<const Events*>(self->ctx)->events_[index].header;
      }};

private:
  std::array<clap_event_midi_t, 64> events_{};
  std::uint32_t count_ = 0;
};

const clap_output_events_t nowhere{
    nullptr, [](const clap_output_events_t*, const clap_event_header_t*) { return true; }};

class AdaptedPlayer final : public Player {
public:
  AdaptedPlayer(const clap_plugin_t* plugin, const Setup& setup, Stage& stage)
      : plugin_(plugin), setup_(setup), stage_(stage) {}

  ~AdaptedPlayer() override {
    if (active_) {
      plugin_->stop_processing(plugin_);
      plugin_->deactivate(plugin_);
    }
    plugin_->destroy(plugin_);
  }

  bool start() {
    if (!plugin_->init(plugin_)) return false;
    connect(true, input_pointers_, inputs_);
    connect(false, output_pointers_, outputs_);
    const auto* notes = extension<clap_plugin_note_ports_t>(plugin_, CLAP_EXT_NOTE_PORTS);
    takes_notes_ = notes != nullptr && notes->count(plugin_, true) > 0;
    process_.steady_time = -1;
    process_.frames_count = setup_.block_frames;
    process_.audio_inputs = inputs_.data();
    process_.audio_outputs = outputs_.data();
    process_.audio_inputs_count = static_cast<std::uint32_t>(inputs_.size());
    process_.audio_outputs_count = static_cast<std::uint32_t>(outputs_.size());
    process_.in_events = &events_.list;
    process_.out_events = &nowhere;
    if (!plugin_->activate(plugin_, setup_.rate_hz, 1, setup_.block_frames)) return false;
    active_ = plugin_->start_processing(plugin_);
    return active_;
  }

  void play() override {
    if (takes_notes_) events_.take(stage_.notes());
    plugin_->process(plugin_, &process_);
  }

private:
  void connect(
      bool is_input, std::vector<std::vector<float*>>& pointers, std::vector<clap_audio_buffer_t>& buffers) {
    const auto* ports = extension<clap_plugin_audio_ports_t>(plugin_, CLAP_EXT_AUDIO_PORTS);
    const auto* own = extension<omx_clap_lv2_plugin>(plugin_, OMX_CLAP_LV2_EXTENSION);
    const std::uint32_t count = ports != nullptr ? ports->count(plugin_, is_input) : 0;
    pointers.resize(count);
    for (std::uint32_t p = 0; p < count; ++p) {
      clap_audio_port_info_t info{};
      ports->get(plugin_, p, is_input, &info);
      for (std::uint32_t c = 0; c < info.channel_count; ++c) {
        const std::string symbol = own->audio_symbol(plugin_, is_input, p, c);
        pointers[p].push_back(is_input ? stage_.input(symbol) : stage_.output(symbol));
      }
      buffers.push_back({pointers[p].data(), nullptr, info.channel_count, 0, 0});
    }
  }

  const clap_plugin_t* const plugin_;
  const Setup setup_;
  Stage& stage_;
  bool active_ = false;
  bool takes_notes_ = false;
  std::vector<std::vector<float*>> input_pointers_;
  std::vector<std::vector<float*>> output_pointers_;
  std::vector<clap_audio_buffer_t> inputs_;
  std::vector<clap_audio_buffer_t> outputs_;
  Events events_;
  clap_process_t process_{};
};

}  // namespace

std::unique_ptr<Player>
open_adapted(const std::string& uri, const Setup& setup, Stage& stage, std::string& problem) {
  const clap_plugin_entry_t* const entry = omx_clap_lv2_entry();
  static const bool ready = entry->init("");
  const auto* factory = static_cast<const clap_plugin_factory_t*>(entry->get_factory(CLAP_PLUGIN_FACTORY_ID));
  const clap_plugin_t* const plugin = ready ? factory->create_plugin(factory, &host, uri.c_str()) : nullptr;
  std::unique_ptr<AdaptedPlayer> player;
  if (plugin != nullptr) player = std::make_unique<AdaptedPlayer>(plugin, setup, stage);
  if (player != nullptr && player->start()) return player;
  std::array<char, 512> text{};
  omx_clap_lv2_last_error(text.data(), text.size());
  problem = text.data();
  if (problem.empty()) problem = "the adapter refused it";
  return nullptr;
}

}  // namespace omx::bench

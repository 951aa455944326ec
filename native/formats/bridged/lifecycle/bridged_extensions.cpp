// CLAP's extensions of a bridged plugin.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include <clap/ext/audio-ports.h>
#include <clap/ext/latency.h>
#include <clap/ext/note-ports.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/ext/timer-support.h>

#include "formats/bridged/lifecycle/bridged_plugin.hpp"
#include "formats/clap/abi/posix_fd.hpp"
#include "formats/clap/abi/preset_load.hpp"
#include "formats/clap/abi/render.hpp"
#include "formats/clap/abi/tail.hpp"
#include "formats/clap/process/rt_audio_role.hpp"
#include "formats/lv2/include/omx-clap-lv2.h"

namespace omx {

namespace {

using Plugin = const clap_plugin_t*;

BridgedPlugin& of(Plugin plugin) noexcept OMX_RT {
  return BridgedPlugin::of(plugin);
}

template <std::size_t size>
void copy_text(char (&to)[size], const std::string& from) {
  std::snprintf(to, size, "%s", from.c_str());
}

const std::vector<ClapAudioPort>& audio(Plugin plugin, bool is_input) {
  const ClapPorts& ports = of(plugin).description().ports;
  return is_input ? ports.audio_inputs : ports.audio_outputs;
}

const std::vector<ClapNotePort>& notes(Plugin plugin, bool is_input) {
  const ClapPorts& ports = of(plugin).description().ports;
  return is_input ? ports.note_inputs : ports.note_outputs;
}

const clap_plugin_audio_ports_t audio_ports{
    [](Plugin plugin, bool is_input) { return static_cast<std::uint32_t>(audio(plugin, is_input).size()); },
    [](Plugin plugin, std::uint32_t index, bool is_input, clap_audio_port_info_t* info) {
      const auto& ports = audio(plugin, is_input);
      if (index >= ports.size()) return false;
      const ClapAudioPort& port = ports[index];
      *info = {};
      info->id = port.id;
      copy_text(info->name, port.name);
      info->flags = port.main ? std::uint32_t{CLAP_AUDIO_PORT_IS_MAIN} : 0u;
      info->channel_count = port.channels;
      const auto& others = audio(plugin, !is_input);
      const bool paired = port.in_place_pair && *port.in_place_pair < others.size();
      info->in_place_pair = paired ? others[*port.in_place_pair].id : CLAP_INVALID_ID;
      return true;
    }};

const clap_plugin_note_ports_t note_ports{
    [](Plugin plugin, bool is_input) { return static_cast<std::uint32_t>(notes(plugin, is_input).size()); },
    [](Plugin plugin, std::uint32_t index, bool is_input, clap_note_port_info_t* info) {
      const auto& ports = notes(plugin, is_input);
      if (index >= ports.size()) return false;
      const std::uint32_t dialect =
          ports[index].dialect == NoteDialect::clap ? CLAP_NOTE_DIALECT_CLAP : CLAP_NOTE_DIALECT_MIDI;
      *info = {};
      info->id = ports[index].id;
      copy_text(info->name, ports[index].name);
      info->supported_dialects = info->preferred_dialect = dialect;
      return true;
    }};

// On the audio thread the events go with a turn; inactive, one by one over the socket.
void flush(Plugin plugin, const clap_input_events_t* in, const clap_output_events_t* out) {
  if (RtBridged* const rt = of(plugin).rt()) return rt->flush(in, out);
  const std::uint32_t count = in->size(in);
  for (std::uint32_t i = 0; i < count; ++i) {
    const clap_event_header_t* const header = in->get(in, i);
    if (header->space_id != CLAP_CORE_EVENT_SPACE_ID || header->type != CLAP_EVENT_PARAM_VALUE) continue;
    clap_event_param_value_t event{};
    std::memcpy(&event, header, sizeof event);
    of(plugin).set_param(event.param_id, event.value);
  }
}

const clap_plugin_params_t params{
    [](Plugin plugin) { return static_cast<std::uint32_t>(of(plugin).description().params.size()); },
    [](Plugin plugin, std::uint32_t index, clap_param_info_t* info) {
      const auto& all = of(plugin).description().params;
      if (index >= all.size()) return false;
      const ClapParam& param = all[index];
      *info = {};
      info->id = param.id;
      info->flags = param.flags;
      copy_text(info->name, param.name);
      copy_text(info->module, param.module);
      info->min_value = param.min;
      info->max_value = param.max;
      info->default_value = param.default_value;
      return true;
    },
    [](Plugin plugin, clap_id id, double* value) {
      *value = of(plugin).value(id);
      return true;
    },
    [](Plugin plugin, clap_id id, double value, char* text, std::uint32_t size) {
      const std::string written = of(plugin).text(id, value);
      std::snprintf(text, size, "%s", written.c_str());
      return !written.empty();
    },
    [](Plugin plugin, clap_id id, const char* text, double* value) {
      return of(plugin).parse(id, text, *value);
    },
    flush};

const clap_plugin_state_t state{
    [](Plugin plugin, const clap_ostream_t* stream) {
      const auto saved = of(plugin).save();
      if (!saved) return false;
      for (std::size_t at = 0; at < saved->size();) {
        const std::int64_t written = stream->write(stream, saved->data() + at, saved->size() - at);
        if (written <= 0) return false;
        at += static_cast<std::size_t>(written);
      }
      return true;
    },
    [](Plugin plugin, const clap_istream_t* stream) {
      std::vector<std::byte> whole;
      std::array<std::byte, 4096> part;
      std::int64_t count = 0;
      while ((count = stream->read(stream, part.data(), part.size())) > 0)
        whole.insert(whole.end(), part.begin(), part.begin() + count);
      return count == 0 && of(plugin).restore(std::move(whole));
    }};

const abi::PluginPresetLoad preset_load{
    [](Plugin plugin, std::uint32_t, const char* location, const char* key) {
      return of(plugin).load_preset(location, key);
    }};

const clap_plugin_latency_t latency{[](Plugin plugin) { return of(plugin).latency_frames(); }};

const abi::PluginTail tail{[](Plugin plugin) noexcept OMX_RT -> std::uint32_t {
  RtBridged* const rt = of(plugin).rt();
  return rt != nullptr ? rt->tail_frames() : 0u;
}};

const abi::PluginRender render{
    [](Plugin plugin) { return of(plugin).needs_realtime(); },
    [](Plugin plugin, std::int32_t mode) { return of(plugin).set_offline(mode == abi::render_offline); }};

const clap_plugin_timer_support_t timers{[](Plugin plugin, clap_id) { of(plugin).on_timer(); }};

const abi::PluginPosixFd posix_fds{[](Plugin plugin, int, std::uint32_t) { of(plugin).serve(); }};

const BridgedExtension bridged{[](Plugin plugin) { return of(plugin).status(); }};

// An LV2 plugin's own names, as its process knows them. Properties stay there.

const char* text_or_null(const std::string& text) {
  return text.empty() ? nullptr : text.c_str();
}

const omx_clap_lv2_plugin lv2{
    [](Plugin plugin, clap_id id) -> const char* {
      const auto& names = of(plugin).description().lv2_params;
      const auto found = names.find(id);
      return found != names.end() ? text_or_null(found->second.symbol) : nullptr;
    },
    [](Plugin plugin, bool is_input, std::uint32_t port, std::uint32_t channel) -> const char* {
      const auto& ports = of(plugin).description().lv2_ports[is_input ? 1 : 0].audio;
      const bool known = port < ports.size() && channel < ports[port].size();
      return known ? text_or_null(ports[port][channel]) : nullptr;
    },
    [](Plugin plugin, bool is_input, std::uint32_t port) -> bool {
      const auto& cv = of(plugin).description().lv2_ports[is_input ? 1 : 0].cv;
      return port < cv.size() && cv[port];
    },
    [](Plugin plugin, bool is_input, std::uint32_t port) -> const char* {
      const auto& ports = of(plugin).description().lv2_ports[is_input ? 1 : 0].notes;
      return port < ports.size() ? text_or_null(ports[port]) : nullptr;
    },
    [](Plugin) -> std::uint32_t { return 0; },
    [](Plugin, std::uint32_t) -> const char* { return nullptr; },
    [](Plugin, const char*, const char*) { return false; },
    [](Plugin, const char*, char*, std::uint32_t) { return false; },
    [](Plugin, const char*, const char*) { return false; },
    [](Plugin plugin, clap_id id) -> std::uint32_t {
      const auto& names = of(plugin).description().lv2_params;
      const auto found = names.find(id);
      return found != names.end() ? found->second.traits : 0;
    }};

struct NamedExtension {
  const char* id;
  const void* extension;
};

constexpr NamedExtension extensions[] = {
    {CLAP_EXT_AUDIO_PORTS, &audio_ports},
    {CLAP_EXT_NOTE_PORTS, &note_ports},
    {CLAP_EXT_STATE, &state},
    {abi::preset_load_id, &preset_load},
    {CLAP_EXT_LATENCY, &latency},
    {abi::tail_id, &tail},
    {abi::render_id, &render},
    {CLAP_EXT_TIMER_SUPPORT, &timers},
    {abi::posix_fd_id, &posix_fds},
    {bridged_extension_id, &bridged},
};

}  // namespace

const void* bridged_plugin_extension(const clap_plugin_t* plugin, const char* id) noexcept OMX_RT {
  const auto is = [id](const char* name) noexcept OMX_RT {
    OMX_RT_UNCHECKED_BEGIN  // compares bytes
        return std::strcmp(id, name) == 0;
    OMX_RT_UNCHECKED_END
  };
  for (const NamedExtension& named : extensions) {
    if (is(named.id)) return named.extension;
  }
  const BridgedDescription& description = of(plugin).description();
  if (description.has_params && is(CLAP_EXT_PARAMS)) return &params;
  if (description.is_lv2 && is(OMX_CLAP_LV2_EXTENSION)) return &lv2;
  return nullptr;
}

}  // namespace omx

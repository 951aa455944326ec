#include "clap/presets.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clap/clap_effect.hpp"
#include "clap/state.hpp"
#include "effect/state_text.hpp"

namespace omx::clap {

namespace {

/// What a host asked for, and whom to tell how it went.
struct Request {
  const clap_host_t* host;
  std::uint32_t location_kind;
  const char* location;
  const char* load_key;

  const abi::HostPresetLoad* listener() const noexcept {
    for (const char* id : {abi::preset_load_id, abi::preset_load_draft_id}) {
      if (const void* extension = host->get_extension(host, id)) {
        return static_cast<const abi::HostPresetLoad*>(extension);
      }
    }
    return nullptr;
  }

  bool fail(int os_error, const char* message) const noexcept {
    const abi::HostPresetLoad* to = listener();
    if (to != nullptr && to->on_error != nullptr) {
      to->on_error(host, location_kind, location, load_key, os_error, message);
    }
    return false;
  }

  bool succeed() const noexcept {
    const abi::HostPresetLoad* to = listener();
    if (to != nullptr && to->loaded != nullptr) {
      to->loaded(host, location_kind, location, load_key);
    }
    return true;
  }
};

const PresetInfo* find_preset(const EffectInfo& info, const char* key) noexcept {
  const auto found = std::find_if(info.presets.begin(), info.presets.end(), [key](const PresetInfo& preset) {
    return std::strcmp(preset.symbol, key) == 0;
  });
  return found == info.presets.end() ? nullptr : &*found;
}

/// The text of a file, cut off beyond what any state needs; nothing when it cannot be read.
std::optional<std::string> read_file(const char* path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "rbe"), std::fclose);
  if (file == nullptr) {
    return std::nullopt;
  }
  std::string text(longest_state_bytes, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  return std::ferror(file.get()) != 0 ? std::nullopt : std::optional(text);
}

bool load_file(ClapEffect& effect, const Request& request) {
  if (request.location == nullptr) {
    return request.fail(0, "no path");
  }
  const std::optional<std::string> text = read_file(request.location);
  if (!text) {
    return request.fail(errno, "cannot read the file");
  }
  const auto values = parse_state(effect.info(), *text);
  if (!values) {
    return request.fail(0, "no settings of this effect");
  }
  effect.load_values(*values);
  return true;
}

bool load_factory_preset(ClapEffect& effect, const Request& request) {
  const PresetInfo* preset =
      request.load_key != nullptr ? find_preset(effect.info(), request.load_key) : nullptr;
  if (preset == nullptr) {
    return request.fail(0, "no such preset");
  }
  effect.load_values(preset->values);
  return true;
}

bool from_location(
    const clap_plugin_t* plugin, std::uint32_t location_kind, const char* location, const char* load_key) {
  ClapEffect& effect = ClapEffect::of(plugin);
  const Request request{effect.host(), location_kind, location, load_key};
  const bool in_plugin = location_kind == abi::preset_in_plugin;
  if (!(in_plugin ? load_factory_preset(effect, request) : load_file(effect, request))) {
    return false;
  }
  effect.tell_values_changed();
  return request.succeed();
}

}  // namespace

const abi::PluginPresetLoad preset_load_extension{from_location};

}  // namespace omx::clap

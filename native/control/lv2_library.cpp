#include "control/lv2_library.hpp"

#include <array>

#include <dlfcn.h>
#include <unistd.h>

#include "formats/clap/lifecycle/control_blame.hpp"
#include "formats/lv2/include/omx-clap-lv2.h"

namespace omx {
namespace {

constexpr char file_name[] = "libomx-clap-lv2.so.1";

/// In lib/ beside the folder of the program, as built and as installed.
std::string beside_program() {
  std::array<char, 4096> path{};
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size() - 1);
  const std::string program(path.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  const std::size_t folder = program.rfind('/', program.rfind('/') - 1);
  return folder != std::string::npos ? program.substr(0, folder) + "/lib/" + file_name : file_name;
}

/// Stays loaded once it is: what it has learnt of bundles serves the next plugin.
class Adapter {
public:
  Adapter() {
    handle_ = dlopen(beside_program().c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) handle_ = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) {
      const char* const why = dlerror();
      error = std::string("LV2 plugins cannot be hosted here: ") + (why != nullptr ? why : "");
      return;
    }
    take(entry, "omx_clap_lv2_entry");
    take(descriptor, "omx_clap_lv2_descriptor");
    take(explain, "omx_clap_lv2_explain");
    take(last_error, "omx_clap_lv2_last_error");
    take(bundle_add, "omx_clap_lv2_bundle_add");
    take(bundle_remove, "omx_clap_lv2_bundle_remove");
    take(presets, "omx_clap_lv2_presets");
    if (error.empty()) entry()->init("");
  }

  std::string error;
  decltype(&omx_clap_lv2_entry) entry = nullptr;
  decltype(&omx_clap_lv2_descriptor) descriptor = nullptr;
  decltype(&omx_clap_lv2_explain) explain = nullptr;
  decltype(&omx_clap_lv2_last_error) last_error = nullptr;
  decltype(&omx_clap_lv2_bundle_add) bundle_add = nullptr;
  decltype(&omx_clap_lv2_bundle_remove) bundle_remove = nullptr;
  decltype(&omx_clap_lv2_presets) presets = nullptr;

private:
  template <typename Function>
  void take(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle_, name));
    if (function == nullptr) error = std::string(file_name) + " lacks " + name;
  }

  void* handle_ = nullptr;
};

bool loaded = false;

Adapter& adapter() {
  static Adapter library;
  loaded = true;
  return library;
}

const omx_clap_lv2_plugin* names_of(ClapInstance& plugin) {
  const clap_plugin_t* const clap = plugin.rt().plugin;
  const ControlBlame blame(plugin.number(), PluginCall::main_thread);
  return static_cast<const omx_clap_lv2_plugin*>(clap->get_extension(clap, OMX_CLAP_LV2_EXTENSION));
}

std::string text_after(omx_clap_lv2_status (*ask)(char*, std::size_t)) {
  std::array<char, 1024> text{};
  ask(text.data(), text.size());
  return text.data();
}

Status bundle_done(omx_clap_lv2_status status) {
  if (status == OMX_CLAP_LV2_OK) return done();
  return Error{ErrorCode::plugin_not_found, text_after(adapter().last_error)};
}

template <typename Named>
bool same(const char* name, Named symbol) {
  return name != nullptr && symbol == name;
}

}  // namespace

Result<std::shared_ptr<ClapLibrary>> open_lv2(const std::string& uri) {
  const ControlBlame blame(PluginCall::load);
  Adapter& lv2 = adapter();
  if (!lv2.error.empty()) return Error{ErrorCode::plugin_failed, lv2.error};
  std::array<char, 1024> text{};
  const omx_clap_lv2_status status = lv2.explain(uri.c_str(), text.data(), text.size());
  const clap_plugin_descriptor_t* const descriptor = lv2.descriptor(uri.c_str());
  if (status != OMX_CLAP_LV2_OK || descriptor == nullptr) {
    const bool absent = status == OMX_CLAP_LV2_NOT_FOUND;
    return Error{absent ? ErrorCode::plugin_not_found : ErrorCode::plugin_failed, text.data()};
  }
  return ClapLibrary::of_entry(*lv2.entry(), *descriptor, uri);
}

std::string lv2_failure() {
  if (!loaded || !adapter().error.empty()) return "";
  return text_after(adapter().last_error);
}

Status add_lv2_bundle(const std::string& path) {
  if (!adapter().error.empty()) return Error{ErrorCode::plugin_failed, adapter().error};
  return bundle_done(adapter().bundle_add(path.c_str()));
}

Status remove_lv2_bundle(const std::string& path) {
  if (!adapter().error.empty()) return Error{ErrorCode::plugin_failed, adapter().error};
  return bundle_done(adapter().bundle_remove(path.c_str()));
}

bool is_lv2(ClapInstance& plugin) {
  return names_of(plugin) != nullptr;
}

std::vector<Lv2Preset> lv2_presets(ClapInstance& plugin) {
  std::vector<Lv2Preset> presets;
  if (!is_lv2(plugin)) return presets;
  const auto take = [](void* user, const omx_clap_lv2_preset* preset) {
    static_cast<std::vector<Lv2Preset>*>(user)->push_back(
        {preset->uri, preset->label, preset->bank != nullptr ? preset->bank : ""});
  };
  adapter().presets(plugin.descriptor().id.c_str(), take, &presets);
  return presets;
}

Status save_lv2_preset(ClapInstance& plugin, const std::string& folder, const std::string& label) {
  const omx_clap_lv2_plugin* const own = names_of(plugin);
  if (own == nullptr)
    return Error{
        ErrorCode::preset_failed, plugin.descriptor().name + " is no LV2 plugin, and saves no presets"};
  const ControlBlame blame(plugin.number(), PluginCall::state);
  if (own->save_preset(plugin.rt().plugin, folder.c_str(), label.c_str())) return done();
  return Error{ErrorCode::preset_failed, lv2_failure()};
}

std::optional<clap_id> lv2_param(ClapInstance& plugin, std::string_view symbol) {
  const omx_clap_lv2_plugin* const names = names_of(plugin);
  if (names == nullptr) return std::nullopt;
  for (const ClapParam& param : plugin.params()) {
    if (same(names->param_symbol(plugin.rt().plugin, param.id), symbol)) return param.id;
  }
  return std::nullopt;
}

std::optional<PortSymbol> lv2_port(ClapInstance& plugin, std::string_view symbol) {
  const omx_clap_lv2_plugin* const names = names_of(plugin);
  if (names == nullptr) return std::nullopt;
  const clap_plugin_t* const clap = plugin.rt().plugin;
  const ClapPorts& ports = plugin.ports();
  for (const bool input : {true, false}) {
    const PortFlow flow = input ? PortFlow::input : PortFlow::output;
    const auto& audio = input ? ports.audio_inputs : ports.audio_outputs;
    for (std::uint32_t p = 0; p < audio.size(); ++p) {
      for (std::uint32_t c = 0; c < audio[p].channels; ++c) {
        if (same(names->audio_symbol(clap, input, p, c), symbol))
          return PortSymbol{flow, PortKind::audio, p, c};
      }
    }
    const auto& notes = input ? ports.note_inputs : ports.note_outputs;
    for (std::uint32_t p = 0; p < notes.size(); ++p) {
      if (same(names->note_symbol(clap, input, p), symbol)) return PortSymbol{flow, PortKind::note, p, 0};
    }
  }
  return std::nullopt;
}

std::optional<std::string> lv2_port_symbol(ClapInstance& plugin, const PortSymbol& port) {
  const omx_clap_lv2_plugin* const names = names_of(plugin);
  if (names == nullptr) return std::nullopt;
  const clap_plugin_t* const clap = plugin.rt().plugin;
  const bool input = port.flow == PortFlow::input;
  const char* const symbol = port.kind == PortKind::audio
                                 ? names->audio_symbol(clap, input, port.port, port.channel)
                                 : names->note_symbol(clap, input, port.port);
  if (symbol == nullptr) return std::nullopt;
  return symbol;
}

std::string param_symbol(ClapInstance& plugin, clap_id id) {
  const omx_clap_lv2_plugin* const names = names_of(plugin);
  const char* const symbol = names != nullptr ? names->param_symbol(plugin.rt().plugin, id) : nullptr;
  return symbol != nullptr ? symbol : std::to_string(id);
}

}  // namespace omx

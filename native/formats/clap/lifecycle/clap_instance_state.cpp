// State and presets of an instance.
#include <algorithm>
#include <cstring>

#include <clap/ext/state.h>

#include "formats/clap/abi/preset_load.hpp"
#include "formats/clap/lifecycle/clap_host.hpp"
#include "formats/clap/lifecycle/clap_instance.hpp"
#include "formats/clap/lifecycle/control_blame.hpp"
#include "formats/clap/lifecycle/param_state.hpp"
#include "formats/clap/lifecycle/plugin_extension.hpp"

namespace omx {

namespace {

std::int64_t append(const clap_ostream_t* stream, const void* bytes, std::uint64_t size) {
  const auto* first = static_cast<const std::byte*>(bytes);
  auto& state = *static_cast<std::vector<std::byte>*>(stream->ctx);
  state.insert(state.end(), first, first + size);
  return static_cast<std::int64_t>(size);
}

std::int64_t take(const clap_istream_t* stream, void* bytes, std::uint64_t size) {
  auto& rest = *static_cast<std::span<const std::byte>*>(stream->ctx);
  const std::size_t count = std::min<std::size_t>(rest.size(), size);
  if (count > 0) std::memcpy(bytes, rest.data(), count);
  rest = rest.subspan(count);
  return static_cast<std::int64_t>(count);
}

const abi::PluginPresetLoad* preset_extension(const clap_plugin_t* plugin) {
  const auto* extension = plugin_extension<abi::PluginPresetLoad>(plugin, abi::preset_load_id);
  return extension != nullptr ? extension
                              : plugin_extension<abi::PluginPresetLoad>(plugin, abi::preset_load_draft_id);
}

Error preset_failure(const std::string& why) {
  return Error{ErrorCode::preset_failed, why};
}

}  // namespace

Result<std::vector<std::byte>> ClapInstance::save_state() {
  const auto* extension = plugin_extension<clap_plugin_state_t>(plugin_, CLAP_EXT_STATE);
  if (extension == nullptr) return write_param_state(params());
  std::vector<std::byte> state;
  const clap_ostream_t stream{&state, append};
  const ControlBlame blame(number_, PluginCall::state);
  if (!extension->save(plugin_, &stream)) {
    return Error{ErrorCode::state_failed, descriptor_->name + " could not save its state"};
  }
  return state;
}

Status ClapInstance::load_state(std::span<const std::byte> state) {
  const auto* extension = plugin_extension<clap_plugin_state_t>(plugin_, CLAP_EXT_STATE);
  if (extension == nullptr) return load_param_state(state);
  std::span<const std::byte> rest = state;
  const clap_istream_t stream{&rest, take};
  {
    const ControlBlame blame(number_, PluginCall::state);
    if (!extension->load(plugin_, &stream)) {
      return Error{ErrorCode::state_failed, descriptor_->name + " refused the state"};
    }
  }
  take_over_values();
  return done();
}

Status ClapInstance::load_param_state(std::span<const std::byte> state) {
  const auto values = read_param_state(state);
  if (!values) return Error{ErrorCode::state_failed, "this is no state of " + descriptor_->name};
  for (const auto& [id, value] : *values) {
    const ClapParam* const param = find(id);
    if (param == nullptr || param->readonly()) continue;  // of another version of the plugin
    if (Status set = set_param(id, value); !set) return Error{ErrorCode::state_failed, set.error().detail};
  }
  listener_.params_changed(*this, CLAP_PARAM_RESCAN_VALUES);
  return done();
}

Status ClapInstance::load_preset(const std::string& path, const std::string& key) {
  const abi::PluginPresetLoad* const extension = preset_extension(plugin_);
  if (extension == nullptr) return preset_failure(descriptor_->name + " loads no presets");
  preset_error_.clear();
  bool loaded = false;
  {
    const ControlBlame blame(number_, PluginCall::state);
    loaded = extension->from_location(
        plugin_, path.empty() ? abi::preset_in_plugin : abi::preset_in_file,
        path.empty() ? nullptr : path.c_str(), key.empty() ? nullptr : key.c_str());
  }
  if (!loaded) {
    return preset_failure(
        descriptor_->name + " could not load the preset" +
        (preset_error_.empty() ? "" : ": " + preset_error_));
  }
  take_over_values();
  return done();
}

// What was set before and waits for the audio thread would undo a part of what was loaded.
void ClapInstance::take_over_values() {
  rt_->epoch.fetch_add(1, std::memory_order_release);
  handle_params(CLAP_PARAM_RESCAN_VALUES);
}

void ClapInstance::handle_preset_error(std::int32_t os_error, const char* message) {
  preset_error_ = message != nullptr ? message : "";
  if (os_error == 0) return;
  if (!preset_error_.empty()) preset_error_ += ": ";
  preset_error_ += std::strerror(os_error);
}

}  // namespace omx

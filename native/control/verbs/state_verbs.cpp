// States and presets.
#include "control/lv2_library.hpp"
#include "control/state_files.hpp"
#include "control/verbs/instance_argument.hpp"
#include "text/json.hpp"

namespace omx {
namespace {

std::string state_path(const std::string& folder, std::uint32_t number) {
  return folder + "/effect_" + std::to_string(number) + ".state";
}

Status save(Instance& instance, const std::string& path) {
  instance.flush_idle();
  Result<std::vector<std::byte>> state = instance.plugin().save_state();
  if (!state) return state.error();
  return write_state_file(path, state.value());
}

Status load(Instance& instance, const std::string& path) {
  Result<std::vector<std::byte>> state = read_state_file(path);
  if (!state) return state.error();
  return instance.load_state(state.value());
}

/// Does it for every instance, and reports the first failure.
template <typename Act>
Answer for_all(Host& host, const std::string& folder, Act act) {
  Status outcome = done();
  for (const auto& [number, instance] : host.rack().instances()) {
    Status acted = act(*instance, state_path(folder, number));
    if (!acted && outcome) outcome = acted;
  }
  return answer(outcome);
}

}  // namespace

Answer handle_state_save(Host& host, const Command& command) {
  return for_all(host, command.text(0), save);
}

Answer handle_state_load(Host& host, const Command& command) {
  return for_all(host, command.text(0), load);
}

Answer handle_instance_save(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  return answer(save(*instance.value(), command.text(1)));
}

Answer handle_instance_load(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  return answer(load(*instance.value(), command.text(1)));
}

Answer handle_preset_load(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  const std::string& preset = command.text(1);
  if (is_lv2(instance.value()->plugin()) && !preset.starts_with('/'))
    return answer(instance.value()->load_preset("", preset));
  const std::size_t hash = preset.rfind('#');
  const std::string path = preset.substr(0, hash);
  const std::string key = hash == std::string::npos ? "" : preset.substr(hash + 1);
  return answer(instance.value()->load_preset(path, key));
}

Answer handle_preset_save(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  instance.value()->flush_idle();
  return answer(save_lv2_preset(instance.value()->plugin(), command.text(2), command.text(1)));
}

Answer handle_presets(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  JsonWriter json;
  json.begin_array();
  for (const Lv2Preset& preset : lv2_presets(instance.value()->plugin())) {
    json.begin_object().field("uri", preset.uri).field("label", preset.label).field("bank", preset.bank);
    json.end_object();
  }
  json.end_array();
  return text_reply(json.take());
}

}  // namespace omx

#include "formats/lv2/state/presets.hpp"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include <lv2/core/lv2.h>
#include <lv2/presets/presets.h>
#include <lv2/state/state.h>

#include "formats/lv2/entry/library.hpp"
#include "formats/lv2/features/urid_map.hpp"
#include "formats/lv2/plugin/adapter.hpp"
#include "formats/lv2/state/preset_values.hpp"
#include "formats/lv2/world/bundle_world.hpp"
#include "formats/lv2/world/vocabulary.hpp"

namespace omx::lv2 {

namespace {

namespace fs = std::filesystem;
using State = std::unique_ptr<LilvState, LilvFree>;

Verdict failure(std::string text) {
  return {OMX_CLAP_LV2_BAD_ARGUMENT, std::move(text)};
}

/// Nodes of the presets for a plugin that the world knows.
std::vector<Node> preset_nodes(const BundleWorld& world, const std::string& plugin_uri) {
  std::vector<Node> presets;
  const Node plugin = world.uri(plugin_uri);
  for (Node& node : world.subjects(LV2_CORE__appliesTo, plugin.get())) {
    if (world.ask(node.get(), uris::rdf_type, LV2_PRESETS__Preset)) presets.push_back(std::move(node));
  }
  return presets;
}

std::string label_of(BundleWorld& world, const LilvNode* subject) {
  auto label = world.text(subject, uris::rdfs_label);
  if (!label) {
    world.load_more(subject);
    label = world.text(subject, uris::rdfs_label);
  }
  return label.value_or(text_of(subject));
}

State state_in_world(BundleWorld& world, const LilvNode* preset) {
  world.load_more(preset);
  return State(lilv_state_new_from_world(world.get(), UridMap::process().map_feature(), preset));
}

/// The preset `key` of the bundles, or their only one.
Verdict find_in_bundles(
    const std::string& plugin_uri, const std::vector<std::string>& bundles, const std::string& key,
    BundleWorld& world, State& state) {
  for (const std::string& bundle : bundles) world.load(without_slash(bundle));
  std::vector<Node> presets = preset_nodes(world, plugin_uri);
  if (!key.empty()) std::erase_if(presets, [&](const Node& node) { return text_of(node.get()) != key; });
  if (presets.empty()) {
    const std::string what = key.empty() ? "no preset of this plugin is there" : "there is no preset " + key;
    return failure(what + " for " + plugin_uri);
  }
  if (presets.size() > 1) return failure("several presets are there: name one by its URI");
  state = state_in_world(world, presets.front().get());
  return state != nullptr ? Verdict{}
                          : failure("the preset cannot be read: " + text_of(presets.front().get()));
}

Verdict find_state(
    const Adapter& adapter, const std::string& path, const std::string& key, BundleWorld& world,
    State& state) {
  const std::string& uri = adapter.model().uri;
  std::error_code ignored;
  if (path.empty()) {
    if (key.empty()) return failure("no preset was named");
    Library& library = Library::get();
    library.index().refresh();
    return find_in_bundles(uri, library.index().with_presets(uri), key, world, state);
  }
  if (fs::is_directory(path, ignored)) return find_in_bundles(uri, {path}, key, world, state);
  if (!fs::exists(path, ignored)) return failure("no such file: " + path);
  const Node subject = key.empty() ? nullptr : world.uri(key);
  state.reset(
      lilv_state_new_from_file(world.get(), UridMap::process().map_feature(), subject.get(), path.c_str()));
  return state != nullptr ? Verdict{} : failure("it holds no preset: " + path);
}

Verdict apply(Adapter& adapter, const LilvState* state) {
  const std::string uri = text_of(lilv_state_get_plugin_uri(state));
  if (uri != adapter.model().uri) return failure("the preset is one of " + uri);
  if (Verdict made = adapter.make_live(); !made.ok()) return made;
  adapter.with_plugin_quiet([&] {
    LiveInstance& live = *adapter.live();
    const LiveInstance::Restoring restoring(live);
    LilvInstance instance{&live.descriptor(), live.handle(), nullptr};
    lilv_state_restore(
        state, &instance, take_preset_value, &adapter, LV2_STATE_IS_POD, live.preset_features().list());
    return true;
  });
  return {};
}

/// lilv links to files of the plugin. Those in the instance's own folder go with it: the bundle needs copies.
void keep_own_files(const std::string& bundle, const std::string& own) {
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(bundle, ignored)) {
    if (own.empty() || !entry.is_symlink()) continue;
    const fs::path file = fs::canonical(entry.path(), ignored);
    if (!file.string().starts_with(own + "/")) continue;
    fs::remove(entry.path(), ignored);
    fs::copy_file(file, entry.path(), ignored);
  }
}

}  // namespace

std::vector<PresetEntry> list_presets(const PluginModel& model, const std::vector<std::string>& bundles) {
  std::vector<PresetEntry> entries;
  for (const std::string& bundle : bundles) {
    BundleWorld world;
    world.load(bundle);
    for (const Node& preset : preset_nodes(world, model.uri)) {
      PresetEntry entry{text_of(preset.get()), label_of(world, preset.get()), "", bundle};
      const auto banks = world.objects(preset.get(), LV2_PRESETS__bank);
      if (!banks.empty()) entry.bank = label_of(world, banks.front().get());
      entries.push_back(std::move(entry));
    }
  }
  std::ranges::sort(entries, [](const PresetEntry& a, const PresetEntry& b) {
    return std::tie(a.label, a.uri) < std::tie(b.label, b.uri);
  });
  return entries;
}

Verdict load_preset(Adapter& adapter, const std::string& path, const std::string& key) {
  BundleWorld world;
  State state;
  if (Verdict found = find_state(adapter, path, key, world, state); !found.ok()) return found;
  return apply(adapter, state.get());
}

Verdict load_default_state(Adapter& adapter) {
  BundleWorld world;
  world.load(without_slash(adapter.model().bundle));
  const LilvPlugin* const plugin = world.plugin(adapter.model().uri);
  if (plugin == nullptr) return {};
  const LilvNode* const uri = lilv_plugin_get_uri(plugin);
  world.load_more(uri);
  const State state(lilv_state_new_from_world(world.get(), UridMap::process().map_feature(), uri));
  if (state == nullptr || lilv_state_get_num_properties(state.get()) == 0) return {};
  return apply(adapter, state.get());
}

Verdict save_preset(Adapter& adapter, const std::string& folder, const std::string& label) {
  if (Verdict made = adapter.make_live(); !made.ok()) return made;
  BundleWorld world;
  world.load(without_slash(adapter.model().bundle));
  const LilvPlugin* const plugin = world.plugin(adapter.model().uri);
  if (plugin == nullptr) return failure("the plugin's bundle is gone");
  lilv_plugin_get_num_ports(plugin);  // reads the ports, which taking the state takes for granted
  LiveInstance& live = *adapter.live();
  LilvInstance instance{&live.descriptor(), live.handle(), nullptr};
  PresetValues values(adapter);
  std::error_code failed_to_make;
  fs::create_directories(folder, failed_to_make);
  // What the plugin writes for its state goes into the bundle at once, folders on the way included.
  StatePaths in_bundle(folder);
  const LV2_Feature make{LV2_STATE__makePath, in_bundle.make_feature()};
  std::vector<const LV2_Feature*> features = {&make};
  for (const LV2_Feature* const* more = live.preset_features().list(); *more != nullptr; ++more)
    features.push_back(*more);
  features.push_back(nullptr);
  const State state(lilv_state_new_from_instance(
      plugin, &instance, UridMap::process().map_feature(), folder.c_str(), nullptr, nullptr, folder.c_str(),
      PresetValues::get, &values, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE, features.data()));
  if (state == nullptr) return failure("the state cannot be taken");
  lilv_state_set_label(state.get(), label.c_str());
  const int failed = lilv_state_save(
      world.get(), UridMap::process().map_feature(), UridMap::process().unmap_feature(), state.get(), nullptr,
      folder.c_str(), "preset.ttl");
  if (failed != 0) return failure("the preset cannot be written to " + folder);
  keep_own_files(folder, adapter.paths().known_folder());
  return {};
}

}  // namespace omx::lv2

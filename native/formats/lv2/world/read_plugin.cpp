#include "formats/lv2/world/read_plugin.hpp"

#include <algorithm>
#include <filesystem>

#include <lv2/core/lv2.h>
#include <lv2/options/options.h>
#include <lv2/state/state.h>
#include <lv2/worker/worker.h>

#include "formats/lv2/model/build_params.hpp"
#include "formats/lv2/model/requirements.hpp"
#include "formats/lv2/world/manifest.hpp"
#include "formats/lv2/world/vocabulary.hpp"

namespace omx::lv2 {

namespace {

std::string path_of(const LilvNode* uri) {
  char* const raw = uri != nullptr ? lilv_file_uri_parse(text_of(uri).c_str(), nullptr) : nullptr;
  const std::string path = raw != nullptr ? raw : "";
  lilv_free(raw);
  return path;
}

std::vector<std::string> texts(const std::vector<Node>& nodes) {
  std::vector<std::string> result;
  for (const Node& node : nodes) result.push_back(text_of(node.get()));
  return result;
}

bool holds(const std::vector<std::string>& uris, const char* uri) {
  return std::ranges::find(uris, uri) != uris.end();
}

std::string owned_text(LilvNode* node) {
  return text_of(Node(node).get());
}

std::string version_of(const BundleWorld& world, const LilvNode* plugin) {
  const auto minor = world.text(plugin, LV2_CORE__minorVersion);
  const auto micro = world.text(plugin, LV2_CORE__microVersion);
  if (!minor && !micro) return "";
  return minor.value_or("0") + "." + micro.value_or("0");
}

void read_identity(const BundleWorld& world, const LilvPlugin* plugin, PluginModel& model) {
  const LilvNode* const node = lilv_plugin_get_uri(plugin);
  model.name = owned_text(lilv_plugin_get_name(plugin));
  if (model.name.empty()) model.name = model.uri;
  model.vendor = owned_text(lilv_plugin_get_author_name(plugin));
  model.version = version_of(world, node);
  model.description = world.text(node, uris::rdfs_comment).value_or("");
  model.homepage = world.text(node, uris::doap_homepage).value_or("");
}

void read_needs(const BundleWorld& world, const LilvNode* node, PluginModel& model) {
  model.required_features = texts(world.objects(node, LV2_CORE__requiredFeature));
  model.optional_features = texts(world.objects(node, LV2_CORE__optionalFeature));
  model.required_options = texts(world.objects(node, LV2_OPTIONS__requiredOption));
  const std::vector<std::string> interfaces = texts(world.objects(node, LV2_CORE__extensionData));
  model.has_state = holds(interfaces, LV2_STATE__interface);
  model.has_worker = holds(interfaces, LV2_WORKER__interface);
  const auto names = [&](const char* feature) {
    return holds(model.required_features, feature) || holds(model.optional_features, feature);
  };
  model.thread_safe_restore = names(LV2_STATE__threadSafeRestore);
  model.load_default_state = names(LV2_STATE__loadDefaultState);
}

/// Why what was read is not a plugin: broken Turtle, or statements that do not fit together.
Verdict judge_text(const LilvPlugin* plugin) {
  const LilvNodes* const files = lilv_plugin_get_data_uris(plugin);
  for (LilvIter* at = lilv_nodes_begin(files); !lilv_nodes_is_end(files, at);
       at = lilv_nodes_next(files, at)) {
    const std::string file = path_of(lilv_nodes_get(files, at));
    if (std::filesystem::is_directory(file)) continue;
    if (const auto error = turtle_error(file)) return {OMX_CLAP_LV2_BROKEN_BUNDLE, file + ", " + *error};
  }
  return {};
}

Verdict judge_binary(const LilvPlugin* plugin, PluginModel& model) {
  model.binary = path_of(lilv_plugin_get_library_uri(plugin));
  if (model.binary.empty()) return {OMX_CLAP_LV2_MISSING_BINARY, "it names no lv2:binary"};
  if (!std::filesystem::exists(model.binary))
    return {OMX_CLAP_LV2_MISSING_BINARY, "its binary is not there: " + model.binary};
  return {};
}

Verdict read_all(const BundleWorld& world, const LilvPlugin* plugin, PluginModel& model) {
  const LilvNode* const node = lilv_plugin_get_uri(plugin);
  read_identity(world, plugin, model);
  model.bundle = path_of(lilv_plugin_get_bundle_uri(plugin));
  read_needs(world, node, model);
  if (Verdict text = judge_text(plugin); !text.ok()) return text;
  if (Verdict ports = read_ports(world, plugin, model.ports); !ports.ok()) return ports;
  model.properties = read_properties(world, plugin);
  arrange_ports(world, plugin, model);
  model.params = build_params(model);
  model.clap_features = clap_features(world, model);
  const Verdict binary = judge_binary(plugin, model);
  if (Verdict needs = judge_requirements(model); !needs.ok()) return needs;
  return binary;
}

}  // namespace

std::shared_ptr<const PluginModel>
read_plugin(const std::string& uri, const std::string& bundle, const std::vector<std::string>& more) {
  auto model = std::make_shared<PluginModel>();
  model->uri = uri;
  model->bundle = bundle + "/";
  BundleWorld world;
  world.load(bundle);
  for (const std::string& other : more) {
    if (other != bundle) world.load(other);
  }
  const LilvPlugin* const plugin = world.plugin(uri);
  if (plugin == nullptr) {
    model->name = uri;
    model->verdict = {OMX_CLAP_LV2_BROKEN_BUNDLE, bundle + " does not describe it as a plugin"};
    return model;
  }
  model->verdict = read_all(world, plugin, *model);
  return model;
}

}  // namespace omx::lv2

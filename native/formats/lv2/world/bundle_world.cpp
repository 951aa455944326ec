#include "formats/lv2/world/bundle_world.hpp"

namespace omx::lv2 {

namespace {

std::vector<Node> copies(LilvNodes* nodes) {
  const std::unique_ptr<LilvNodes, LilvFree> owner(nodes);
  std::vector<Node> result;
  if (nodes == nullptr) return result;
  for (LilvIter* at = lilv_nodes_begin(nodes); !lilv_nodes_is_end(nodes, at); at = lilv_nodes_next(nodes, at))
    result.emplace_back(lilv_node_duplicate(lilv_nodes_get(nodes, at)));
  return result;
}

}  // namespace

std::string text_of(const LilvNode* node) {
  const char* const text = node != nullptr ? lilv_node_as_string(node) : nullptr;
  return text != nullptr ? text : "";
}

BundleWorld::BundleWorld() : world_(lilv_world_new()) {}

void BundleWorld::load(const std::string& bundle) {
  // lilv tells a bundle from a file by the slash.
  const Node node(lilv_new_file_uri(world_.get(), nullptr, (bundle + "/").c_str()));
  lilv_world_load_bundle(world_.get(), node.get());
}

void BundleWorld::load_more(const LilvNode* subject) {
  lilv_world_load_resource(world_.get(), subject);
}

const LilvPlugin* BundleWorld::plugin(const std::string& plugin_uri) const {
  const Node node = uri(plugin_uri);
  if (node == nullptr) return nullptr;
  return lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world_.get()), node.get());
}

Node BundleWorld::uri(const std::string& text) const {
  return Node(lilv_new_uri(world_.get(), text.c_str()));
}

std::vector<Node> BundleWorld::objects(const LilvNode* subject, const char* predicate) const {
  return copies(lilv_world_find_nodes(world_.get(), subject, uri(predicate).get(), nullptr));
}

std::vector<Node> BundleWorld::subjects(const char* predicate, const LilvNode* object) const {
  return copies(lilv_world_find_nodes(world_.get(), nullptr, uri(predicate).get(), object));
}

std::optional<std::string> BundleWorld::text(const LilvNode* subject, const char* predicate) const {
  const Node node(lilv_world_get(world_.get(), subject, uri(predicate).get(), nullptr));
  if (node == nullptr) return std::nullopt;
  return text_of(node.get());
}

bool BundleWorld::ask(const LilvNode* subject, const char* predicate, const char* object) const {
  return lilv_world_ask(world_.get(), subject, uri(predicate).get(), uri(object).get());
}

}  // namespace omx::lv2

// Properties that patch messages set or report.
#include <algorithm>
#include <array>
#include <map>

#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>

#include "formats/lv2/world/read_plugin.hpp"
#include "formats/lv2/world/vocabulary.hpp"

namespace omx::lv2 {

namespace {

struct TypeName {
  const char* uri;
  PropertyType type;
};

constexpr std::array<TypeName, 8> types = {{
    {LV2_ATOM__Bool, PropertyType::boolean},
    {LV2_ATOM__Int, PropertyType::integer32},
    {LV2_ATOM__Long, PropertyType::integer64},
    {LV2_ATOM__Float, PropertyType::float32},
    {LV2_ATOM__Double, PropertyType::float64},
    {LV2_ATOM__String, PropertyType::text},
    {LV2_ATOM__Path, PropertyType::path},
    {LV2_ATOM__URI, PropertyType::uri},
}};

std::optional<PropertyType> type_of(const BundleWorld& world, const LilvNode* property) {
  const std::string range = world.text(property, uris::rdfs_range).value_or("");
  const auto found = std::ranges::find_if(types, [&](const TypeName& t) { return range == t.uri; });
  if (found == types.end()) return std::nullopt;
  return found->type;
}

}  // namespace

std::vector<PropertyModel> read_properties(const BundleWorld& world, const LilvPlugin* plugin) {
  std::map<std::string, PropertyModel> by_uri;
  const LilvNode* const self = lilv_plugin_get_uri(plugin);
  for (const bool writable : {true, false}) {
    for (const Node& node : world.objects(self, writable ? LV2_PATCH__writable : LV2_PATCH__readable)) {
      const std::string uri = text_of(node.get());
      const auto type = type_of(world, node.get());
      if (!type || by_uri.contains(uri)) continue;
      PropertyModel property{
          uri, world.text(node.get(), uris::rdfs_label).value_or(uri), *type, writable, {}};
      property.value = read_value(world, node.get());
      if (*type == PropertyType::boolean) {
        property.value.toggled = true;
        property.value.min = 0;
        property.value.max = 1;
      }
      if (*type == PropertyType::integer32 || *type == PropertyType::integer64) property.value.integer = true;
      by_uri.emplace(uri, std::move(property));
    }
  }
  std::vector<PropertyModel> properties;
  for (auto& [uri, property] : by_uri) properties.push_back(std::move(property));
  return properties;
}

}  // namespace omx::lv2

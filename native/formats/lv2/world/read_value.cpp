// Range, kind and texts of a control port or property.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include <lv2/core/lv2.h>
#include <lv2/port-props/port-props.h>

#include "formats/lv2/world/read_plugin.hpp"
#include "formats/lv2/world/units.hpp"
#include "formats/lv2/world/vocabulary.hpp"

namespace omx::lv2 {

namespace {

std::optional<float> number(const LilvNode* node) {
  if (node == nullptr) return std::nullopt;
  if (lilv_node_is_bool(node)) return lilv_node_as_bool(node) ? 1.0f : 0.0f;
  if (!lilv_node_is_float(node) && !lilv_node_is_int(node)) return std::nullopt;
  const float value = lilv_node_as_float(node);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<float> number_of(const BundleWorld& world, const LilvNode* subject, const char* predicate) {
  for (const Node& node : world.objects(subject, predicate)) {
    if (const auto value = number(node.get())) return value;
  }
  return std::nullopt;
}

std::vector<ScalePoint> read_points(const BundleWorld& world, const LilvNode* subject) {
  std::vector<ScalePoint> points;
  for (const Node& point : world.objects(subject, LV2_CORE__scalePoint)) {
    const auto value = number_of(world, point.get(), uris::rdf_value);
    const auto label = world.text(point.get(), uris::rdfs_label);
    if (value && label) points.push_back({*value, *label});
  }
  std::ranges::sort(points, [](const ScalePoint& a, const ScalePoint& b) {
    return std::tie(a.value, a.label) < std::tie(b.value, b.label);
  });
  return points;
}

void read_properties_of(const BundleWorld& world, const LilvNode* subject, ValueModel& value) {
  std::set<std::string> properties;
  for (const Node& node : world.objects(subject, LV2_CORE__portProperty))
    properties.insert(text_of(node.get()));
  value.integer = properties.contains(LV2_CORE__integer);
  value.toggled = properties.contains(LV2_CORE__toggled);
  value.enumeration = properties.contains(LV2_CORE__enumeration);
  value.times_rate = properties.contains(LV2_CORE__sampleRate);
  value.logarithmic = properties.contains(LV2_PORT_PROPS__logarithmic);
  value.trigger = properties.contains(LV2_PORT_PROPS__trigger);
  value.hidden = properties.contains(LV2_PORT_PROPS__notOnGUI);
  value.expensive = properties.contains(LV2_PORT_PROPS__expensive) ||
                    properties.contains(LV2_PORT_PROPS__causesArtifacts) ||
                    properties.contains(LV2_PORT_PROPS__notAutomatic);
}

/// Bounds that are left out or upside down are made up so that the default and all scale points lie within.
void complete(
    ValueModel& value, std::optional<float> min, std::optional<float> max, std::optional<float> def) {
  if (min && max && *min > *max) std::swap(min, max);
  float least = def.value_or(0.0f);
  float most = def.value_or(1.0f);
  for (const ScalePoint& point : value.points) {
    least = std::min(least, point.value);
    most = std::max(most, point.value);
  }
  value.min = min.value_or(std::min({0.0f, least, max.value_or(0.0f)}));
  value.max = max.value_or(std::max({1.0f, most, value.min}));
  // The specification speaks of bounds only. A default between bounds of that kind (0 to 0.5, say) can only
  // be of the same kind; one beyond them is in Hz.
  value.default_times_rate = value.times_rate && def && *def >= value.min && *def <= value.max;
  const bool in_hz = value.times_rate && def && !value.default_times_rate;
  const float fallback = std::clamp(0.0f, value.min, value.max);
  if (!def && value.times_rate) value.default_times_rate = true;
  value.default_value = in_hz ? *def : std::clamp(def.value_or(fallback), value.min, value.max);
}

}  // namespace

ValueModel read_value(const BundleWorld& world, const LilvNode* subject) {
  ValueModel value;
  read_properties_of(world, subject, value);
  value.points = read_points(world, subject);
  value.unit = read_unit(world, subject);
  complete(
      value, number_of(world, subject, LV2_CORE__minimum), number_of(world, subject, LV2_CORE__maximum),
      number_of(world, subject, LV2_CORE__default));
  return value;
}

}  // namespace omx::lv2

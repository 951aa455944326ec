#include "formats/lv2/model/plugin_model.hpp"

#include <algorithm>

namespace omx::lv2 {

bool PluginModel::needs(const char* feature) const {
  return std::ranges::find(required_features, feature) != required_features.end();
}

bool PluginModel::wants(const char* feature) const {
  return needs(feature) || std::ranges::find(optional_features, feature) != optional_features.end();
}

const ValueModel& PluginModel::value_of(const ParamModel& param) const {
  return param.source == ParamSource::control ? ports[param.index].value : properties[param.index].value;
}

const std::string& PluginModel::symbol_of(const ParamModel& param) const {
  return param.source == ParamSource::control ? ports[param.index].symbol : properties[param.index].uri;
}

const std::string& PluginModel::name_of(const ParamModel& param) const {
  return param.source == ParamSource::control ? ports[param.index].name : properties[param.index].name;
}

}  // namespace omx::lv2

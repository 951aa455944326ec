#include "formats/lv2/model/build_params.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <clap/id.h>

namespace omx::lv2 {

namespace {

std::vector<ParamModel> without_ids(const PluginModel& model) {
  std::vector<ParamModel> params;
  for (std::uint32_t i = 0; i < model.ports.size(); ++i) {
    const PortModel& port = model.ports[i];
    if (port.kind != PortKind::control || port.designation == Designation::free_wheeling) continue;
    params.push_back({0, ParamSource::control, i, !port.input});
  }
  for (std::uint32_t i = 0; i < model.properties.size(); ++i) {
    const PropertyModel& property = model.properties[i];
    if (property.numeric()) params.push_back({0, ParamSource::property, i, !property.writable});
  }
  return params;
}

}  // namespace

std::uint32_t param_id_of(std::string_view symbol) {
  std::uint32_t hash = 0x811c9dc5;
  for (const char c : symbol) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
  return hash == CLAP_INVALID_ID ? 0 : hash;
}

std::vector<ParamModel> build_params(const PluginModel& model) {
  std::vector<ParamModel> params = without_ids(model);
  std::vector<ParamModel*> by_symbol;
  for (ParamModel& param : params) by_symbol.push_back(&param);
  std::ranges::sort(by_symbol, [&](const ParamModel* a, const ParamModel* b) {
    return model.symbol_of(*a) < model.symbol_of(*b);
  });
  std::set<std::uint32_t> taken;
  for (ParamModel* const param : by_symbol) {
    std::string symbol = model.symbol_of(*param);
    while (!taken.insert(param_id_of(symbol)).second) symbol += '\'';
    param->id = param_id_of(symbol);
  }
  return params;
}

}  // namespace omx::lv2

#include "formats/lv2/state/preset_values.hpp"

#include <cstring>

namespace omx::lv2 {

namespace {

template <typename Value>
double as_number(const void* value) {
  Value number{};
  std::memcpy(&number, value, sizeof number);
  return static_cast<double>(number);
}

}  // namespace

void take_preset_value(
    const char* symbol, void* adapter, const void* value, std::uint32_t size, std::uint32_t type) {
  Adapter& self = *static_cast<Adapter*>(adapter);
  const RtUrids& u = self.rt().urids;
  if (size == sizeof(float) && type == u.float_) self.set_param(symbol, as_number<float>(value));
  if (size == sizeof(double) && type == u.double_) self.set_param(symbol, as_number<double>(value));
  if (size == sizeof(std::int64_t) && type == u.long_) self.set_param(symbol, as_number<std::int64_t>(value));
  if (size == sizeof(std::int32_t) && (type == u.int_ || type == u.boolean))
    self.set_param(symbol, as_number<std::int32_t>(value));
}

const void* PresetValues::get(const char* symbol, void* self, std::uint32_t* size, std::uint32_t* type) {
  auto& values = *static_cast<PresetValues*>(self);
  const PluginModel& model = values.adapter_.model();
  *size = 0;
  *type = 0;
  for (const ParamModel& param : model.params) {
    if (param.readonly || param.source != ParamSource::control || model.symbol_of(param) != symbol) continue;
    float& value = values.values_[symbol];
    value = static_cast<float>(values.adapter_.rt().params.find(param.id)->value.load());
    *size = sizeof value;
    *type = values.adapter_.rt().urids.float_;
    return &value;
  }
  return nullptr;
}

}  // namespace omx::lv2

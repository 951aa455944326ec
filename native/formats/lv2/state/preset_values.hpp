/// Values of ports on their way to and from presets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "formats/lv2/plugin/adapter.hpp"

namespace omx::lv2 {

/// lilv's function for setting a port; `adapter` is an Adapter. Whatever numeric type the preset's author
/// chose.
void take_preset_value(
    const char* symbol, void* adapter, const void* value, std::uint32_t size, std::uint32_t type);

/// lilv's function for asking for a port's value.
class PresetValues {
public:
  explicit PresetValues(Adapter& adapter) : adapter_(adapter) {}

  static const void* get(const char* symbol, void* self, std::uint32_t* size, std::uint32_t* type);

private:
  Adapter& adapter_;
  std::map<std::string, float> values_;  ///< stay while lilv looks at them
};

}  // namespace omx::lv2

/// A plugin's code.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include <lv2/core/lv2.h>

#include "formats/lv2/model/plugin_model.hpp"

namespace omx::lv2 {

/// The shared object of a bundle, loaded while this lives.
class Binary {
public:
  /// Loads the code and looks up the plugin in it. `features` are those of the library's own entry point,
  /// which few use.
  static std::variant<std::unique_ptr<Binary>, Verdict>
  load(const PluginModel& model, const LV2_Feature* const* features);

  ~Binary();
  Binary(const Binary&) = delete;
  Binary& operator=(const Binary&) = delete;

  const LV2_Descriptor* descriptor() const { return descriptor_; }

private:
  Binary() = default;
  Verdict open(const PluginModel& model, const LV2_Feature* const* features);

  void* handle_ = nullptr;
  const LV2_Lib_Descriptor* library_ = nullptr;
  const LV2_Descriptor* descriptor_ = nullptr;
};

}  // namespace omx::lv2

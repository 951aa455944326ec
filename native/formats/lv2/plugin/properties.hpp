/// Properties of a plugin that are texts or paths, as control keeps them.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "formats/lv2/model/plugin_model.hpp"
#include "formats/lv2/process/rt_lv2.hpp"

namespace omx::lv2 {

/// [main-thread]
class Properties {
public:
  Properties(const PluginModel& model, RtLv2& rt) : model_(model), rt_(rt) {}

  /// URIs of those that are no parameters.
  const std::string* uri(std::uint32_t index) const;
  std::uint32_t count() const;

  /// Sends a value to the plugin. False for a property that is unknown or not to be written, and when too
  /// much waits for the audio thread already.
  bool set(const std::string& uri, const std::string& value);
  /// Keeps a value that the plugin knows already.
  void note(const std::string& uri, const std::string& value) {
    if (find(uri) != nullptr) values_[uri] = value;
  }
  std::optional<std::string> get(const std::string& uri);

  /// Asks the plugin for all values.
  void ask();
  /// Takes what the audio thread has heard from the plugin.
  void collect();

  /// All values that are known, for the state.
  const std::map<std::string, std::string>& values() const { return values_; }

private:
  const PropertyModel* find(const std::string& uri) const;
  void take(LV2_URID key, const LV2_Atom& value);

  const PluginModel& model_;
  RtLv2& rt_;
  std::map<std::string, std::string> values_;
};

}  // namespace omx::lv2

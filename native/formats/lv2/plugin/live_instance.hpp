/// An instantiated LV2 plugin.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>

#include <clap/host.h>
#include <lv2/core/lv2.h>

#include "formats/lv2/features/feature_set.hpp"
#include "formats/lv2/features/log.hpp"
#include "formats/lv2/features/options.hpp"
#include "formats/lv2/plugin/binary.hpp"

namespace omx::lv2 {

/// What an LV2 plugin is instantiated for. CLAP says so at activation only.
struct Rates {
  double sample_rate_hz = 0;
  std::uint32_t min_frames = 0;
  std::uint32_t max_frames = 0;

  bool operator==(const Rates&) const = default;
};

/// Owns a handle and the features that it was given. [main-thread]
class LiveInstance {
public:
  static std::variant<std::unique_ptr<LiveInstance>, Verdict>
  create(const PluginModel& model, const Binary& binary, const clap_host_t* host, const Rates& rates);

  ~LiveInstance();
  LiveInstance(const LiveInstance&) = delete;
  LiveInstance& operator=(const LiveInstance&) = delete;

  LV2_Handle handle() const { return handle_; }
  const LV2_Descriptor& descriptor() const { return descriptor_; }
  const Rates& rates() const { return rates_; }
  FeatureSet& features() { return features_; }

  /// An interface of the plugin's, null when it lacks it.
  template <typename Interface>
  const Interface* extension(const char* uri) const {
    if (descriptor_.extension_data == nullptr) return nullptr;
    return static_cast<const Interface*>(descriptor_.extension_data(uri));
  }

private:
  LiveInstance(const PluginModel& model, const Binary& binary, const clap_host_t* host, const Rates& rates);

  const LV2_Descriptor& descriptor_;
  const Rates rates_;
  Log log_;
  Options options_;
  FeatureSet features_;
  LV2_Handle handle_ = nullptr;
};

}  // namespace omx::lv2

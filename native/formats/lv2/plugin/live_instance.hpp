/// An instantiated LV2 plugin.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include <clap/host.h>
#include <lv2/core/lv2.h>

#include "formats/lv2/features/feature_set.hpp"
#include "formats/lv2/features/log.hpp"
#include "formats/lv2/features/options.hpp"
#include "formats/lv2/plugin/binary.hpp"
#include "formats/lv2/state/state_paths.hpp"
#include "formats/lv2/worker/worker_pool.hpp"

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
  /// `paths` outlives it.
  static std::variant<std::unique_ptr<LiveInstance>, Verdict> create(
      const PluginModel& model, const Binary& binary, const clap_host_t* host, const Rates& rates,
      StatePaths& paths);

  ~LiveInstance();
  LiveInstance(const LiveInstance&) = delete;
  LiveInstance& operator=(const LiveInstance&) = delete;

  LV2_Handle handle() const { return handle_; }
  const LV2_Descriptor& descriptor() const { return descriptor_; }
  const Rates& rates() const { return rates_; }
  FeatureSet& features() { return features_; }
  /// For a restore(), while a Restoring lives.
  FeatureSet& restore_features() { return restore_features_; }
  /// The same without those for paths, which lilv adds for the folder of a preset.
  FeatureSet& preset_features() { return preset_features_; }
  /// Null when the plugin has no work done.
  RtWorker* worker() { return worker_ != nullptr ? &worker_->rt : nullptr; }

  /// An interface of the plugin's, null when it lacks it.
  template <typename Interface>
  const Interface* extension(const char* uri) const {
    if (descriptor_.extension_data == nullptr) return nullptr;
    return static_cast<const Interface*>(descriptor_.extension_data(uri));
  }

  /// While it lives, the pool does no work for the plugin, and what restore() schedules is done at once, on
  /// the calling thread. The audio thread may go on to schedule: that waits.
  class Restoring {
  public:
    explicit Restoring(LiveInstance& live);
    ~Restoring();
    Restoring(const Restoring&) = delete;
    Restoring& operator=(const Restoring&) = delete;

  private:
    LiveInstance& live_;
  };

private:
  LiveInstance(
      const PluginModel& model, const Binary& binary, const clap_host_t* host, const Rates& rates,
      StatePaths& paths);
  void add_features(FeatureSet& features, LV2_Worker_Schedule& schedule);
  void start_worker();

  const LV2_Descriptor& descriptor_;
  const Rates rates_;
  Log log_;
  Options options_;
  LV2_Worker_Schedule schedule_;
  LV2_Worker_Schedule restore_schedule_;
  FeatureSet features_;
  FeatureSet restore_features_;
  FeatureSet preset_features_;
  LV2_Handle handle_ = nullptr;
  std::shared_ptr<WorkerPool> pool_;
  std::unique_ptr<WorkerClient> worker_;
  std::optional<WorkerPool::Pause> pause_;
};

}  // namespace omx::lv2

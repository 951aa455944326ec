#include "formats/lv2/plugin/live_instance.hpp"

#include <lv2/buf-size/buf-size.h>

#include "formats/lv2/plugin/build_rt.hpp"
#include "formats/lv2/plugin/event_size.hpp"

namespace omx::lv2 {

std::variant<std::unique_ptr<LiveInstance>, Verdict> LiveInstance::create(
    const PluginModel& model, const Binary& binary, const clap_host_t* host, const Rates& rates,
    StatePaths& paths) {
  std::unique_ptr<LiveInstance> live(new LiveInstance(model, binary, host, rates, paths));
  live->handle_ = live->descriptor_.instantiate(
      &live->descriptor_, rates.sample_rate_hz, model.bundle.c_str(), live->features_.list());
  if (live->handle_ == nullptr) {
    return Verdict{
        OMX_CLAP_LV2_INSTANTIATE_FAILED, "it refused to be instantiated at " +
                                             std::to_string(static_cast<long>(rates.sample_rate_hz)) + " Hz"};
  }
  live->start_worker();
  return live;
}

LiveInstance::LiveInstance(
    const PluginModel& model, const Binary& binary, const clap_host_t* host, const Rates& rates,
    StatePaths& paths)
    : descriptor_(*binary.descriptor()), rates_(rates), log_(host),
      options_(
          rates.sample_rate_hz, shortest_run(model, rates), longest_run(model, rates.max_frames),
          event_bytes(model)),
      schedule_{
          this,
          [](LV2_Worker_Schedule_Handle self, std::uint32_t size, const void* data) {
            RtWorker* const worker = static_cast<LiveInstance*>(self)->worker();
            return worker != nullptr ? rt_schedule(*worker, size, data) : LV2_WORKER_ERR_UNKNOWN;
          }},
      restore_schedule_{this, [](LV2_Worker_Schedule_Handle self, std::uint32_t size, const void* data) {
                          auto& pause = static_cast<LiveInstance*>(self)->pause_;
                          return pause ? pause->work(size, data) : LV2_WORKER_ERR_UNKNOWN;
                        }} {
  // Only those that rely on them are given these, and their runs are of such lengths.
  for (const char* const length : {LV2_BUF_SIZE__fixedBlockLength, LV2_BUF_SIZE__powerOf2BlockLength}) {
    if (model.needs(length)) features_.add(length, nullptr);
  }
  if (model.wants(LV2_BUF_SIZE__coarseBlockLength)) features_.add(LV2_BUF_SIZE__coarseBlockLength, nullptr);
  add_features(features_, schedule_);
  add_features(restore_features_, restore_schedule_);
  add_features(preset_features_, restore_schedule_);
  for (FeatureSet* const features : {&features_, &restore_features_}) {
    features->add(LV2_STATE__mapPath, paths.map_feature());
    features->add(LV2_STATE__makePath, paths.make_feature());
    features->add(LV2_STATE__freePath, paths.free_feature());
  }
}

void LiveInstance::add_features(FeatureSet& features, LV2_Worker_Schedule& schedule) {
  features.add(LV2_LOG__log, log_.feature());
  features.add(LV2_OPTIONS__options, const_cast<LV2_Options_Option*>(options_.list()));
  features.add(LV2_WORKER__schedule, &schedule);
}

LiveInstance::~LiveInstance() {
  if (worker_ != nullptr) pool_->remove(*worker_);
  if (handle_ != nullptr) descriptor_.cleanup(handle_);
}

void LiveInstance::start_worker() {
  const auto* const interface = extension<LV2_Worker_Interface>(LV2_WORKER__interface);
  if (interface == nullptr || interface->work == nullptr) return;
  pool_ = WorkerPool::shared();
  worker_ = std::make_unique<WorkerClient>(pool_->wake(), *interface, handle_);
  pool_->add(*worker_);
}

LiveInstance::Restoring::Restoring(LiveInstance& live) : live_(live) {
  if (live_.worker_ != nullptr) live_.pause_.emplace(*live_.pool_, *live_.worker_);
}

LiveInstance::Restoring::~Restoring() {
  live_.pause_.reset();
}

}  // namespace omx::lv2

#include "formats/lv2/plugin/live_instance.hpp"

#include "formats/lv2/plugin/event_size.hpp"

namespace omx::lv2 {

std::variant<std::unique_ptr<LiveInstance>, Verdict> LiveInstance::create(
    const PluginModel& model, const Binary& binary, const clap_host_t* host, const Rates& rates) {
  std::unique_ptr<LiveInstance> live(new LiveInstance(model, binary, host, rates));
  live->handle_ = live->descriptor_.instantiate(
      &live->descriptor_, rates.sample_rate_hz, model.bundle.c_str(), live->features_.list());
  if (live->handle_ == nullptr) {
    return Verdict{
        OMX_CLAP_LV2_INSTANTIATE_FAILED, "it refused to be instantiated at " +
                                             std::to_string(static_cast<long>(rates.sample_rate_hz)) + " Hz"};
  }
  return live;
}

LiveInstance::LiveInstance(
    const PluginModel& model, const Binary& binary, const clap_host_t* host, const Rates& rates)
    : descriptor_(*binary.descriptor()), rates_(rates), log_(host),
      options_(rates.sample_rate_hz, rates.min_frames, rates.max_frames, event_bytes(model)) {
  features_.add(LV2_LOG__log, log_.feature());
  features_.add(LV2_OPTIONS__options, const_cast<LV2_Options_Option*>(options_.list()));
}

LiveInstance::~LiveInstance() {
  if (handle_ != nullptr) descriptor_.cleanup(handle_);
}

}  // namespace omx::lv2

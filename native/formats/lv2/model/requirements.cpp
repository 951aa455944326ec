#include "formats/lv2/model/requirements.hpp"

#include <algorithm>

#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/data-access/data-access.h>
#include <lv2/instance-access/instance-access.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

namespace omx::lv2 {

namespace {

constexpr const char* features[] = {
    LV2_URID__map,
    LV2_URID__unmap,
    LV2_OPTIONS__options,
    LV2_LOG__log,
    LV2_WORKER__schedule,
    LV2_STATE__mapPath,
    LV2_STATE__makePath,
    LV2_STATE__freePath,
    LV2_STATE__loadDefaultState,
    LV2_STATE__threadSafeRestore,
    LV2_BUF_SIZE__boundedBlockLength,
    LV2_BUF_SIZE__coarseBlockLength,
    LV2_BUF_SIZE__fixedBlockLength,
    LV2_BUF_SIZE__powerOf2BlockLength,
    LV2_CORE__isLive,
    LV2_CORE__hardRTCapable,
    LV2_CORE__inPlaceBroken,
};

constexpr const char* options[] = {
    LV2_BUF_SIZE__maxBlockLength, LV2_BUF_SIZE__minBlockLength, LV2_BUF_SIZE__nominalBlockLength,
    LV2_BUF_SIZE__sequenceSize,   LV2_PARAMETERS__sampleRate,
};

template <typename Offered>
const std::string* missing(const std::vector<std::string>& wanted, const Offered& offered) {
  for (const std::string& uri : wanted) {
    if (std::ranges::find(offered, uri) == std::ranges::end(offered)) return &uri;
  }
  return nullptr;
}

Verdict refused_feature(const std::string& uri) {
  const bool for_ui = uri == LV2_INSTANCE_ACCESS_URI || uri == LV2_DATA_ACCESS_URI;
  return {
      OMX_CLAP_LV2_FEATURE_REFUSED,
      "it requires the feature " + uri + (for_ui ? ", which only a user interface may have" : "")};
}

}  // namespace

std::span<const char* const> offered_features() {
  return features;
}

std::span<const char* const> offered_options() {
  return options;
}

Verdict judge_requirements(const PluginModel& model) {
  if (const std::string* feature = missing(model.required_features, offered_features()))
    return refused_feature(*feature);
  if (const std::string* option = missing(model.required_options, offered_options()))
    return {OMX_CLAP_LV2_OPTION_REFUSED, "it requires the option " + *option};
  for (const PortModel& port : model.ports) {
    if (port.kind == PortKind::other && !port.optional)
      return {OMX_CLAP_LV2_PORT_REFUSED, "its port " + port.symbol + " is of a type that is not known"};
  }
  return {};
}

}  // namespace omx::lv2

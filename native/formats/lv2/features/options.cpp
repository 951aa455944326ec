#include "formats/lv2/features/options.hpp"

#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/parameters/parameters.h>

#include "formats/lv2/features/urid_map.hpp"

namespace omx::lv2 {

namespace {

template <typename Value>
LV2_Options_Option option(const char* key, const char* type, const Value& value) {
  UridMap& map = UridMap::process();
  return {LV2_OPTIONS_INSTANCE, 0, map.map(key), sizeof value, map.map(type), &value};
}

}  // namespace

Options::Options(
    double sample_rate_hz, std::uint32_t min_frames, std::uint32_t max_frames, std::uint32_t sequence_bytes)
    : sample_rate_hz_(static_cast<float>(sample_rate_hz)), min_frames_(static_cast<std::int32_t>(min_frames)),
      max_frames_(static_cast<std::int32_t>(max_frames)),
      sequence_bytes_(static_cast<std::int32_t>(sequence_bytes)),
      list_{
          option(LV2_PARAMETERS__sampleRate, LV2_ATOM__Float, sample_rate_hz_),
          option(LV2_BUF_SIZE__minBlockLength, LV2_ATOM__Int, min_frames_),
          option(LV2_BUF_SIZE__maxBlockLength, LV2_ATOM__Int, max_frames_),
          option(LV2_BUF_SIZE__nominalBlockLength, LV2_ATOM__Int, max_frames_),
          option(LV2_BUF_SIZE__sequenceSize, LV2_ATOM__Int, sequence_bytes_),
          LV2_Options_Option{LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, nullptr}} {}

}  // namespace omx::lv2

/// Patch messages: properties set on a plugin, and told by it.
#pragma once

#include <cstdint>

#include <clap/events.h>
#include <lv2/atom/atom.h>
#include <lv2/urid/urid.h>

#include "base/rt.hpp"

namespace omx::lv2 {

struct RtLv2;
struct RtParam;

/// How a numeric property is written.
enum class RtNumber : std::uint8_t { none, boolean, int32, int64, float32, float64 };

struct RtProperty {
  LV2_URID key = 0;
  RtNumber number = RtNumber::none;  ///< none: text or a path, which control keeps
  RtParam* param = nullptr;          ///< of a numeric one
};

/// Sends the value of a numeric property at `time` of the run to come.
void rt_send_property(RtLv2& p, const RtParam& param, std::uint32_t time) noexcept OMX_RT;

/// Takes an object that the plugin wrote. Numbers become parameter values, told to the host; texts go to
/// control. False when it is no patch message.
bool rt_take_patch(
    RtLv2& p, const LV2_Atom& object, const clap_output_events_t& out, std::uint32_t time) noexcept OMX_RT;

}  // namespace omx::lv2

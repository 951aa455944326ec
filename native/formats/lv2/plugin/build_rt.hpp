/// Makes the audio thread's view of a plugin.
#pragma once

#include <memory>

#include "formats/lv2/model/plugin_model.hpp"
#include "formats/lv2/plugin/live_instance.hpp"
#include "formats/lv2/process/rt_lv2.hpp"

namespace omx::lv2 {

/// Without a handle; parameters at their defaults.
std::unique_ptr<RtLv2> build_rt(const PluginModel& model, const clap_host_t* host);

/// Ranges for a sample rate. A value that is out of range by it is moved in; one that was the default is the
/// default again. Whether any range changed.
bool set_ranges(RtLv2& rt, const PluginModel& model, double sample_rate_hz);

/// Bounds and default of a parameter at a sample rate.
double min_of(const ValueModel& value, double sample_rate_hz);
double max_of(const ValueModel& value, double sample_rate_hz);
double default_of(const ValueModel& value, double sample_rate_hz);
/// Whether all values that it may have are whole numbers.
bool is_stepped(const ValueModel& value);

/// How long the plugin's runs are when the host's blocks are of these lengths.
std::uint32_t longest_run(const PluginModel& model, std::uint32_t max_frames);
std::uint32_t shortest_run(const PluginModel& model, const Rates& rates);

/// Memory for blocks of `max_frames`, and every port connected. `rt.handle` is set.
void connect_ports(RtLv2& rt, const PluginModel& model, std::uint32_t max_frames);

}  // namespace omx::lv2

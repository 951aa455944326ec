/// One instance of an effect as a CLAP plugin.
#pragma once

#include <atomic>
#include <memory>

#include <clap/ext/params.h>
#include <clap/plugin.h>

#include "effect/player.hpp"
#include "formats/clap/abi/tail.hpp"

namespace omx::clap {

/// Owns the effect and the values that the host sees. The methods carry CLAP's threads; the values may be
/// read on any.
class ClapEffect {
public:
  /// The plugin of a new instance, or null without memory. plugin->destroy() deletes it. `descriptor` lives
  /// on.
  static const clap_plugin_t* create(
      const RegisteredEffect& effect, const clap_plugin_descriptor_t& descriptor,
      const clap_host_t* host) noexcept;

  static ClapEffect& of(const clap_plugin_t* plugin) noexcept {
    return *static_cast<ClapEffect*>(plugin->plugin_data);
  }

  const EffectInfo& info() const noexcept { return player_.info(); }
  const Player& player() const noexcept { return player_; }

  /// Channels of every port: 2, or 1 after a host has chosen so. [main-thread]
  std::uint32_t channels() const noexcept { return channels_; }
  void set_channels(std::uint32_t channels) noexcept { channels_ = channels; }
  bool is_active() const noexcept { return is_active_; }

  /// Index of a parameter, or the number of parameters when there is none with this id.
  std::uint32_t index_of(clap_id id) const noexcept;

  double value(std::uint32_t index) const noexcept { return values_[index].load(std::memory_order_relaxed); }

  /// Takes all values from a state; a running effect hears them from its next block. [main-thread]
  void load_values(std::span<const double> values) noexcept;

  const clap_host_t* host() const noexcept { return host_; }

  /// Tells the host that values changed by themselves. [main-thread]
  void tell_values_changed() const noexcept;

  /// Applies a list of events at once. [active ? audio-thread : main-thread]
  void flush(const clap_input_events_t* events) noexcept;

  /// Frames of the tail as CLAP counts them. [main-thread, audio-thread]
  std::uint32_t tail_frames() const noexcept { return tail_frames_.load(std::memory_order_relaxed); }

private:
  ClapEffect(
      const RegisteredEffect& effect, const clap_plugin_descriptor_t& descriptor, const clap_host_t* host);

  void init() noexcept;
  bool activate(double sample_rate_hz) noexcept;
  clap_process_status process(const clap_process_t& block) noexcept;
  void process_with_events(
      const Buffers& buffers, std::uint32_t frames, const clap_input_events_t* events) noexcept;
  void apply(const clap_event_header_t& event) noexcept;
  void apply(const clap_event_param_value_t& change) noexcept;
  void apply(const clap_event_transport_t& transport) noexcept;
  void take_loaded_values() noexcept;
  bool update_tail() noexcept;

  const clap_host_t* host_;
  const abi::HostTail* host_tail_ = nullptr;
  const clap_host_params_t* host_params_ = nullptr;
  Player player_;
  std::uint32_t channels_ = 2;
  bool is_active_ = false;
  std::unique_ptr<std::atomic<double>[]> values_;
  std::atomic<bool> values_loaded_{false};
  std::atomic<std::uint32_t> tail_frames_{0};
  clap_plugin_t plugin_;
};

}  // namespace omx::clap

#include "clap/clap_effect.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "clap/extensions.hpp"

namespace omx::clap {

namespace {

bool has_channels(
    const clap_audio_buffer_t* buffers, std::uint32_t count, std::uint32_t port,
    std::uint32_t channels) noexcept {
  return port < count && buffers != nullptr && buffers[port].channel_count >= channels &&
         buffers[port].data32 != nullptr;
}

}  // namespace

const clap_plugin_t* ClapEffect::create(
    const RegisteredEffect& effect, const clap_plugin_descriptor_t& descriptor,
    const clap_host_t* host) noexcept {
  try {
    auto* instance = new ClapEffect(effect, descriptor, host);
    return &instance->plugin_;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

ClapEffect::ClapEffect(
    const RegisteredEffect& effect, const clap_plugin_descriptor_t& descriptor, const clap_host_t* host)
    : host_(host), player_(effect),
      values_(std::make_unique<std::atomic<double>[]>(effect.info->params.size())), plugin_{} {
  for (std::size_t i = 0; i < info().params.size(); ++i) {
    values_[i].store(info().params[i].default_value, std::memory_order_relaxed);
  }
  plugin_.desc = &descriptor;
  plugin_.plugin_data = this;
  plugin_.init = [](const clap_plugin_t* plugin) {
    of(plugin).init();
    return true;
  };
  plugin_.destroy = [](const clap_plugin_t* plugin) { delete &of(plugin); };
  plugin_.activate = [](const clap_plugin_t* plugin, double sample_rate_hz, std::uint32_t, std::uint32_t) {
    return of(plugin).activate(sample_rate_hz);
  };
  plugin_.deactivate = [](const clap_plugin_t* plugin) { of(plugin).is_active_ = false; };
  plugin_.start_processing = [](const clap_plugin_t*) { return true; };
  plugin_.stop_processing = [](const clap_plugin_t*) {};
  plugin_.reset = [](const clap_plugin_t* plugin) { of(plugin).player_.reset(); };
  plugin_.process = [](const clap_plugin_t* plugin, const clap_process_t* block) {
    return of(plugin).process(*block);
  };
  plugin_.get_extension = [](const clap_plugin_t* plugin, const char* id) {
    return find_extension(of(plugin).info(), id);
  };
  plugin_.on_main_thread = [](const clap_plugin_t*) {};
}

void ClapEffect::init() noexcept {
  host_tail_ = static_cast<const abi::HostTail*>(host_->get_extension(host_, abi::tail_id));
  host_params_ = static_cast<const clap_host_params_t*>(host_->get_extension(host_, CLAP_EXT_PARAMS));
}

void ClapEffect::tell_values_changed() const noexcept {
  if (host_params_ != nullptr) {
    host_params_->rescan(host_, CLAP_PARAM_RESCAN_VALUES);
  }
}

std::uint32_t ClapEffect::index_of(clap_id id) const noexcept {
  const auto found = std::find_if(
      info().params.begin(), info().params.end(), [id](const ParamInfo& param) { return param.id == id; });
  return static_cast<std::uint32_t>(found - info().params.begin());
}

bool ClapEffect::activate(double sample_rate_hz) noexcept {
  if (!(sample_rate_hz >= 1000.0 && sample_rate_hz <= 1e6)) {
    return false;
  }
  values_loaded_.store(true, std::memory_order_relaxed);
  take_loaded_values();
  try {
    player_.prepare(sample_rate_hz);
  } catch (const std::bad_alloc&) {
    return false;
  }
  update_tail();
  is_active_ = true;
  return true;
}

void ClapEffect::load_values(std::span<const double> values) noexcept {
  for (std::size_t i = 0; i < values.size(); ++i) {
    values_[i].store(values[i], std::memory_order_relaxed);
  }
  values_loaded_.store(true, std::memory_order_release);
}

void ClapEffect::take_loaded_values() noexcept {
  if (!values_loaded_.load(std::memory_order_relaxed) ||
      !values_loaded_.exchange(false, std::memory_order_acquire)) {
    return;
  }
  for (std::uint32_t i = 0; i < info().params.size(); ++i) {
    player_.set_param(i, value(i));
  }
}

void ClapEffect::apply(const clap_event_header_t& event) noexcept {
  if (event.space_id != CLAP_CORE_EVENT_SPACE_ID) {
    return;
  }
  if (event.type == CLAP_EVENT_PARAM_VALUE) {
    apply(reinterpret_cast<const clap_event_param_value_t&>(event));
  } else if (event.type == CLAP_EVENT_TRANSPORT) {
    apply(reinterpret_cast<const clap_event_transport_t&>(event));
  }
}

void ClapEffect::apply(const clap_event_param_value_t& change) noexcept {
  const auto* param = static_cast<const ParamInfo*>(change.cookie);
  const std::uint32_t index =
      param != nullptr ? static_cast<std::uint32_t>(param - info().params.data()) : index_of(change.param_id);
  if (index >= info().params.size() || !std::isfinite(change.value)) {
    return;
  }
  const double accepted = accepted_value(info().params[index], change.value);
  values_[index].store(accepted, std::memory_order_relaxed);
  player_.set_param(index, accepted);
}

void ClapEffect::apply(const clap_event_transport_t& transport) noexcept {
  player_.set_tempo((transport.flags & CLAP_TRANSPORT_HAS_TEMPO) != 0 ? transport.tempo : 0.0);
}

void ClapEffect::flush(const clap_input_events_t* events) noexcept {
  take_loaded_values();
  const std::uint32_t count = events != nullptr ? events->size(events) : 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    apply(*events->get(events, i));
  }
}

clap_process_status ClapEffect::process(const clap_process_t& block) noexcept {
  if (!has_channels(block.audio_inputs, block.audio_inputs_count, 0, channels_) ||
      !has_channels(block.audio_outputs, block.audio_outputs_count, 0, channels_)) {
    return CLAP_PROCESS_ERROR;
  }
  take_loaded_values();
  if (block.transport != nullptr) {
    apply(*block.transport);
  }
  const std::uint32_t last = channels_ - 1;
  float* const* in = block.audio_inputs[0].data32;
  float* const* out = block.audio_outputs[0].data32;
  Buffers buffers{{in[0], in[last]}, {}, {out[0], out[last]}, channels_};
  if (has_channels(block.audio_inputs, block.audio_inputs_count, 1, channels_)) {
    float* const* side = block.audio_inputs[1].data32;
    buffers.side_chain[0] = side[0];
    buffers.side_chain[1] = side[last];
  }
  process_with_events(buffers, block.frames_count, block.in_events);
  block.audio_outputs[0].constant_mask = 0;
  if (update_tail() && host_tail_ != nullptr && host_tail_->changed != nullptr) {
    host_tail_->changed(host_);
  }
  return player_.asleep() ? CLAP_PROCESS_SLEEP : CLAP_PROCESS_CONTINUE;
}

/// Splits the block at the times of its events.
void ClapEffect::process_with_events(
    const Buffers& buffers, std::uint32_t frames, const clap_input_events_t* events) noexcept {
  const std::uint32_t count = events != nullptr ? events->size(events) : 0;
  std::uint32_t event = 0;
  std::uint32_t at = 0;
  do {
    std::uint32_t end = frames;
    for (; event < count; ++event) {
      const clap_event_header_t* header = events->get(events, event);
      if (header->time > at && header->time < frames) {
        end = header->time;
        break;
      }
      apply(*header);
    }
    player_.play(buffers, at, end);
    at = end;
  } while (at < frames);
}

/// True when the tail has changed.
bool ClapEffect::update_tail() noexcept {
  constexpr double longest = std::numeric_limits<std::int32_t>::max();
  const auto frames = static_cast<std::uint32_t>(std::clamp(player_.tail_frames(), 0.0, longest));
  return tail_frames_.exchange(frames, std::memory_order_relaxed) != frames;
}

}  // namespace omx::clap

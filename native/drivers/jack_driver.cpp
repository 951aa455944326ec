#include "drivers/jack_driver.hpp"

#include <jack/midiport.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "drivers/jack_transport.hpp"

namespace omx {
namespace {

jack_port_t* port_of(RtPortHandle handle) {
  return static_cast<jack_port_t*>(handle);
}

bool is_input(RtPortHandle handle) {
  return (jack_port_flags(port_of(handle)) & JackPortIsInput) != 0;
}

void print_error(const char* message) {
  std::fprintf(stderr, "libjack: %s\n", message);
}

void ignore_message(const char*) {}

std::string open_failure(jack_status_t status) {
  if ((status & JackNameNotUnique) != 0) return "the name is taken";
  if ((status & JackServerFailed) != 0) return "no server can be reached";
  if ((status & JackVersionError) != 0) return "the server speaks another protocol version";
  if ((status & JackShmFailure) != 0) return "no access to the server's shared memory";
  return "the server refused it";
}

unsigned long flags_of(DriverPortKind kind) {
  const bool input = kind == DriverPortKind::audio_input || kind == DriverPortKind::midi_input;
  return input ? JackPortIsInput : JackPortIsOutput;
}

const char* type_of(DriverPortKind kind) {
  const bool audio = kind == DriverPortKind::audio_input || kind == DriverPortKind::audio_output;
  return audio ? JACK_DEFAULT_AUDIO_TYPE : JACK_DEFAULT_MIDI_TYPE;
}

}  // namespace

Result<std::unique_ptr<Driver>> JackDriver::open(const std::string& client_name, const DriverHooks& hooks) {
  jack_set_error_function(print_error);
  jack_set_info_function(ignore_message);
  if (client_name.empty() || client_name.size() >= static_cast<std::size_t>(jack_client_name_size())) {
    return Error{ErrorCode::audio_client, "the name is empty or too long"};
  }
  jack_status_t status{};
  const auto options = static_cast<jack_options_t>(JackUseExactName | JackNoStartServer);
  jack_client_t* const client = jack_client_open(client_name.c_str(), options, &status);
  if (client == nullptr) return Error{ErrorCode::audio_client, open_failure(status)};
  if (client_name != jack_get_client_name(client)) {
    jack_client_close(client);
    return Error{ErrorCode::audio_client, "the name is taken"};
  }
  return std::unique_ptr<Driver>(new JackDriver(client, hooks));
}

JackDriver::JackDriver(jack_client_t* client, const DriverHooks& hooks)
    : client_(client), hooks_(hooks), name_(jack_get_client_name(client)),
      sample_rate_hz_(jack_get_sample_rate(client)), block_frames_(jack_get_buffer_size(client)) {
  set_callbacks();
}

void JackDriver::set_callbacks() {
  jack_set_process_callback(client_, on_process, this);
  jack_set_thread_init_callback(client_, on_thread_init, this);
  jack_set_buffer_size_callback(client_, on_buffer_size, this);
  jack_set_sample_rate_callback(client_, on_sample_rate, this);
  jack_set_xrun_callback(client_, on_xrun, this);
  jack_set_freewheel_callback(client_, on_freewheel, this);
  jack_set_latency_callback(client_, on_latency, this);
  jack_on_info_shutdown(client_, on_shutdown, this);
}

JackDriver::~JackDriver() {
  stop();
  if (client_ != nullptr) jack_client_close(client_);
}

Result<RtPortHandle>
JackDriver::register_port(DriverPortKind kind, const std::string& short_name, const std::string& alias) {
  jack_port_t* const port =
      lost() ? nullptr : jack_port_register(client_, short_name.c_str(), type_of(kind), flags_of(kind), 0);
  if (port == nullptr)
    return Error{ErrorCode::port_register, "the server registered no port " + name_ + ":" + short_name};
  if (!alias.empty()) jack_port_set_alias(port, alias.c_str());
  port_names_[port] = jack_port_name(port);
  return RtPortHandle{port};
}

void JackDriver::unregister_port(RtPortHandle port) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(latencies_, [&](const DriverPortLatency& latency) { return latency.port == port; });
    for (DriverPortLatency& latency : latencies_) std::erase(latency.peers, port);
  }
  port_names_.erase(port);
  if (!lost()) jack_port_unregister(client_, port_of(port));
}

std::string JackDriver::full_name(RtPortHandle port) const {
  const auto found = port_names_.find(port);
  return found != port_names_.end() ? found->second : "";
}

void JackDriver::set_latencies(std::vector<DriverPortLatency> latencies) {
  {
    const std::lock_guard lock(mutex_);
    latencies_ = std::move(latencies);
  }
  if (running()) jack_recompute_total_latencies(client_);
}

/// libjack sleeps for more than a period when latencies are looked at while the graph changes, and the server
/// waits for that before it makes the next connection.
void JackDriver::hold_latencies() {
  const std::lock_guard lock(mutex_);
  latencies_held_ = true;
}

void JackDriver::release_latencies() {
  bool missed = false;
  {
    const std::lock_guard lock(mutex_);
    latencies_held_ = false;
    missed = std::exchange(latencies_missed_, false);
  }
  if (missed && running()) jack_recompute_total_latencies(client_);
}

Status JackDriver::connect(const std::string& from, const std::string& to) {
  if (lost()) return Error{ErrorCode::connect_failed, "the audio server is gone"};
  {
    const std::lock_guard lock(mutex_);
    latencies_missed_ = false;  // the server asks once more for a new connection
  }
  const int result = jack_connect(client_, from.c_str(), to.c_str());
  if (result == 0 || result == EEXIST) return done();
  // Looked up only now: jack_port_by_name sleeps for more than a period while the graph changes.
  for (const std::string& name : {from, to}) {
    if (jack_port_by_name(client_, name.c_str()) == nullptr)
      return Error{ErrorCode::connect_failed, "there is no port " + name};
  }
  return Error{ErrorCode::connect_failed, "the audio server refused it"};
}

Status JackDriver::disconnect(const std::string& from, const std::string& to) {
  if (lost()) return Error{ErrorCode::disconnect_failed, "the audio server is gone"};
  if (jack_disconnect(client_, from.c_str(), to.c_str()) == 0) return done();
  return Error{ErrorCode::disconnect_failed, "they are not connected"};
}

Status JackDriver::start(RtCycleRunner& runner) {
  runner_ = &runner;
  if (lost() || jack_activate(client_) != 0) {
    return Error{ErrorCode::audio_activate, "the audio server did not activate " + name_};
  }
  active_ = true;
  return done();
}

void JackDriver::stop() {
  if (active_ && !lost()) jack_deactivate(client_);
  active_ = false;
}

double JackDriver::load_percent() const {
  return lost() ? 0.0 : static_cast<double>(jack_cpu_load(client_));
}

DriverNews JackDriver::take_news() {
  DriverNews news;
  news.block_changed = block_changed_.exchange(false);
  if (lost() && client_ != nullptr) {
    // Before another client is opened: libjack then frees those of a dead server by itself.
    jack_client_close(std::exchange(client_, nullptr));
    const std::lock_guard lock(mutex_);
    news.gone = true;
    news.gone_reason = gone_reason_;
  }
  return news;
}

void JackDriver::publish_latencies(jack_latency_callback_mode_t mode) {
  const std::lock_guard lock(mutex_);
  if (latencies_held_) {
    latencies_missed_ = true;
    return;
  }
  for (const DriverPortLatency& own : latencies_) {
    if (is_input(own.port) != (mode == JackPlaybackLatency)) continue;
    jack_latency_range_t sum{own.min_frames, own.max_frames};
    jack_latency_range_t widest{UINT32_MAX, 0};
    for (const RtPortHandle peer : own.peers) {
      jack_latency_range_t range{};
      jack_port_get_latency_range(port_of(peer), mode, &range);
      widest.min = std::min(widest.min, range.min);
      widest.max = std::max(widest.max, range.max);
    }
    if (!own.peers.empty()) sum = {own.min_frames + widest.min, own.max_frames + widest.max};
    jack_port_set_latency_range(port_of(own.port), mode, &sum);
  }
}

int JackDriver::on_process(jack_nframes_t frames, void* context) noexcept {
  auto* const driver = static_cast<JackDriver*>(context);
  jack_position_t position{};
  const jack_transport_state_t state = jack_transport_query(driver->client_, &position);
  const RtTransport transport = transport_of(state, position);
  const RtCycle cycle{
      driver, frames, jack_last_frame_time(driver->client_),
      !driver->freewheeling_.load(std::memory_order_relaxed), &transport};
  driver->runner_->run(cycle);
  return 0;
}

void JackDriver::on_thread_init(void* context) noexcept {
  const auto* const driver = static_cast<JackDriver*>(context);
  if (driver->hooks_.prepare_thread) driver->hooks_.prepare_thread();
}

int JackDriver::on_buffer_size(jack_nframes_t frames, void* context) noexcept {
  auto* const driver = static_cast<JackDriver*>(context);
  if (driver->block_frames_.exchange(frames) == frames) return 0;
  driver->block_changed_ = true;
  driver->hooks_.wake_control();
  return 0;
}

int JackDriver::on_sample_rate(jack_nframes_t rate_hz, void* context) noexcept {
  auto* const driver = static_cast<JackDriver*>(context);
  if (driver->sample_rate_hz_.exchange(rate_hz) == rate_hz) return 0;
  driver->block_changed_ = true;
  driver->hooks_.wake_control();
  return 0;
}

int JackDriver::on_xrun(void* context) noexcept {
  const auto* const driver = static_cast<JackDriver*>(context);
  if (driver->runner_ != nullptr) driver->runner_->count_xrun();
  return 0;
}

void JackDriver::on_freewheel(int starting, void* context) noexcept {
  static_cast<JackDriver*>(context)->freewheeling_.store(starting != 0, std::memory_order_relaxed);
}

void JackDriver::on_latency(jack_latency_callback_mode_t mode, void* context) noexcept {
  static_cast<JackDriver*>(context)->publish_latencies(mode);
}

void JackDriver::on_shutdown(jack_status_t, const char* reason, void* context) noexcept {
  auto* const driver = static_cast<JackDriver*>(context);
  {
    const std::lock_guard lock(driver->mutex_);
    driver->gone_reason_ = reason != nullptr ? reason : "";
  }
  driver->gone_.store(true, std::memory_order_release);
  driver->hooks_.wake_control();
}

// libjack's buffer functions carry no mark; they read shared memory only.
OMX_RT_UNCHECKED_BEGIN

float* JackDriver::audio(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT {
  return static_cast<float*>(jack_port_get_buffer(port_of(port), frames));
}

std::uint32_t JackDriver::midi_count(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT {
  void* const buffer = jack_port_get_buffer(port_of(port), frames);
  return buffer != nullptr ? jack_midi_get_event_count(buffer) : 0;
}

bool JackDriver::midi_read(
    RtPortHandle port, std::uint32_t frames, std::uint32_t index, RtMidi& midi) noexcept OMX_RT {
  void* const buffer = jack_port_get_buffer(port_of(port), frames);
  jack_midi_event_t event{};
  if (buffer == nullptr || jack_midi_event_get(&event, buffer, index) != 0) return false;
  midi = {event.time, static_cast<std::uint32_t>(event.size), event.buffer};
  return true;
}

void JackDriver::midi_clear(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT {
  void* const buffer = jack_port_get_buffer(port_of(port), frames);
  if (buffer != nullptr) jack_midi_clear_buffer(buffer);
}

bool JackDriver::midi_write(RtPortHandle port, std::uint32_t frames, const RtMidi& midi) noexcept OMX_RT {
  void* const buffer = jack_port_get_buffer(port_of(port), frames);
  return buffer != nullptr &&
         jack_midi_event_write(buffer, midi.time_frames, midi.bytes, midi.size_bytes) == 0;
}

OMX_RT_UNCHECKED_END

}  // namespace omx

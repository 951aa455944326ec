#include "probe/session.hpp"

#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace omx::probe {
namespace {

constexpr int connect_retry_ms = 5;

std::uint64_t now_ns() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
}

void ignore_message(const char*) {}

float* buffer_of(jack_port_t* port, std::uint32_t frames) noexcept {
  return static_cast<float*>(jack_port_get_buffer(port, frames));
}

std::vector<std::string> split_plus(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

Session::~Session() {
  if (client_ != nullptr) jack_client_close(client_);
}

Status Session::open() {
  jack_set_error_function(ignore_message);
  jack_set_info_function(ignore_message);
  jack_status_t status{};
  client_ = jack_client_open(
      options_.client.c_str(), static_cast<jack_options_t>(JackUseExactName | JackNoStartServer), &status);
  if (client_ == nullptr) {
    const bool taken = (status & JackNameNotUnique) != 0;
    return Error{
        ErrorCode::audio_client,
        taken ? "the name " + options_.client + " is taken" : "no audio server can be reached"};
  }
  const auto add = [&](std::vector<jack_port_t*>& ports, std::uint32_t count, const char* prefix,
                       unsigned long flags) {
    for (std::uint32_t i = 1; i <= count; ++i) {
      const std::string name = prefix + std::to_string(i);
      jack_port_t* const port = jack_port_register(client_, name.c_str(), JACK_DEFAULT_AUDIO_TYPE, flags, 0);
      if (port == nullptr) return false;
      ports.push_back(port);
    }
    return true;
  };
  if (!add(outputs_, options_.outputs, "out_", JackPortIsOutput) ||
      !add(inputs_, options_.inputs, "in_", JackPortIsInput)) {
    return Error{ErrorCode::port_register, "the server registered no port"};
  }
  jack_set_process_callback(client_, on_process, this);
  jack_on_shutdown(client_, on_shutdown, this);
  return done();
}

Status Session::start(Playback playback, std::uint64_t record_frames) {
  playback_ = std::move(playback);
  record_frames_ = record_frames;
  recording_.assign(inputs_.size(), std::vector<float>(record_frames, 0.0f));
  if (jack_activate(client_) != 0)
    return Error{ErrorCode::audio_activate, "the server did not activate the client"};
  return connect_all();
}

Status Session::connect_all() {
  for (std::size_t i = 0; i < std::min(options_.to.size(), outputs_.size()); ++i) {
    for (const std::string& target : split_plus(options_.to[i])) {
      if (Status connected = connect(jack_port_name(outputs_[i]), target); !connected) return connected;
    }
  }
  for (std::size_t i = 0; i < std::min(options_.from.size(), inputs_.size()); ++i) {
    for (const std::string& source : split_plus(options_.from[i])) {
      if (Status connected = connect(source, jack_port_name(inputs_[i])); !connected) return connected;
    }
  }
  return done();
}

Status Session::connect(const std::string& from, const std::string& to) {
  const std::uint64_t limit_ns = now_ns() + static_cast<std::uint64_t>(options_.wait_s * 1e9);
  while (true) {
    const int result = jack_connect(client_, from.c_str(), to.c_str());
    if (result == 0 || result == EEXIST) return done();
    bool asked = false;
    ending_.wait_ms(connect_retry_ms, asked);
    if (asked) return Error{ErrorCode::interrupted, "interrupted"};
    if (server_gone() || now_ns() >= limit_ns) {
      return Error{ErrorCode::connect_failed, "cannot connect " + from + " to " + to};
    }
  }
}

std::uint32_t Session::arm(std::uint32_t delay_frames) {
  const std::uint32_t due = jack_frame_time(client_) + delay_frames;
  due_frame_time_.store(due, std::memory_order_relaxed);
  armed_.store(true, std::memory_order_release);
  return due;
}

void Session::stop() {
  jack_deactivate(client_);
}

int Session::on_process(jack_nframes_t frames, void* session) noexcept {
  static_cast<Session*>(session)->process(frames);
  return 0;
}

void Session::on_shutdown(void* session) noexcept {
  auto* const own = static_cast<Session*>(session);
  own->server_gone_ = true;
  own->ending_.finish();
}

void Session::process(std::uint32_t frames) noexcept {
  const std::uint32_t frame_time = jack_last_frame_time(client_);
  const bool playing = begun(frame_time) && !told_over_;
  watch_cycle(frames, frame_time);
  const std::uint64_t position = position_.load(std::memory_order_relaxed);
  if (!playing) {
    for (jack_port_t* const port : outputs_) std::fill_n(buffer_of(port, frames), frames, 0.0f);
    return;
  }
  play(frames, position);
  record(frames, position);
  position_.store(position + frames, std::memory_order_release);
  if (!over(position + frames)) return;
  told_over_ = true;
  ending_.finish();
}

void Session::watch_cycle(std::uint32_t frames, std::uint32_t frame_time) noexcept {
  const std::uint64_t now = now_ns();
  if (running_ && seen_cycle_ && !told_over_) {
    const std::uint64_t gap_ns = now - last_ns_;
    report_.longest_gap_ns = std::max(report_.longest_gap_ns, gap_ns);
    if (gap_ns * jack_get_sample_rate(client_) > std::uint64_t{frames} * 1'500'000'000u)
      ++report_.late_cycles;
    report_.missed_frames += frame_time - next_frame_time_;
  }
  if (running_ && !told_over_) ++report_.cycles;
  seen_cycle_ = true;
  last_ns_ = now;
  next_frame_time_ = frame_time + frames;
}

bool Session::begun(std::uint32_t frame_time) noexcept {
  if (running_) return true;
  if (!armed_.load(std::memory_order_acquire)) return false;
  if (static_cast<std::int32_t>(frame_time - due_frame_time_.load(std::memory_order_relaxed)) < 0)
    return false;
  start_frame_time_.store(frame_time, std::memory_order_relaxed);
  running_ = true;
  return true;
}

void Session::play(std::uint32_t frames, std::uint64_t position) noexcept {
  const Sound& sound = playback_.sound;
  for (std::uint32_t c = 0; c < outputs_.size(); ++c) {
    float* const out = buffer_of(outputs_[c], frames);
    if (sound.channels.empty()) {
      for (std::uint32_t i = 0; i < frames; ++i) out[i] = playback_.signal.sample(position + i, c);
      continue;
    }
    const std::vector<float>& channel = sound.channels[c % sound.channels.size()];
    for (std::uint32_t i = 0; i < frames; ++i) {
      const std::uint64_t at = playback_.loop ? (position + i) % channel.size() : position + i;
      out[i] = at < channel.size() ? channel[at] : 0.0f;
    }
  }
}

void Session::record(std::uint32_t frames, std::uint64_t position) noexcept {
  if (position >= record_frames_) return;
  const std::uint64_t count = std::min<std::uint64_t>(frames, record_frames_ - position);
  for (std::size_t c = 0; c < inputs_.size(); ++c) {
    std::copy_n(
        buffer_of(inputs_[c], frames), count, recording_[c].begin() + static_cast<std::ptrdiff_t>(position));
  }
}

bool Session::over(std::uint64_t position) const noexcept {
  if (record_frames_ > 0) return position >= record_frames_;
  return !playback_.sound.channels.empty() && !playback_.loop && position >= playback_.sound.frames();
}

}  // namespace omx::probe

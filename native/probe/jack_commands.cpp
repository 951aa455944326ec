// The commands with a client of the audio server.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "probe/commands.hpp"
#include "probe/jack_options.hpp"
#include "text/json.hpp"

namespace omx::probe {
namespace {

/// One run of a session, from the options to the report.
class Performance {
public:
  Performance(Arguments& arguments, const SessionOptions& options)
      : arguments_(arguments), session_(options, ending_), client_(options.client) {
    if (arguments.flag("--die-with-parent")) ending_.with_parent();
    static_cast<void>(arguments.flag("--json"));
    delay_frames_ = arguments.whole("--delay", 0, 0, 1u << 28);
  }

  Session& session() { return session_; }
  const Ending& ending() const { return ending_; }
  Status open() { return session_.open(); }

  /// Connects, says that it is ready, plays and records until the end. Whether it was whole.
  Result<bool> perform(Playback playback, std::uint64_t record_frames) {
    if (Status right = check(arguments_); !right) return right.error();
    if (Status started = session_.start(std::move(playback), record_frames); !started) return started.error();
    const std::uint32_t due = session_.arm(delay_frames_);
    JsonWriter json;
    json.begin_object().field("ready", true).field("client", client_);
    json.field("sampleRate", session_.sample_rate_hz()).field("period", session_.period_frames());
    json.field("dueFrameTime", due).end_object();
    print_line(json.take());
    const bool whole = ending_.wait();
    if (session_.server_gone()) return Error{ErrorCode::server_absent, "the audio server ended"};
    session_.stop();
    return whole;
  }

  /// The fields that every report has.
  void write_report(JsonWriter& json, bool whole) {
    const CycleReport& cycles = session_.cycles();
    json.field("whole", whole);
    json.field("frames", session_.recorded_frames());
    json.field("startFrameTime", session_.start_frame_time());
    json.field("sampleRate", session_.sample_rate_hz()).field("period", session_.period_frames());
    json.field("cycles", cycles.cycles).field("lateCycles", cycles.late_cycles);
    json.field("missedFrames", cycles.missed_frames).field("longestGapNs", cycles.longest_gap_ns);
  }

private:
  Arguments& arguments_;
  Ending ending_;
  Session session_;
  std::string client_;
  std::uint32_t delay_frames_ = 0;
};

Error needs(const char* what) {
  return Error{ErrorCode::bad_request, what};
}

/// What is played: a test signal by its name, else a sound file at the session's rate.
Result<Playback> playback_of(Arguments& arguments, const std::string& source, std::uint32_t sample_rate_hz) {
  Playback playback;
  playback.loop = arguments.flag("--loop");
  if (const auto kind = signal_kind(source)) {
    playback.signal = signal_options(arguments, *kind, sample_rate_hz);
    return playback;
  }
  Result<Sound> sound = load_sound(source);
  if (!sound) return sound.error();
  Result<Sound> at_rate = resampled(std::move(sound).value(), sample_rate_hz);
  if (!at_rate) return at_rate.error();
  playback.sound = std::move(at_rate).value();
  return playback;
}

Outcome play_source(Arguments& arguments, const std::string& source, std::uint32_t channels) {
  SessionOptions options = session_options(arguments, channels);
  options.inputs = 0;
  Performance performance(arguments, options);
  if (Status opened = performance.open(); !opened) return opened;
  Result<Playback> playback = playback_of(arguments, source, performance.session().sample_rate_hz());
  if (!playback) return playback.error();
  const Result<bool> whole = performance.perform(std::move(playback).value(), 0);
  if (!whole) return whole.error();
  JsonWriter json;
  json.begin_object();
  performance.write_report(json, whole.value());
  json.end_object();
  print_line(json.take());
  return done();
}

Status save_recording(const Session& session, const std::string& path) {
  Sound sound{session.sample_rate_hz(), session.recording()};
  for (std::vector<float>& channel : sound.channels) {
    channel.resize(std::min<std::uint64_t>(channel.size(), session.recorded_frames()));
  }
  return save_sound(path, sound, SampleFormat::float32);
}

/// Records into a file while something is played.
Outcome record_into(
    Arguments& arguments, const std::string& source, const std::string& path, SessionOptions options) {
  Performance performance(arguments, options);
  if (Status opened = performance.open(); !opened) return opened;
  const std::uint32_t rate_hz = performance.session().sample_rate_hz();
  Result<Playback> playback = playback_of(arguments, source, rate_hz);
  if (!playback) return playback.error();
  std::uint64_t frames = length_option(arguments, rate_hz);
  if (frames == 0) frames = playback.value().sound.frames();
  if (frames == 0) return needs("how long? give --seconds or --frames");
  const Result<bool> whole = performance.perform(std::move(playback).value(), frames);
  if (!whole) return whole.error();
  if (Status saved = save_recording(performance.session(), path); !saved) return saved;
  JsonWriter json;
  json.begin_object().field("file", path);
  performance.write_report(json, whole.value());
  json.end_object();
  print_line(json.take());
  return done();
}

Outcome write_signal(Arguments& arguments, SignalKind kind, const std::string& path) {
  const std::uint32_t rate_hz = arguments.whole("--rate", 48000, 1000, 768000);
  const std::uint32_t channels = arguments.whole("--channels", 1, 1, 64);
  const TestSignal signal = signal_options(arguments, kind, rate_hz);
  const std::uint64_t frames = length_option(arguments, rate_hz);
  static_cast<void>(arguments.flag("--json"));
  if (Status right = check(arguments); !right) return right;
  if (frames == 0) return needs("how long? give --seconds or --frames");
  Sound sound{rate_hz, {}};
  for (std::uint32_t c = 0; c < channels; ++c) {
    std::vector<float>& channel = sound.channels.emplace_back(frames);
    for (std::uint64_t i = 0; i < frames; ++i) channel[i] = signal.sample(i, c);
  }
  if (Status saved = save_sound(path, sound, SampleFormat::float32); !saved) return saved;
  JsonWriter json;
  json.begin_object().field("file", path).field("frames", frames).field("channels", channels);
  json.field("sampleRate", rate_hz).end_object();
  print_line(json.take());
  return done();
}

}  // namespace

Outcome play(Arguments& arguments) {
  if (arguments.words().size() != 1) return needs("play takes one sound file");
  Result<Sound> sound = load_sound(arguments.words()[0]);
  if (!sound) return sound.error();
  return play_source(
      arguments, arguments.words()[0], static_cast<std::uint32_t>(sound.value().channels.size()));
}

Outcome generate(Arguments& arguments) {
  const auto kind = arguments.words().size() == 1 ? signal_kind(arguments.words()[0]) : std::nullopt;
  if (!kind) return needs("generate takes sine, noise, impulse or silence");
  const std::string path = arguments.text("-o");
  return path.empty() ? play_source(arguments, arguments.words()[0], 1)
                      : write_signal(arguments, *kind, path);
}

Outcome record(Arguments& arguments) {
  if (arguments.words().size() != 1) return needs("record takes the file to write");
  SessionOptions options = session_options(arguments, 2);
  options.outputs = 0;
  return record_into(arguments, "silence", arguments.words()[0], options);
}

Outcome run(Arguments& arguments) {
  if (arguments.words().size() != 2)
    return needs("run takes a signal or a sound file, and the file to write");
  const SessionOptions options = session_options(arguments, 2);
  return record_into(arguments, arguments.words()[0], arguments.words()[1], options);
}

Outcome latency(Arguments& arguments) {
  SessionOptions options = session_options(arguments, 1);
  Performance performance(arguments, options);
  if (Status opened = performance.open(); !opened) return opened;
  const std::uint32_t rate_hz = performance.session().sample_rate_hz();
  Playback playback;
  playback.signal = signal_options(arguments, SignalKind::impulse, rate_hz);
  std::uint64_t frames = length_option(arguments, rate_hz);
  if (frames == 0) frames = rate_hz;
  const Result<bool> whole = performance.perform(std::move(playback), frames);
  if (!whole) return whole.error();
  const std::uint32_t period = performance.session().period_frames();
  JsonWriter json;
  json.begin_object().key("channels").begin_array();
  for (const std::vector<float>& channel : performance.session().recording()) {
    const auto peak = std::max_element(
        channel.begin(), channel.end(), [](float a, float b) { return std::abs(a) < std::abs(b); });
    const bool heard = peak != channel.end() && std::abs(*peak) > 0.0f;
    const auto arrival = peak - channel.begin();
    json.begin_object().field("heard", heard).field("peak", static_cast<double>(heard ? *peak : 0.0f));
    json.field("arrivalFrames", heard ? arrival : -1);
    // The server breaks a loop through one client by a delay of one period.
    json.field("latencyFrames", heard ? arrival - static_cast<std::ptrdiff_t>(period) : -1).end_object();
  }
  json.end_array();
  performance.write_report(json, whole.value());
  json.end_object();
  print_line(json.take());
  return done();
}

Outcome bare(Arguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  SessionOptions options = session_options(arguments, 1);
  options.outputs = 0;
  Performance performance(arguments, options);
  if (Status opened = performance.open(); !opened) return opened;
  if (Status right = check(arguments); !right) return right;
  const Ending& ending = performance.ending();
  if (Status started = performance.session().start({}, 1); !started) return started;
  performance.session().arm(0);
  if (!ending.wait()) return Error{ErrorCode::interrupted, "interrupted"};
  const auto elapsed = std::chrono::steady_clock::now() - begin;
  JsonWriter json;
  json.begin_object().field("openToFirstCycleNs", std::chrono::nanoseconds(elapsed).count());
  performance.write_report(json, true);
  json.end_object();
  print_line(json.take());
  return done();
}

}  // namespace omx::probe

/// A JACK client that plays and records in one callback, so that what went out and what came in share one
/// count of frames.
#pragma once

#include <jack/jack.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "probe/ending.hpp"
#include "probe/sound.hpp"
#include "probe/test_signal.hpp"

namespace omx::probe {

struct SessionOptions {
  std::string client = "omx-probe";
  std::uint32_t outputs = 0;
  std::uint32_t inputs = 0;
  std::vector<std::string> to;  ///< ports that the outputs are connected to, in order; `a+b` connects to both
  std::vector<std::string> from;  ///< ports that the inputs hear
  double wait_s = 5;              ///< for ports that do not exist yet
};

/// What is played: a sound, or a signal when there is none.
struct Playback {
  Sound sound;
  bool loop = false;
  TestSignal signal;
};

/// How regular the callbacks were. Frames and times of the server's own clock.
struct CycleReport {
  std::uint64_t cycles = 0;
  std::uint64_t late_cycles = 0;     ///< more than 1.5 periods after the one before
  std::uint64_t missed_frames = 0;   ///< gaps in the frame time
  std::uint64_t longest_gap_ns = 0;  ///< between two callbacks
};

class Session {
public:
  /// Opens the client and its ports out_1 … and in_1 …; nothing runs yet. Error: audio_client, port_register.
  Session(const SessionOptions& options, const Ending& ending) : options_(options), ending_(ending) {}
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Status open();
  std::uint32_t sample_rate_hz() const { return jack_get_sample_rate(client_); }
  std::uint32_t period_frames() const { return jack_get_buffer_size(client_); }

  /// Begins to run in silence and makes the connections. Errors: audio_activate, connect_failed.
  Status start(Playback playback, std::uint64_t record_frames);
  /// Plays and records from the first cycle that begins at or after now plus so many frames; returns that
  /// frame time.
  std::uint32_t arm(std::uint32_t delay_frames);
  /// Ends what is played and recorded; the recording holds what came so far.
  void stop();

  std::uint64_t recorded_frames() const { return position_.load(std::memory_order_acquire); }
  const std::vector<std::vector<float>>& recording() const { return recording_; }
  /// Frame time of the cycle that position 0 fell into.
  std::uint32_t start_frame_time() const { return start_frame_time_.load(std::memory_order_relaxed); }
  const CycleReport& cycles() const { return report_; }
  bool server_gone() const { return server_gone_.load(); }

private:
  static int on_process(jack_nframes_t frames, void* session) noexcept;
  static void on_shutdown(void* session) noexcept;
  void process(std::uint32_t frames) noexcept;
  void watch_cycle(std::uint32_t frames, std::uint32_t frame_time) noexcept;
  bool begun(std::uint32_t frame_time) noexcept;
  void play(std::uint32_t frames, std::uint64_t position) noexcept;
  void record(std::uint32_t frames, std::uint64_t position) noexcept;
  bool over(std::uint64_t position) const noexcept;
  Status connect(const std::string& from, const std::string& to);
  Status connect_all();

  const SessionOptions options_;
  const Ending& ending_;
  jack_client_t* client_ = nullptr;
  std::vector<jack_port_t*> outputs_;
  std::vector<jack_port_t*> inputs_;
  Playback playback_;
  std::vector<std::vector<float>> recording_;
  std::uint64_t record_frames_ = 0;

  std::atomic<bool> armed_{false};
  std::atomic<std::uint32_t> due_frame_time_{0};
  std::atomic<bool> server_gone_{false};

  // The audio thread's, read by others when it has stopped or as said.
  bool running_ = false;
  bool told_over_ = false;
  std::atomic<std::uint64_t> position_{0};
  std::atomic<std::uint32_t> start_frame_time_{0};
  bool seen_cycle_ = false;
  std::uint32_t next_frame_time_ = 0;
  std::uint64_t last_ns_ = 0;
  CycleReport report_;
};

}  // namespace omx::probe

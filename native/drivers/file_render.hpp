/// Renders a sound file through the stage into another.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "drivers/file_stage.hpp"
#include "soundfile/sound_file.hpp"

namespace omx {

struct RenderRequest {
  std::string output_path;
  SampleFormat format = SampleFormat::pcm24;
  std::optional<std::uint64_t> tail_frames;  ///< after the input; unset: as long as it sounds, 10 s at most
  std::uint64_t reported_tail_frames = 0;    ///< with no tail given, silence does not end it before that
};

struct RenderOutcome {
  std::uint64_t frames = 0;  ///< written
  std::uint32_t channels = 0;
  std::uint32_t latency_frames = 0;  ///< trimmed from the beginning
  std::uint64_t tail_frames = 0;     ///< written after the length of the input
  double seconds = 0;                ///< that it took
};

/// One render, on a thread of its own from begin() to the destruction. Members are for control, any time.
class FileRender {
public:
  /// `input` is rewound. `finished` is called on the render's thread at the end. Errors: invalid_operation
  /// (nothing is connected to the output), file_unwritable, file_format.
  static Result<std::unique_ptr<FileRender>>
  begin(FileStage& stage, SoundReader& input, const RenderRequest& request, std::function<void()> finished);

  /// Waits for the end; interrupt() first to make it soon.
  ~FileRender();
  FileRender(const FileRender&) = delete;
  FileRender& operator=(const FileRender&) = delete;

  void interrupt() { interrupted_ = true; }
  bool finished() const { return finished_.load(std::memory_order_acquire); }
  /// Only when finished(). Errors: interrupted, file_unwritable.
  const Result<RenderOutcome>& outcome() const { return *outcome_; }
  std::uint64_t done_frames() const { return done_frames_.load(std::memory_order_relaxed); }
  std::uint64_t total_frames() const { return total_frames_; }

private:
  struct Channel {
    FilePort* port;
    std::uint32_t delay_frames;  ///< what other channels have more latency
    std::vector<float> delayed;  ///< ring of delay_frames samples
    std::uint32_t position = 0;
  };

  FileRender(FileStage& stage, SoundReader& input, const RenderRequest& request);
  Status prepare();
  Result<RenderOutcome> run();
  void read_block();
  void take_block();
  Status write_block(std::uint64_t begin_frame);
  Status write_frames(std::span<const float> interleaved);
  bool tail_over(std::uint64_t next_frame) const;

  FileStage& stage_;
  SoundReader& input_;
  const RenderRequest request_;
  std::unique_ptr<SoundWriter> writer_;
  std::vector<FilePort*> inputs_;
  std::vector<Channel> outputs_;
  std::vector<float> interleaved_input_;
  std::vector<float> interleaved_output_;
  std::vector<float> held_back_;  ///< silence after the input, written only if sound follows
  std::uint32_t latency_frames_ = 0;
  std::uint64_t written_frames_ = 0;
  std::uint64_t total_frames_ = 0;
  std::atomic<std::uint64_t> done_frames_{0};
  std::atomic<bool> interrupted_{false};
  std::atomic<bool> finished_{false};
  std::optional<Result<RenderOutcome>> outcome_;
  std::thread thread_;
};

}  // namespace omx

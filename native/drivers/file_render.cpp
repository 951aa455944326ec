#include "drivers/file_render.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <system_error>

namespace omx {
namespace {

constexpr double tail_limit_s = 10.0;
constexpr double silence_s = 1.0;          // ends a tail: longer than the gaps between most echoes
constexpr float silence_level = 3.16e-5f;  // -90 dBFS

bool is_silent(std::span<const float> samples) {
  return std::all_of(samples.begin(), samples.end(), [](float s) { return std::abs(s) < silence_level; });
}

}  // namespace

FileRender::FileRender(FileStage& stage, SoundReader& input, const RenderRequest& request)
    : stage_(stage), input_(input), request_(request), inputs_(stage.input_channels()) {}

Result<std::unique_ptr<FileRender>> FileRender::begin(
    FileStage& stage, SoundReader& input, const RenderRequest& request, std::function<void()> finished) {
  std::unique_ptr<FileRender> render(new FileRender(stage, input, request));
  if (Status prepared = render->prepare(); !prepared) return prepared.error();
  FileRender* const own = render.get();
  try {
    own->thread_ = std::thread([own, finished = std::move(finished)] {
      own->outcome_ = own->run();
      own->finished_.store(true, std::memory_order_release);
      finished();
    });
  } catch (const std::system_error&) {
    return Error{ErrorCode::out_of_memory, "no thread could be started"};
  }
  return render;
}

FileRender::~FileRender() {
  if (thread_.joinable()) thread_.join();
}

Status FileRender::prepare() {
  stage_.order();
  for (FilePort* const port : stage_.output_channels()) {
    outputs_.push_back({port, 0, {}});
    latency_frames_ = std::max(latency_frames_, port->latency_frames);
  }
  if (outputs_.empty()) return Error{ErrorCode::invalid_operation, "nothing is connected to file:out_1"};
  for (Channel& channel : outputs_) {
    channel.delay_frames = latency_frames_ - channel.port->latency_frames;
    channel.delayed.assign(channel.delay_frames, 0.0f);
  }
  const auto channels = static_cast<std::uint32_t>(outputs_.size());
  auto writer = SoundWriter::open(request_.output_path, stage_.sample_rate_hz(), channels, request_.format);
  if (!writer) return writer.error();
  writer_ = std::move(writer).value();
  input_.rewind();
  interleaved_input_.resize(std::size_t{stage_.block_frames()} * input_.channels());
  interleaved_output_.resize(std::size_t{stage_.block_frames()} * channels);
  total_frames_ = input_.frames() + request_.tail_frames.value_or(0);
  return done();
}

void FileRender::read_block() {
  const std::size_t channels = input_.channels();
  input_.read(interleaved_input_);
  for (std::size_t c = 0; c < inputs_.size(); ++c) {
    for (std::size_t i = 0; i < stage_.block_frames(); ++i)
      inputs_[c]->samples[i] = interleaved_input_[i * channels + c];
  }
}

void FileRender::take_block() {
  const std::size_t count = outputs_.size();
  for (std::size_t c = 0; c < count; ++c) {
    Channel& channel = outputs_[c];
    for (std::size_t i = 0; i < stage_.block_frames(); ++i) {
      float sample = channel.port->current[i];
      if (channel.delay_frames > 0) {
        std::swap(sample, channel.delayed[channel.position]);
        channel.position = (channel.position + 1) % channel.delay_frames;
      }
      interleaved_output_[i * count + c] = sample;
    }
  }
}

/// Writes what belongs into the file of the block that begins `begin_frame` frames after the input's
/// beginning.
Status FileRender::write_block(std::uint64_t begin_frame) {
  const std::size_t channels = outputs_.size();
  std::span<const float> samples = interleaved_output_;
  std::uint64_t first = begin_frame >= latency_frames_ ? begin_frame - latency_frames_ : 0;
  if (begin_frame < latency_frames_) {
    const std::uint64_t skipped =
        std::min<std::uint64_t>(latency_frames_ - begin_frame, stage_.block_frames());
    samples = samples.subspan(skipped * channels);
  }
  // The input's own length is always written; what follows is a matter of the tail.
  const std::uint64_t frames = samples.size() / channels;
  const std::uint64_t own = first < input_.frames() ? std::min(frames, input_.frames() - first) : 0;
  if (Status written = write_frames(samples.first(own * channels)); !written) return written;
  samples = samples.subspan(own * channels);
  first += own;
  if (request_.tail_frames) {
    const std::uint64_t end = input_.frames() + *request_.tail_frames;
    const std::uint64_t left =
        first < end ? std::min<std::uint64_t>(samples.size() / channels, end - first) : 0;
    return write_frames(samples.first(left * channels));
  }
  held_back_.insert(held_back_.end(), samples.begin(), samples.end());
  if (is_silent(samples)) return done();
  const Status written = write_frames(held_back_);
  held_back_.clear();
  return written;
}

Status FileRender::write_frames(std::span<const float> interleaved) {
  if (interleaved.empty()) return done();
  written_frames_ += interleaved.size() / outputs_.size();
  return writer_->write(interleaved);
}

/// Whether nothing more is to be heard once `next_frame` frames of the output are done.
bool FileRender::tail_over(std::uint64_t next_frame) const {
  if (next_frame < input_.frames()) return false;
  const std::uint64_t tail = next_frame - input_.frames();
  if (request_.tail_frames) return tail >= *request_.tail_frames;
  const double rate_hz = stage_.sample_rate_hz();
  if (static_cast<double>(tail) >= tail_limit_s * rate_hz) return true;
  const auto held_back = static_cast<double>(held_back_.size() / outputs_.size());
  return tail >= request_.reported_tail_frames && (held_back >= silence_s * rate_hz);
}

Result<RenderOutcome> FileRender::run() {
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t position = 0;
  while (position < latency_frames_ || !tail_over(position - latency_frames_)) {
    if (interrupted_.load(std::memory_order_relaxed)) {
      writer_.reset();
      return Error{ErrorCode::interrupted, "the render was stopped"};
    }
    read_block();
    stage_.play(static_cast<std::uint32_t>(position));
    take_block();
    if (Status written = write_block(position); !written) {
      writer_.reset();
      return written.error();
    }
    position += stage_.block_frames();
    done_frames_.store(std::min(written_frames_, total_frames_), std::memory_order_relaxed);
  }
  const Status finished = writer_->finish();
  writer_.reset();
  if (!finished) return finished.error();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  RenderOutcome outcome;
  outcome.frames = written_frames_;
  outcome.channels = static_cast<std::uint32_t>(outputs_.size());
  outcome.latency_frames = latency_frames_;
  outcome.tail_frames = written_frames_ - std::min(written_frames_, input_.frames());
  outcome.seconds = elapsed.count();
  return outcome;
}

}  // namespace omx

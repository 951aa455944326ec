/// Sound files, by libsndfile: WAV, FLAC, OGG, AIFF and what else it reads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.hpp"

struct sf_private_tag;

namespace omx {

enum class SampleFormat : std::uint8_t { pcm16, pcm24, float32 };

/// Reads a sound file as interleaved floats. Not for an audio thread.
class SoundReader {
public:
  /// Errors: file_unreadable (absent, no permission), file_format (no sound file, or no sound in it).
  static Result<std::unique_ptr<SoundReader>> open(const std::string& path);
  ~SoundReader();
  SoundReader(const SoundReader&) = delete;
  SoundReader& operator=(const SoundReader&) = delete;

  std::uint32_t sample_rate_hz() const { return sample_rate_hz_; }
  std::uint32_t channels() const { return channels_; }
  std::uint64_t frames() const { return frames_; }

  /// Fills whole frames, the last ones with zeros after the end; returns the frames that came from the file.
  std::uint64_t read(std::span<float> interleaved);
  void rewind();

private:
  SoundReader() = default;

  sf_private_tag* file_ = nullptr;
  std::uint32_t sample_rate_hz_ = 0;
  std::uint32_t channels_ = 0;
  std::uint64_t frames_ = 0;
};

/// Writes a sound file, of the kind that its name ends with (WAV by default). It appears under its name when
/// it is whole: until finish() the sound is in a file beside it, which goes when the writer does. A name that
/// is no regular file (a device, a pipe) is written directly.
class SoundWriter {
public:
  /// Errors: file_unwritable, file_format (the kind of file cannot hold that).
  static Result<std::unique_ptr<SoundWriter>>
  open(const std::string& path, std::uint32_t sample_rate_hz, std::uint32_t channels, SampleFormat format);
  ~SoundWriter();
  SoundWriter(const SoundWriter&) = delete;
  SoundWriter& operator=(const SoundWriter&) = delete;

  /// Whole frames; integer formats clip at full scale. Error: file_unwritable (disk full).
  Status write(std::span<const float> interleaved);
  /// Error: file_unwritable.
  Status finish();

private:
  SoundWriter(std::string path, std::string partial_path)
      : path_(std::move(path)), partial_path_(std::move(partial_path)) {}

  const std::string path_;
  std::string partial_path_;  ///< empty once it has its name, or when written directly
  sf_private_tag* file_ = nullptr;
  std::uint32_t channels_ = 0;
};

}  // namespace omx

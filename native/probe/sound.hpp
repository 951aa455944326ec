/// Whole sounds in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "soundfile/sound_file.hpp"

namespace omx::probe {

struct Sound {
  std::uint32_t sample_rate_hz = 0;
  std::vector<std::vector<float>> channels;  ///< all of the same length

  std::uint64_t frames() const { return channels.empty() ? 0 : channels.front().size(); }
};

/// Errors: file_unreadable, file_format.
Result<Sound> load_sound(const std::string& path);
/// Error: file_unwritable.
Status save_sound(const std::string& path, const Sound& sound, SampleFormat format);

/// The sound at another rate (libsamplerate, best quality); as it is when the rates agree. Error:
/// file_format.
Result<Sound> resampled(Sound sound, std::uint32_t sample_rate_hz);

}  // namespace omx::probe

#include "probe/sound.hpp"

#include <samplerate.h>

#include <cmath>

namespace omx::probe {

Result<Sound> load_sound(const std::string& path) {
  auto reader = SoundReader::open(path);
  if (!reader) return Error{reader.error().code, path + ": " + reader.error().detail};
  const std::size_t count = reader.value()->channels();
  std::vector<float> interleaved(reader.value()->frames() * count);
  reader.value()->read(interleaved);
  Sound sound{reader.value()->sample_rate_hz(), {}};
  for (std::size_t c = 0; c < count; ++c) {
    std::vector<float>& channel = sound.channels.emplace_back(interleaved.size() / count);
    for (std::size_t i = 0; i < channel.size(); ++i) channel[i] = interleaved[i * count + c];
  }
  return sound;
}

Status save_sound(const std::string& path, const Sound& sound, SampleFormat format) {
  const std::size_t count = sound.channels.size();
  auto writer = SoundWriter::open(path, sound.sample_rate_hz, static_cast<std::uint32_t>(count), format);
  if (!writer) return Error{writer.error().code, path + ": " + writer.error().detail};
  std::vector<float> interleaved(sound.frames() * count);
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t i = 0; i < sound.frames(); ++i) interleaved[i * count + c] = sound.channels[c][i];
  }
  if (Status written = writer.value()->write(interleaved); !written) return written;
  return writer.value()->finish();
}

Result<Sound> resampled(Sound sound, std::uint32_t sample_rate_hz) {
  if (sound.sample_rate_hz == sample_rate_hz) return sound;
  const double ratio = static_cast<double>(sample_rate_hz) / sound.sample_rate_hz;
  for (std::vector<float>& channel : sound.channels) {
    std::vector<float> output(
        static_cast<std::size_t>(std::ceil(static_cast<double>(channel.size()) * ratio)) + 1);
    SRC_DATA data{};
    data.data_in = channel.data();
    data.input_frames = static_cast<long>(channel.size());
    data.data_out = output.data();
    data.output_frames = static_cast<long>(output.size());
    data.src_ratio = ratio;
    if (const int error = src_simple(&data, SRC_SINC_BEST_QUALITY, 1); error != 0) {
      return Error{ErrorCode::file_format, src_strerror(error)};
    }
    output.resize(static_cast<std::size_t>(data.output_frames_gen));
    channel = std::move(output);
  }
  sound.sample_rate_hz = sample_rate_hz;
  return sound;
}

}  // namespace omx::probe

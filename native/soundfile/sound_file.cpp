#include "soundfile/sound_file.hpp"

#include <fcntl.h>
#include <sndfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <map>

namespace omx {
namespace {

std::string extension_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || path.find('/', dot) != std::string::npos) return "";
  std::string extension = path.substr(dot + 1);
  std::transform(
      extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return std::tolower(c); });
  return extension;
}

int container_of(const std::string& path) {
  static const std::map<std::string, int> containers = {
      {"flac", SF_FORMAT_FLAC}, {"ogg", SF_FORMAT_OGG}, {"oga", SF_FORMAT_OGG}, {"aif", SF_FORMAT_AIFF},
      {"aiff", SF_FORMAT_AIFF}, {"w64", SF_FORMAT_W64}, {"caf", SF_FORMAT_CAF}, {"au", SF_FORMAT_AU}};
  const auto found = containers.find(extension_of(path));
  return found != containers.end() ? found->second : SF_FORMAT_WAV;
}

int encoding_of(int container, SampleFormat format) {
  if (container == SF_FORMAT_OGG) return SF_FORMAT_VORBIS;
  if (format == SampleFormat::pcm16) return SF_FORMAT_PCM_16;
  if (format == SampleFormat::pcm24) return SF_FORMAT_PCM_24;
  return SF_FORMAT_FLOAT;
}

/// libsndfile puts the system's own error after this prefix.
std::string reason_of(SNDFILE* file) {
  std::string reason = sf_strerror(file);
  const std::string prefix = "System error : ";
  if (reason.starts_with(prefix)) reason.erase(0, prefix.size());
  while (!reason.empty() && (reason.back() == '.' || reason.back() == '\n')) reason.pop_back();
  return reason;
}

bool is_special(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

}  // namespace

Result<std::unique_ptr<SoundReader>> SoundReader::open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (fd < 0) return Error{ErrorCode::file_unreadable, std::strerror(errno)};
  if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    close(fd);
    return Error{ErrorCode::file_unreadable, "it is a folder"};
  }
  SF_INFO info{};
  SNDFILE* const file = sf_open_fd(fd, SFM_READ, &info, SF_TRUE);
  if (file == nullptr) return Error{ErrorCode::file_format, reason_of(nullptr)};
  std::unique_ptr<SoundReader> reader(new SoundReader);
  reader->file_ = file;
  if (info.frames <= 0 || info.channels <= 0) return Error{ErrorCode::file_format, "it holds no sound"};
  reader->sample_rate_hz_ = static_cast<std::uint32_t>(info.samplerate);
  reader->channels_ = static_cast<std::uint32_t>(info.channels);
  reader->frames_ = static_cast<std::uint64_t>(info.frames);
  return reader;
}

SoundReader::~SoundReader() {
  if (file_ != nullptr) sf_close(file_);
}

std::uint64_t SoundReader::read(std::span<float> interleaved) {
  const auto wanted = static_cast<sf_count_t>(interleaved.size() / channels_);
  const sf_count_t got = std::max<sf_count_t>(0, sf_readf_float(file_, interleaved.data(), wanted));
  std::fill(interleaved.begin() + got * static_cast<sf_count_t>(channels_), interleaved.end(), 0.0f);
  return static_cast<std::uint64_t>(got);
}

void SoundReader::rewind() {
  sf_seek(file_, 0, SEEK_SET);
}

Result<std::unique_ptr<SoundWriter>> SoundWriter::open(
    const std::string& path, std::uint32_t sample_rate_hz, std::uint32_t channels, SampleFormat format) {
  SF_INFO info{};
  const int container = container_of(path);
  info.samplerate = static_cast<int>(sample_rate_hz);
  info.channels = static_cast<int>(channels);
  info.format = container | encoding_of(container, format);
  if (sf_format_check(&info) == 0) {
    return Error{
        ErrorCode::file_format, "this kind of file cannot hold " + std::to_string(channels) + " channels so"};
  }
  const std::string partial = is_special(path) ? "" : path + ".partial";
  const std::string& target = partial.empty() ? path : partial;
  const int fd = ::open(target.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return Error{ErrorCode::file_unwritable, std::strerror(errno)};
  std::unique_ptr<SoundWriter> writer(new SoundWriter(path, partial));
  writer->channels_ = channels;
  writer->file_ = sf_open_fd(fd, SFM_WRITE, &info, SF_TRUE);
  if (writer->file_ == nullptr) return Error{ErrorCode::file_unwritable, reason_of(nullptr)};
  sf_command(writer->file_, SFC_SET_CLIPPING, nullptr, SF_TRUE);
  return writer;
}

SoundWriter::~SoundWriter() {
  if (file_ != nullptr) sf_close(file_);
  if (!partial_path_.empty()) unlink(partial_path_.c_str());
}

Status SoundWriter::write(std::span<const float> interleaved) {
  const auto frames = static_cast<sf_count_t>(interleaved.size() / channels_);
  if (sf_writef_float(file_, interleaved.data(), frames) == frames) return done();
  return Error{ErrorCode::file_unwritable, reason_of(file_)};
}

Status SoundWriter::finish() {
  sf_write_sync(file_);
  const bool failed = sf_error(file_) != SF_ERR_NO_ERROR;
  const std::string reason = failed ? reason_of(file_) : "";
  const int closed = sf_close(file_);
  file_ = nullptr;
  if (failed || closed != 0)
    return Error{ErrorCode::file_unwritable, failed ? reason : sf_error_number(closed)};
  if (partial_path_.empty()) return done();
  if (rename(partial_path_.c_str(), path_.c_str()) != 0)
    return Error{ErrorCode::file_unwritable, std::strerror(errno)};
  partial_path_.clear();
  return done();
}

}  // namespace omx

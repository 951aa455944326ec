#include <doctest/doctest.h>

#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "soundfile/sound_file.hpp"

using namespace omx;

namespace {

/// A folder of its own, removed at the end.
struct Folder {
  std::string path = "/tmp/omx-sound-XXXXXX";
  Folder() { REQUIRE(mkdtemp(path.data()) != nullptr); }
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("float samples come back as they were written") {
  const Folder folder;
  const std::string path = folder.path + "/a.wav";
  const std::vector<float> samples = {0.5f, -0.25f, 1.0e-9f, 2.0f, 0.1f, -1.0f};
  auto writer = SoundWriter::open(path, 44100, 2, SampleFormat::float32);
  REQUIRE(writer);
  CHECK(writer.value()->write(samples));
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(writer.value()->finish());

  auto reader = SoundReader::open(path);
  REQUIRE(reader);
  CHECK(reader.value()->sample_rate_hz() == 44100);
  CHECK(reader.value()->channels() == 2);
  CHECK(reader.value()->frames() == 3);
  std::vector<float> back(8, 9.0f);
  CHECK(reader.value()->read(back) == 3);
  CHECK(std::vector<float>(back.begin(), back.begin() + 6) == samples);
  CHECK(back[6] == 0.0f);
}

TEST_CASE("a file that is not finished leaves nothing and spares the old one") {
  const Folder folder;
  const std::string path = folder.path + "/a.wav";
  {
    auto writer = SoundWriter::open(path, 48000, 1, SampleFormat::pcm16);
    REQUIRE(writer);
    CHECK(writer.value()->write(std::array{0.5f}));
  }
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("integer formats clip, they do not wrap") {
  const Folder folder;
  const std::string path = folder.path + "/a.flac";
  auto writer = SoundWriter::open(path, 48000, 1, SampleFormat::pcm24);
  REQUIRE(writer);
  CHECK(writer.value()->write(std::array{2.0f, -2.0f}));
  CHECK(writer.value()->finish());
  auto reader = SoundReader::open(path);
  REQUIRE(reader);
  std::array<float, 2> back{};
  reader.value()->read(back);
  CHECK(static_cast<double>(back[0]) == doctest::Approx(1.0));
  CHECK(back[1] == -1.0f);
}

TEST_CASE("what cannot be read or written says why") {
  const Folder folder;
  CHECK(SoundReader::open(folder.path + "/absent.wav").error().code == ErrorCode::file_unreadable);
  CHECK(SoundReader::open(folder.path).error().code == ErrorCode::file_unreadable);
  CHECK(SoundReader::open("/proc/self/status").error().code == ErrorCode::file_format);
  const auto unwritable = SoundWriter::open(folder.path + "/no/a.wav", 48000, 1, SampleFormat::pcm16);
  CHECK(unwritable.error().code == ErrorCode::file_unwritable);
  CHECK(unwritable.error().detail == "No such file or directory");
}

TEST_CASE("a full disk is an error, not a short file") {
  auto writer = SoundWriter::open("/dev/full", 48000, 1, SampleFormat::float32);
  if (!writer) {
    CHECK(writer.error().detail == "No space left on device");
    return;
  }
  Status written = done();
  for (int block = 0; block < 64 && written; ++block)
    written = writer.value()->write(std::vector<float>(4096, 0.1f));
  if (written) written = writer.value()->finish();
  REQUIRE_FALSE(written);
  CHECK(written.error().code == ErrorCode::file_unwritable);
}

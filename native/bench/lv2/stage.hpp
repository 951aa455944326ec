/// What both sides of a comparison play: the same noise and notes, by the symbols of the ports.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace omx::bench {

/// How a plugin is run.
struct Setup {
  double rate_hz = 48000;
  std::uint32_t block_frames = 128;
};

/// A MIDI message of three bytes at a frame of a block.
struct Note {
  std::uint32_t frame;
  std::uint8_t bytes[3];
};

/// The buffers of audio-rate ports, a block each. Addresses stay.
class Stage {
public:
  explicit Stage(std::uint32_t block_frames) : block_frames_(block_frames) {}

  float* input(const std::string& symbol) { return buffer(inputs_, symbol); }
  float* output(const std::string& symbol) { return buffer(outputs_, symbol); }
  const std::map<std::string, std::vector<float>>& outputs() const { return outputs_; }

  /// Fills the inputs with white noise of -12 dBFS at most, which depends on the symbol and the block alone,
  /// and notes those that begin or end in it: one each 3000 frames.
  void fill(std::uint64_t block);
  const std::vector<Note>& notes() const { return notes_; }

private:
  float* buffer(std::map<std::string, std::vector<float>>& among, const std::string& symbol);

  const std::uint32_t block_frames_;
  std::map<std::string, std::vector<float>> inputs_;
  std::map<std::string, std::vector<float>> outputs_;
  std::vector<Note> notes_;
};

/// A plugin that plays what is on its stage.
class Player {
public:
  virtual ~Player() = default;
  virtual void play() = 0;
};

}  // namespace omx::bench

/// Where file drivers play: a sound file's channels as ports, and the wiring between them and the clients.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "drivers/driver.hpp"
#include "drivers/file_notes.hpp"

namespace omx {

class FileDriver;

/// A port of the stage: a channel of the input or output file (no client), or a port of a client.
struct FilePort {
  std::string full_name;
  FileDriver* client = nullptr;
  bool is_input = false;  ///< takes sound: an input of a client, or a channel of the output file
  bool is_audio = true;
  std::vector<FilePort*> sources{};  ///< of an input
  std::vector<float> samples{};      ///< one block of its own
  float* current = nullptr;          ///< where the block is: `samples`, or those of a single source
  std::vector<FileMidi> events{};    ///< of a note port: room for the messages of a block
  std::uint32_t event_count = 0;     ///< of this block
  std::uint32_t latency_frames = 0;  ///< since the input file; found by order()
};

/// A small audio server for one process that runs its clients in order, block by block, whenever it is told
/// to. [control], but for play() during a render.
class FileStage {
public:
  FileStage(std::uint32_t sample_rate_hz, std::uint32_t block_frames);
  ~FileStage();

  std::uint32_t sample_rate_hz() const { return sample_rate_hz_; }
  std::uint32_t block_frames() const { return block_frames_; }
  /// The input file's rate and channels: ports file:in_1 … file:in_<channels>. Connections to channels that
  /// remain stay.
  void set_input(std::uint32_t sample_rate_hz, std::uint32_t channels);

  /// What comes out of the port file:events_1 during a play from frame 0 on, in the order of the frames.
  void set_notes(std::vector<FileMidi> notes);

  std::unique_ptr<Driver> add_client(const std::string& name, const DriverHooks& hooks);
  bool has_client(const std::string& name) const;

  FilePort* add_port(FilePort port);
  void remove_port(FilePort* port);
  /// A port by its full name; a channel of the output file (file:out_<n>) is made when it is first asked for.
  FilePort* find_port(const std::string& full_name);

  Status connect(const std::string& from, const std::string& to);
  Status disconnect(const std::string& from, const std::string& to);

  /// Puts the clients in order and finds the latencies. False when their connections form a cycle.
  bool order();
  /// Channels of the output file: up to the highest that something is connected to.
  std::vector<FilePort*> output_channels();
  std::vector<FilePort*> input_channels();

  /// [render thread] Plays one block: the input channels' `samples` hold it, the output channels' `current`
  /// will.
  void play(std::uint32_t frame_time);

private:
  friend class FileDriver;
  void remove_client(FileDriver& client);
  void gather(FilePort& port) const;
  void gather_notes(FilePort& port) const;
  void play_notes(std::uint32_t frame_time);
  bool feeds(const FileDriver& from, const FileDriver& to) const;
  void find_latencies(FileDriver& client);

  std::uint32_t sample_rate_hz_;
  const std::uint32_t block_frames_;
  std::vector<std::unique_ptr<FilePort>> ports_;
  std::vector<FileDriver*> clients_;  ///< in running order after order()
  std::vector<FileMidi> notes_;
};

}  // namespace omx

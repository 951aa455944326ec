/// Makes the drivers of a worker's clients, all of one kind.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "drivers/driver.hpp"
#include "drivers/file_stage.hpp"

namespace omx {

enum class DriverKind : std::uint8_t { jack, timer, file };

const char* name_of(DriverKind kind);

class DriverFactory {
public:
  /// Rate and block are those of timer and file; an audio server has its own.
  DriverFactory(DriverKind kind, std::uint32_t sample_rate_hz, std::uint32_t block_frames, DriverHooks hooks);

  DriverKind kind() const { return kind_; }
  /// Error: audio_client.
  Result<std::unique_ptr<Driver>> open(const std::string& client_name);
  /// The stage of file drivers; null for other kinds.
  FileStage* stage() { return stage_.get(); }
  /// Rate and block that a client would get where no server decides.
  std::uint32_t sample_rate_hz() const { return stage_ ? stage_->sample_rate_hz() : sample_rate_hz_; }
  std::uint32_t block_frames() const { return block_frames_; }

private:
  const DriverKind kind_;
  const std::uint32_t sample_rate_hz_;
  const std::uint32_t block_frames_;
  const DriverHooks hooks_;
  std::unique_ptr<FileStage> stage_;
};

}  // namespace omx

#include "control/driver_factory.hpp"

#include "drivers/jack_driver.hpp"
#include "drivers/timer_driver.hpp"

namespace omx {

const char* name_of(DriverKind kind) {
  switch (kind) {
  case DriverKind::jack:
    return "jack";
  case DriverKind::timer:
    return "timer";
  case DriverKind::file:
    return "file";
  }
  return "";
}

DriverFactory::DriverFactory(
    DriverKind kind, std::uint32_t sample_rate_hz, std::uint32_t block_frames, DriverHooks hooks)
    : kind_(kind), sample_rate_hz_(sample_rate_hz), block_frames_(block_frames), hooks_(std::move(hooks)) {
  if (kind == DriverKind::file) stage_ = std::make_unique<FileStage>(sample_rate_hz, block_frames);
}

Result<std::unique_ptr<Driver>> DriverFactory::open(const std::string& client_name) {
  switch (kind_) {
  case DriverKind::jack:
    return JackDriver::open(client_name, hooks_);
  case DriverKind::timer:
    return std::unique_ptr<Driver>(
        std::make_unique<TimerDriver>(client_name, sample_rate_hz_, block_frames_, hooks_));
  case DriverKind::file:
    if (stage_->has_client(client_name)) return Error{ErrorCode::audio_client, "the name is taken"};
    return stage_->add_client(client_name, hooks_);
  }
  return Error{ErrorCode::audio_client, "no such driver"};
}

}  // namespace omx

#include "drivers/file_driver.hpp"

namespace omx {

Result<RtPortHandle>
FileDriver::register_port(DriverPortKind kind, const std::string& short_name, const std::string&) {
  FilePort port;
  port.full_name = name_ + ":" + short_name;
  port.client = this;
  port.is_input = kind == DriverPortKind::audio_input || kind == DriverPortKind::midi_input;
  port.is_audio = kind == DriverPortKind::audio_input || kind == DriverPortKind::audio_output;
  if (stage_.find_port(port.full_name) != nullptr) {
    return Error{ErrorCode::port_register, "there is a port " + port.full_name + " already"};
  }
  return RtPortHandle{stage_.add_port(std::move(port))};
}

Status FileDriver::start(RtCycleRunner& runner) {
  runner_ = &runner;
  return done();
}

DriverNews FileDriver::take_news() {
  DriverNews news;
  news.block_changed = std::exchange(block_changed_, false);
  return news;
}

void FileDriver::tell_block_changed() {
  block_changed_ = true;
  hooks_.wake_control();
}

void FileDriver::play(std::uint32_t frames, std::uint32_t frame_time) {
  if (runner_ != nullptr) runner_->run({this, frames, frame_time, false});
}

float* FileDriver::audio(RtPortHandle port, std::uint32_t) noexcept OMX_RT {
  return static_cast<FilePort*>(port)->current;
}

}  // namespace omx

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

std::uint32_t FileDriver::midi_count(RtPortHandle port, std::uint32_t) noexcept OMX_RT {
  return static_cast<FilePort*>(port)->event_count;
}

bool FileDriver::midi_read(
    RtPortHandle port, std::uint32_t, std::uint32_t index, RtMidi& midi) noexcept OMX_RT {
  const auto& from = *static_cast<FilePort*>(port);
  if (index >= from.event_count) return false;
  const FileMidi& event = from.events[index];
  midi = {static_cast<std::uint32_t>(event.frame), event.size_bytes, event.bytes.data()};
  return true;
}

void FileDriver::midi_clear(RtPortHandle port, std::uint32_t) noexcept OMX_RT {
  static_cast<FilePort*>(port)->event_count = 0;
}

bool FileDriver::midi_write(RtPortHandle port, std::uint32_t, const RtMidi& midi) noexcept OMX_RT {
  auto& to = *static_cast<FilePort*>(port);
  if (to.event_count >= to.events.size() || midi.size_bytes > FileMidi::longest_bytes) return false;
  FileMidi& event = to.events[to.event_count++];
  event.frame = midi.time_frames;
  event.size_bytes = midi.size_bytes;
  for (std::uint32_t i = 0; i < midi.size_bytes; ++i) event.bytes[i] = midi.bytes[i];
  return true;
}

}  // namespace omx

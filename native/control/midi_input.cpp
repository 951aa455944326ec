#include "control/midi_input.hpp"

#include <algorithm>

namespace omx {

Result<std::unique_ptr<MidiInput>>
MidiInput::open(DriverFactory& drivers, ControlWake& wake, const std::string& client_name) {
  Result<std::unique_ptr<Driver>> driver = drivers.open(client_name);
  if (!driver) return driver.error();
  std::unique_ptr<MidiInput> input(new MidiInput(std::move(driver.value()), wake));
  const Result<RtPortHandle> port = input->driver_->register_port(DriverPortKind::midi_input, "midi_in", "");
  if (!port) return port.error();
  input->port_ = port.value();
  if (Status started = input->driver_->start(*input); !started) return started.error();
  return input;
}

MidiInput::~MidiInput() {
  driver_->stop();
}

bool MidiInput::take(RtShortMidi& message) noexcept {
  if (messages_.pop(message)) return true;
  rung_.store(false, std::memory_order_seq_cst);  // before the last look: a message after it rings again
  return messages_.pop(message);
}

void MidiInput::run(const RtCycle& cycle) noexcept OMX_RT {
  if (cycle.ports == nullptr) return;
  bool any = false;
  const std::uint32_t count = cycle.ports->midi_count(port_, cycle.frames);
  for (std::uint32_t i = 0; i < count; ++i) {
    RtMidi midi{};
    if (!cycle.ports->midi_read(port_, cycle.frames, i, midi)) continue;
    RtShortMidi message;
    constexpr std::uint8_t system_status = 0xF0;  // clocks and the like, which come all the time
    if (midi.size_bytes == 0 || midi.size_bytes > message.bytes.size()) continue;
    if (midi.bytes[0] >= system_status) continue;
    std::copy_n(midi.bytes, midi.size_bytes, message.bytes.begin());
    message.size_bytes = static_cast<std::uint8_t>(midi.size_bytes);
    any = messages_.push(message) || any;
  }
  if (any && !rung_.exchange(true, std::memory_order_seq_cst)) wake_.ring();
}

}  // namespace omx

/// A client that hears MIDI and plays nothing: what a controller box sends, for whoever maps it to
/// parameters.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "bridge/control_wake.hpp"
#include "bridge/spsc_ring.hpp"
#include "control/driver_factory.hpp"

namespace omx {

/// A message of a channel.
struct RtShortMidi {
  std::array<std::uint8_t, 3> bytes{};
  std::uint8_t size_bytes = 0;
};

/// [control], but for run(). Messages that nobody takes in time are dropped.
class MidiInput final : private RtCycleRunner {
public:
  static constexpr std::size_t capacity = 1024;

  /// Opens the client with a port midi_in and starts it. Errors: audio_client, port_register, audio_activate.
  static Result<std::unique_ptr<MidiInput>>
  open(DriverFactory& drivers, ControlWake& wake, const std::string& client_name);
  ~MidiInput();
  MidiInput(const MidiInput&) = delete;
  MidiInput& operator=(const MidiInput&) = delete;

  std::string port_name() const { return driver_->full_name(port_); }
  Driver& driver() { return *driver_; }

  /// The oldest message that was not taken yet; false when there is none. Call until then when the wake rang.
  bool take(RtShortMidi& message) noexcept;

private:
  MidiInput(std::unique_ptr<Driver> driver, ControlWake& wake) : driver_(std::move(driver)), wake_(wake) {}

  void run(const RtCycle& cycle) noexcept OMX_RT override;

  std::unique_ptr<Driver> driver_;
  ControlWake& wake_;
  RtPortHandle port_ = nullptr;
  SpscRing<RtShortMidi> messages_{capacity};
  std::atomic<bool> rung_{false};
};

}  // namespace omx

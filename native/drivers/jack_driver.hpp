/// A client of a JACK server, jackd2 or PipeWire.
#pragma once

#include <jack/jack.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "drivers/driver.hpp"

namespace omx {

/// The server is the one that libjack takes by default (JACK_DEFAULT_SERVER); none is started.
class JackDriver final : public Driver, private RtPorts {
public:
  /// Opens a client of exactly this name. Error: audio_client.
  static Result<std::unique_ptr<Driver>> open(const std::string& client_name, const DriverHooks& hooks);

  ~JackDriver() override;

  const std::string& client_name() const override { return name_; }
  std::uint32_t sample_rate_hz() const override { return sample_rate_hz_.load(std::memory_order_relaxed); }
  std::uint32_t block_frames() const override { return block_frames_.load(std::memory_order_relaxed); }
  Result<RtPortHandle>
  register_port(DriverPortKind kind, const std::string& short_name, const std::string& alias) override;
  void unregister_port(RtPortHandle port) override;
  std::string full_name(RtPortHandle port) const override;
  void set_latencies(std::vector<DriverPortLatency> latencies) override;
  void hold_latencies() override;
  void release_latencies() override;
  Status connect(const std::string& from, const std::string& to) override;
  Status disconnect(const std::string& from, const std::string& to) override;
  Status start(RtCycleRunner& runner) override;
  void stop() override;
  bool running() const override { return active_ && !gone_.load(std::memory_order_acquire); }
  bool lost() const override { return gone_.load(std::memory_order_acquire); }
  double load_percent() const override;
  DriverNews take_news() override;

private:
  JackDriver(jack_client_t* client, const DriverHooks& hooks);
  void set_callbacks();
  void publish_latencies(jack_latency_callback_mode_t mode);

  // Called by libjack: process and thread_init on its audio thread, the others on its notification thread.
  static int on_process(jack_nframes_t frames, void* driver) noexcept;
  static void on_thread_init(void* driver) noexcept;
  static int on_buffer_size(jack_nframes_t frames, void* driver) noexcept;
  static int on_sample_rate(jack_nframes_t rate_hz, void* driver) noexcept;
  static int on_xrun(void* driver) noexcept;
  static void on_freewheel(int starting, void* driver) noexcept;
  static void on_latency(jack_latency_callback_mode_t mode, void* driver) noexcept;
  static void on_shutdown(jack_status_t code, const char* reason, void* driver) noexcept;

  float* audio(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT override;
  std::uint32_t midi_count(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT override;
  bool midi_read(
      RtPortHandle port, std::uint32_t frames, std::uint32_t index, RtMidi& midi) noexcept OMX_RT override;
  void midi_clear(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT override;
  bool midi_write(RtPortHandle port, std::uint32_t frames, const RtMidi& midi) noexcept OMX_RT override;

  jack_client_t* client_;  ///< null once the server is gone and control knows
  std::map<RtPortHandle, std::string> port_names_;
  const DriverHooks hooks_;
  std::string name_;
  RtCycleRunner* runner_ = nullptr;  ///< set before activation
  bool active_ = false;
  std::atomic<std::uint32_t> sample_rate_hz_;
  std::atomic<std::uint32_t> block_frames_;
  std::atomic<bool> block_changed_{false};
  std::atomic<bool> freewheeling_{false};
  std::atomic<bool> gone_{false};
  std::mutex mutex_;  ///< between control and libjack's notification thread
  std::string gone_reason_;
  std::vector<DriverPortLatency> latencies_;
  bool latencies_held_ = false;
  bool latencies_missed_ = false;  ///< the server asked while they were held, and may not ask again
};

}  // namespace omx

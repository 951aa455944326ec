/// A driver without an audio server: a real-time thread on an absolute clock.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "drivers/driver.hpp"

namespace omx {

/// It has no ports: what a server would supply is silence, and what a server would take goes nowhere. For
/// measuring plugins and for machines without sound. The thread runs at SCHED_FIFO where that is allowed.
class TimerDriver final : public Driver {
public:
  TimerDriver(
      std::string client_name, std::uint32_t sample_rate_hz, std::uint32_t block_frames, DriverHooks hooks);
  ~TimerDriver() override { stop(); }

  const std::string& client_name() const override { return name_; }
  std::uint32_t sample_rate_hz() const override { return sample_rate_hz_; }
  std::uint32_t block_frames() const override { return block_frames_; }
  Result<RtPortHandle>
  register_port(DriverPortKind kind, const std::string& short_name, const std::string& alias) override;
  void unregister_port(RtPortHandle port) override;
  std::string full_name(RtPortHandle port) const override;
  void set_latencies(std::vector<DriverPortLatency>) override {}
  Status connect(const std::string& from, const std::string& to) override;
  Status disconnect(const std::string& from, const std::string& to) override;
  Status start(RtCycleRunner& runner) override;
  void stop() override;
  bool running() const override { return thread_.joinable(); }
  double load_percent() const override;
  DriverNews take_news() override { return {}; }

private:
  struct Port {
    std::string full_name;
  };

  void run(RtCycleRunner& runner);

  const std::string name_;
  const std::uint32_t sample_rate_hz_;
  const std::uint32_t block_frames_;
  const DriverHooks hooks_;
  std::vector<std::unique_ptr<Port>> ports_;
  std::atomic<bool> stopping_{false};
  std::atomic<float> load_percent_{0};  ///< of the last cycles, smoothed
  std::thread thread_;
};

}  // namespace omx

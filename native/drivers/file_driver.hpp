/// A client of the file stage: runs faster than real time, only while something is rendered.
#pragma once

#include <atomic>

#include "drivers/driver.hpp"
#include "drivers/file_stage.hpp"

namespace omx {

/// Made by FileStage::add_client(). Its runner is called on the render's thread.
class FileDriver final : public Driver, private RtPorts {
public:
  FileDriver(FileStage& stage, std::string client_name, const DriverHooks& hooks)
      : stage_(stage), name_(std::move(client_name)), hooks_(hooks) {}
  ~FileDriver() override { stage_.remove_client(*this); }

  const std::string& client_name() const override { return name_; }
  std::uint32_t sample_rate_hz() const override { return stage_.sample_rate_hz(); }
  std::uint32_t block_frames() const override { return stage_.block_frames(); }
  Result<RtPortHandle>
  register_port(DriverPortKind kind, const std::string& short_name, const std::string& alias) override;
  void unregister_port(RtPortHandle port) override { stage_.remove_port(static_cast<FilePort*>(port)); }
  std::string full_name(RtPortHandle port) const override { return static_cast<FilePort*>(port)->full_name; }
  void set_latencies(std::vector<DriverPortLatency> latencies) override { latencies_ = std::move(latencies); }
  Status connect(const std::string& from, const std::string& to) override { return stage_.connect(from, to); }
  Status disconnect(const std::string& from, const std::string& to) override {
    return stage_.disconnect(from, to);
  }
  Status start(RtCycleRunner& runner) override;
  void stop() override { runner_ = nullptr; }
  bool running() const override { return rendering_; }
  double load_percent() const override { return 0.0; }
  DriverNews take_news() override;

  // For the stage.

  /// [control] Between begin and end of a render the runner may be called on another thread.
  void set_rendering(bool rendering) { rendering_ = rendering; }
  void tell_block_changed();
  const std::vector<DriverPortLatency>& latencies() const { return latencies_; }
  /// [render thread]
  void play(std::uint32_t frames, std::uint32_t frame_time);
  const DriverHooks& hooks() const { return hooks_; }

private:
  float* audio(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT override;
  std::uint32_t midi_count(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT override;
  bool midi_read(
      RtPortHandle port, std::uint32_t frames, std::uint32_t index, RtMidi& midi) noexcept OMX_RT override;
  void midi_clear(RtPortHandle port, std::uint32_t frames) noexcept OMX_RT override;
  bool midi_write(RtPortHandle port, std::uint32_t frames, const RtMidi& midi) noexcept OMX_RT override;

  FileStage& stage_;
  const std::string name_;
  const DriverHooks hooks_;
  RtCycleRunner* runner_ = nullptr;
  bool rendering_ = false;
  bool block_changed_ = false;
  std::vector<DriverPortLatency> latencies_;
};

}  // namespace omx

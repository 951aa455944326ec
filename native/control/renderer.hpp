/// The file driver's side of the rack: which sound file is open, what is being rendered.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "control/driver_factory.hpp"
#include "control/loop/event_loop.hpp"
#include "control/rack.hpp"
#include "drivers/file_render.hpp"

namespace omx {

/// [control] While a render runs the graph may not change, parameters may.
class Renderer {
public:
  using Finished = std::function<void(const Result<RenderOutcome>&)>;
  using Progress = std::function<void(std::uint64_t done_frames, std::uint64_t total_frames)>;

  Renderer(EventLoop& loop, Rack& rack, DriverFactory& drivers, ControlWake& wake)
      : loop_(loop), rack_(rack), drivers_(drivers), wake_(wake) {}
  ~Renderer();

  /// Opens the input; its rate becomes that of all clients. Errors: invalid_operation, file_unreadable,
  /// file_format.
  Result<const SoundReader*> open(const std::string& path);
  /// Reads what comes out of file:events_1 from the next render on; replies with the number of messages.
  /// Errors: invalid_operation, file_unreadable, file_format.
  Result<std::size_t> read_notes(const std::string& path);
  /// Renders from the beginning, with all plugins reset. `finished` is called once if this succeeds.
  Status render(RenderRequest request, Progress progress, Finished finished);
  void interrupt();
  bool rendering() const { return render_ != nullptr; }

  /// Call when the wake rang.
  void serve();

private:
  void set_rendering(bool rendering);
  std::uint64_t reported_tail_frames() const;

  EventLoop& loop_;
  Rack& rack_;
  DriverFactory& drivers_;
  ControlWake& wake_;
  std::unique_ptr<SoundReader> input_;
  std::unique_ptr<FileRender> render_;
  Finished finished_;
  EventLoop::TimerId progress_timer_ = 0;
};

}  // namespace omx

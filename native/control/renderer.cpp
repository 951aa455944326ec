#include "control/renderer.hpp"

#include <algorithm>

#include "bridge/control_wake.hpp"
#include "drivers/file_driver.hpp"

namespace omx {
namespace {

constexpr auto progress_period = std::chrono::milliseconds(100);

Error not_here() {
  return Error{ErrorCode::invalid_operation, "this worker does not run the file driver"};
}

}  // namespace

Renderer::~Renderer() {
  interrupt();
  loop_.cancel(progress_timer_);
}

Result<const SoundReader*> Renderer::open(const std::string& path) {
  if (drivers_.stage() == nullptr) return not_here();
  Result<std::unique_ptr<SoundReader>> input = SoundReader::open(path);
  if (!input) return input.error();
  input_ = std::move(input).value();
  drivers_.stage()->set_input(input_->sample_rate_hz(), input_->channels());
  rack_.serve();  // plugins are activated for the new rate before the reply
  return input_.get();
}

Result<std::size_t> Renderer::read_notes(const std::string& path) {
  if (drivers_.stage() == nullptr) return not_here();
  Result<std::vector<FileMidi>> notes = omx::read_notes(path);
  if (!notes) return notes.error();
  const std::size_t count = notes.value().size();
  drivers_.stage()->set_notes(std::move(notes).value());
  return count;
}

Status Renderer::render(RenderRequest request, Progress progress, Finished finished) {
  if (drivers_.stage() == nullptr) return not_here();
  if (input_ == nullptr) return Error{ErrorCode::invalid_operation, "no sound file is open"};
  request.reported_tail_frames = reported_tail_frames();
  for (const auto& client : rack_.clients()) client->engine().reset_now();
  set_rendering(true);
  auto render = FileRender::begin(*drivers_.stage(), *input_, request, [this] { wake_.ring(); });
  if (!render) {
    set_rendering(false);
    return render.error();
  }
  render_ = std::move(render).value();
  finished_ = std::move(finished);
  progress_timer_ = loop_.every(progress_period, [this, progress = std::move(progress)] {
    progress(render_->done_frames(), render_->total_frames());
  });
  return done();
}

/// Tails in a row add up; what runs beside each other is counted too, which only looks longer for silence.
std::uint64_t Renderer::reported_tail_frames() const {
  std::uint64_t sum = 0;
  for (const auto& [number, instance] : rack_.instances()) sum += instance->plugin().tail_frames();
  return sum;
}

void Renderer::set_rendering(bool rendering) {
  for (const auto& client : rack_.clients())
    static_cast<FileDriver&>(client->driver()).set_rendering(rendering);
}

void Renderer::interrupt() {
  if (render_ != nullptr) render_->interrupt();
}

void Renderer::serve() {
  if (render_ == nullptr || !render_->finished()) return;
  loop_.cancel(progress_timer_);
  const Result<RenderOutcome> outcome = render_->outcome();
  render_.reset();
  set_rendering(false);
  std::exchange(finished_, nullptr)(outcome);
}

}  // namespace omx

#include "rt/engine.hpp"

#include <cassert>

#include "formats/clap/process/rt_audio_role.hpp"

namespace omx {

RtEngine::RtEngine(const RtEngineOptions& options)
    : options_(options), sample_rate_hz_(options.sample_rate_hz), rate_hz_(options.sample_rate_hz),
      watch_(options.sample_rate_hz), meter_fall_(options.sample_rate_hz) {}

RtEngine::~RtEngine() {
  if (!busy()) return;
  for (auto& program : programs_) static_cast<void>(program.release());
}

void RtEngine::publish(RtProgramChain programs) {
  assert(settled() && !programs.empty());
  RtProgram* const first = programs.front().get();
  for (std::size_t i = 0; i < programs.size(); ++i) {
    programs[i]->sequence = ++last_sequence_;
    programs[i]->next = i + 1 < programs.size() ? programs[i + 1].get() : nullptr;
  }
  for (auto& program : programs) programs_.push_back(std::move(program));
  published_.store(first, std::memory_order_release);
}

bool RtEngine::settled() const noexcept {
  return settled_sequence_.load(std::memory_order_acquire) == last_sequence_;
}

void RtEngine::collect() {
  const std::uint64_t running = running_sequence_.load(std::memory_order_acquire);
  while (!programs_.empty() && programs_.front()->sequence < running) programs_.pop_front();
}

bool RtEngine::settle_without_driver() {
  if (busy()) return false;
  const RtAudioRole role;
  adopt();
  while (current_ != nullptr && current_->next != nullptr) enter(current_->next);
  if (current_ != nullptr) settle();
  return true;
}

void RtEngine::count_xrun() noexcept {
  if (options_.status != nullptr) options_.status->xruns.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace omx

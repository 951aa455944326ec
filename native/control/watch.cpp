#include "control/watch.hpp"

#include <algorithm>

#include "control/lv2_library.hpp"
#include "omx_contracts/feedback.hpp"
#include "text/words.hpp"

namespace omx {
namespace {

using namespace std::chrono_literals;

constexpr auto listening_period = 250ms;
constexpr auto monitoring_period = 50ms;

std::string line_of(std::string_view name, std::uint32_t instance, const std::string& rest) {
  return std::string(name) + " " + std::to_string(instance) + " " + rest;
}

}  // namespace

void Watch::adjust(bool somebody_listens) {
  const bool monitoring =
      std::any_of(rack_.instances().begin(), rack_.instances().end(), [](const auto& entry) {
        return !entry.second->monitored.empty();
      });
  EventLoop::Clock::duration wanted{};
  if (somebody_listens && !rack_.instances().empty())
    wanted = monitoring ? monitoring_period : listening_period;
  if (wanted == period_) return;
  period_ = wanted;
  loop_.cancel(timer_);
  timer_ = wanted > 0ms ? loop_.every(wanted, [this] { look(); }) : 0;
}

void Watch::look() {
  for (const auto& [number, instance] : rack_.instances()) {
    look_at_params(*instance);
    look_at_faults(*instance);
  }
}

void Watch::look_at_params(Instance& instance) {
  for (const ClapParam& param : instance.plugin().params()) {
    const auto [told, is_new] = instance.told_values.try_emplace(param.id, param.value);
    const bool monitored = instance.monitored.contains(param.id);
    if (is_new ? !monitored : told->second == param.value) continue;
    told->second = param.value;
    if (param.readonly() && !monitored) continue;
    const std::string_view name = monitored ? feedback::output_set : feedback::param_set;
    tell_(line_of(
        name, instance.number(),
        param_symbol(instance.plugin(), param.id) + " " + format_number(param.value)));
  }
}

void Watch::look_at_faults(Instance& instance) {
  const auto look = [&](std::uint32_t count, std::uint32_t& told, const char* kind) {
    if (count == told) return;
    told = count;
    tell_(line_of(feedback::fault, instance.number(), std::string(kind) + " " + std::to_string(count)));
  };
  look(instance.misbehaviours, instance.told_faults.misbehaviours, "thread");
  const StatusInstance* const status = instance.rt.status;
  if (status == nullptr) return;
  look(status->nonfinite_blocks, instance.told_faults.nonfinite, "nonfinite");
  look(status->clamped_blocks, instance.told_faults.clamped, "clamped");
  look(status->error_blocks, instance.told_faults.errors, "process_error");
}

}  // namespace omx

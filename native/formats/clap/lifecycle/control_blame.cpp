#include "formats/clap/lifecycle/control_blame.hpp"

#include <algorithm>

namespace omx {

namespace {

StatusHeader* bound = nullptr;

void write_register(std::uint32_t instance, std::uint32_t call) {
  if (bound == nullptr) return;
  // The call goes last, so that a reader who sees it sees the instance too.
  bound->control_instance.store(instance, std::memory_order_relaxed);
  bound->control_call.store(call, std::memory_order_release);
}

std::uint32_t read(const std::atomic<std::uint32_t> StatusHeader::* field) {
  return bound != nullptr ? (bound->*field).load(std::memory_order_relaxed) : 0;
}

}  // namespace

void ControlBlame::bind(StatusHeader* header) {
  bound = header;
}

void ControlBlame::set_uri(std::string_view uri) {
  if (bound == nullptr) return;
  const std::size_t length = std::min(uri.size(), sizeof bound->control_uri - 1);
  std::copy_n(uri.data(), length, bound->control_uri);
  bound->control_uri[length] = '\0';
}

ControlBlame::ControlBlame(std::uint32_t instance, PluginCall call)
    : previous_instance_(read(&StatusHeader::control_instance)),
      previous_call_(read(&StatusHeader::control_call)) {
  write_register(instance + 1, static_cast<std::uint32_t>(call));
}

ControlBlame::ControlBlame(PluginCall call)
    : previous_instance_(read(&StatusHeader::control_instance)),
      previous_call_(read(&StatusHeader::control_call)) {
  write_register(0, static_cast<std::uint32_t>(call));
}

ControlBlame::~ControlBlame() {
  write_register(previous_instance_, previous_call_);
}

}  // namespace omx

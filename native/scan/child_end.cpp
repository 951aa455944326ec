#include "scan/child_end.hpp"

#include <cstring>

#include <sys/wait.h>

namespace omx {

namespace {

const char* call_name(PluginCall call) {
  switch (call) {
  case PluginCall::init:
    return "init";
  case PluginCall::activate:
    return "activate";
  case PluginCall::deactivate:
    return "deactivate";
  case PluginCall::destroy:
    return "destroy";
  case PluginCall::params:
    return "its parameters";
  case PluginCall::flush:
    return "flush";
  case PluginCall::main_thread:
    return "on_main_thread";
  default:
    return "its code";
  }
}

// "org.example.gain … in init", with the verb in the middle. While a file is loaded there is no plugin yet.
std::string blamed(const ChildPlace& place, const std::string& verb) {
  const auto call = static_cast<PluginCall>(place.header.control_call.load(std::memory_order_acquire));
  const bool has_plugin = place.header.control_instance.load(std::memory_order_relaxed) != 0;
  if (!has_plugin)
    return verb + (call == PluginCall::load ? " loading or unloading the file" : " the file's code");
  const std::string uri = place.header.control_uri;
  const bool is_lv2 = uri.find(':') != std::string::npos;
  const std::string loading = is_lv2 ? "reading its description" : "create_plugin";
  return uri + " " + verb + " " + (call == PluginCall::load ? loading : call_name(call));
}

std::string signal_name(int signal) {
  const char* const name = sigabbrev_np(signal);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

std::string seconds_text(std::chrono::milliseconds time) {
  const auto ms = time.count();
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

}  // namespace

std::optional<std::string> failure_of(int wait_status, const ChildPlace& place) {
  if (WIFSIGNALED(wait_status))
    return blamed(place, "crashed in") + " with " + signal_name(WTERMSIG(wait_status));
  if (WEXITSTATUS(wait_status) == 0) return std::nullopt;
  return blamed(place, "ended the process in") + " with status " + std::to_string(WEXITSTATUS(wait_status));
}

std::string timeout_failure(std::chrono::milliseconds timeout, const ChildPlace& place) {
  return blamed(place, "did not return from") + " within " + seconds_text(timeout);
}

}  // namespace omx

#include "formats/lv2/features/log.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "formats/lv2/features/urid_map.hpp"

namespace omx::lv2 {

namespace {

abi::LogSeverity severity_of(LV2_URID type) {
  const char* const uri = UridMap::process().unmap(type);
  if (uri == nullptr) return abi::LogSeverity::info;
  if (std::strcmp(uri, LV2_LOG__Error) == 0) return abi::LogSeverity::error;
  if (std::strcmp(uri, LV2_LOG__Warning) == 0) return abi::LogSeverity::warning;
  if (std::strcmp(uri, LV2_LOG__Trace) == 0) return abi::LogSeverity::debug;
  return abi::LogSeverity::info;
}

int vprint(LV2_Log_Handle self, LV2_URID type, const char* format, va_list arguments) {
  char text[512];
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  if (length < 0) return length;
  std::size_t end = std::strlen(text);
  while (end > 0 && text[end - 1] == '\n') text[--end] = '\0';
  if (end > 0) static_cast<const Log*>(self)->write(severity_of(type), text);
  return length;
}

int print(LV2_Log_Handle self, LV2_URID type, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vprint(self, type, format, arguments);
  va_end(arguments);
  return length;
}

const abi::HostLog* log_of(const clap_host_t* host) {
  return static_cast<const abi::HostLog*>(host->get_extension(host, abi::log_id));
}

}  // namespace

Log::Log(const clap_host_t* host) : host_(host), log_(log_of(host)), feature_{this, print, vprint} {}

void Log::write(abi::LogSeverity severity, const char* message) const {
  if (log_ != nullptr) log_->log(host_, static_cast<std::int32_t>(severity), message);
}

}  // namespace omx::lv2

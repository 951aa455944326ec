/// What plugins log goes to the host.
#pragma once

#include <clap/host.h>
#include <lv2/log/log.h>

#include "formats/clap/abi/log.hpp"

namespace omx::lv2 {

/// LV2's log extension on top of CLAP's. Any thread: a message is written on the caller's stack, cut to what
/// fits, and handed to the host, which must not block.
class Log {
public:
  explicit Log(const clap_host_t* host);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  LV2_Log_Log* feature() { return &feature_; }

  void write(abi::LogSeverity severity, const char* message) const;

private:
  const clap_host_t* const host_;
  const abi::HostLog* const log_;  // null when the host takes no messages
  LV2_Log_Log feature_;
};

}  // namespace omx::lv2

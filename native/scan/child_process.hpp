/// One child: its process, its records, its end.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <poll.h>
#include <sys/types.h>

#include "scan/child.hpp"

namespace omx {

/// Looks into a file from its start() until finished(). Killed and reaped by the destructor if it still runs.
class ChildProcess {
public:
  using Clock = std::chrono::steady_clock;

  /// Starts a child for the plugins of `path` from index `first` on. When the system refuses, it has ended at
  /// once with a failure that says so.
  ChildProcess(const std::string& path, std::uint32_t first, std::chrono::milliseconds timeout, bool verbose);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// What to poll: records to read, and the end of the process.
  void add_polls(std::vector<pollfd>& polls) const;
  Clock::time_point deadline() const { return deadline_; }

  /// Reads what has come; notices the end, and brings it about when the time is up.
  void update(Clock::time_point now);
  bool finished() const { return pid_ < 0; }

  // After its end

  const std::map<std::uint32_t, std::string>& plugins() const { return plugins_; }  ///< JSON by index
  const std::vector<std::string>& failures() const { return failures_; }
  /// Index of the plugin to go on with when this one was stopped by a plugin; 0 when the file is done.
  std::uint32_t resume_at() const { return resume_at_; }

private:
  void read_records();
  void extend(Clock::time_point now);
  void take_record(const std::string& line);
  void end(int wait_status);
  void fail_to_start(const char* what);

  const std::chrono::milliseconds timeout_;
  Clock::time_point deadline_;  // of the plugin it is at
  std::uint32_t at_ = 0;        // that plugin
  ChildPlace* place_ = nullptr;
  pid_t pid_ = -1;
  int pid_fd_ = -1;
  int pipe_ = -1;
  std::string unread_;
  std::uint32_t index_ = 0;
  bool timed_out_ = false;
  std::uint32_t resume_at_ = 0;
  std::map<std::uint32_t, std::string> plugins_;
  std::vector<std::string> failures_;
};

}  // namespace omx

/// How a probe ends: by a signal, with its parent, or when its work is done.
#pragma once

namespace omx::probe {

/// SIGTERM, SIGINT and SIGHUP become readable instead of ending the program. Make it before any thread
/// starts.
class Ending {
public:
  Ending();
  ~Ending();
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;

  /// Also end when the process that started us does.
  void with_parent();

  /// [any thread] The work is done. Async-signal-safe, never blocks.
  void finish() const noexcept;
  /// Waits until the work is done (true) or somebody asks for the end (false).
  bool wait() const;
  /// The same, for at most some time; false then too.
  bool wait_ms(int limit_ms, bool& asked) const;

private:
  int signal_fd_ = -1;
  int done_fd_ = -1;
  int parent_ = 0;
};

}  // namespace omx::probe

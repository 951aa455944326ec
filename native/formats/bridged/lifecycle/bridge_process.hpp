/// A process that runs one bridged plugin.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include <sys/types.h>

#include "base/result.hpp"
#include "bridge/link/link_socket.hpp"

namespace omx {

/// Control thread only. One process more than is needed waits in reserve, so that one that died is replaced
/// without the time that starting takes.
class BridgeProcess {
public:
  /// Takes the reserve, or starts a process, and starts another reserve. Error: worker_start.
  static Result<std::unique_ptr<BridgeProcess>> take();

  /// Kills and reaps it.
  ~BridgeProcess();
  BridgeProcess(const BridgeProcess&) = delete;
  BridgeProcess& operator=(const BridgeProcess&) = delete;

  /// Sends a request and waits for its reply. Nothing when the process is gone or does not answer in time,
  /// which counts as gone.
  std::optional<LinkMessage>
  ask(LinkKind kind, std::span<const std::byte> payload = {}, std::chrono::seconds patience = usual_patience,
      int fd = -1);
  /// What came unasked.
  std::vector<LinkMessage> take_news();

  bool gone() const { return link_.closed(); }
  int fd() const { return link_.fd(); }
  pid_t pid() const { return pid_; }

  static constexpr std::chrono::seconds usual_patience{2};
  static constexpr std::chrono::seconds load_patience{20};

private:
  BridgeProcess(pid_t pid, int socket) : pid_(pid), link_(socket) {}
  static Result<std::unique_ptr<BridgeProcess>> start();

  const pid_t pid_;
  LinkSocket link_;
  std::vector<LinkMessage> news_;
};

}  // namespace omx

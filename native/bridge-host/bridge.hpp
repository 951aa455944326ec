/// The control thread of a bridge: what its worker asks, and what the plugin reports.
#pragma once

#include <memory>
#include <string>

#include "bridge-host/stage_loop.hpp"
#include "bridge/control_wake.hpp"
#include "bridge/link/link_socket.hpp"
#include "formats/clap/lifecycle/clap_instance.hpp"

namespace omx {

/// Serves one plugin from the first message to the end of the connection.
class Bridge final : private ClapHostListener {
public:
  explicit Bridge(int socket) : link_(socket) {}
  ~Bridge() override;

  /// Until the worker is gone.
  void run();

private:
  void wait();
  void serve(const LinkMessage& message);
  void answer(const LinkMessage& message, MessageWriter& out);
  Status load(MessageReader in);
  Status activate(const LinkMessage& message);
  void deactivate();
  void news(LinkNews news, std::uint32_t flags, std::string_view text = {});

  void restart_requested(ClapInstance&) override { news(LinkNews::restart, 0); }
  void params_changed(ClapInstance&, std::uint32_t flags) override {
    if (!answering_) news(LinkNews::params, flags);
  }
  void ports_changed(ClapInstance&) override {
    if (!answering_) news(LinkNews::ports, 0);
  }
  void state_dirtied(ClapInstance&) override { news(LinkNews::dirty, 0); }
  void logged(ClapInstance&, abi::LogSeverity severity, std::string_view message) override {
    news(LinkNews::log, static_cast<std::uint32_t>(severity), message);
  }

  LinkSocket link_;
  ControlWake wake_;
  std::unique_ptr<ClapInstance> plugin_;
  std::unique_ptr<StageLoop> stage_;  // while active
  bool answering_ = false;            // what changes now, the worker asked for
};

}  // namespace omx

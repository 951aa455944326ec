#include "formats/clap/lifecycle/clap_host.hpp"

#include "bridge/control_wake.hpp"
#include "formats/clap/lifecycle/host_extensions.hpp"
#include "formats/clap/lifecycle/host_identity.hpp"

namespace omx {

namespace {

void request_restart(const clap_host_t* host) noexcept OMX_RT {
  ClapHost& self = ClapHost::of(host);
  self.request(self.requests.restart);
}

// The audio thread looks at this flag in every block, so nobody needs waking; a plugin that is not in a
// program has no audio thread to look.
void request_process(const clap_host_t* host) noexcept OMX_RT {
  ClapHost::of(host).requests.process.store(true, std::memory_order_release);
}

void request_callback(const clap_host_t* host) noexcept OMX_RT {
  ClapHost& self = ClapHost::of(host);
  self.request(self.requests.callback);
}

}  // namespace

ClapHost::ClapHost(ClapInstance& instance, ControlWake* wake)
    : instance_(instance), wake_(wake), main_thread_(std::this_thread::get_id()),
      clap_{CLAP_VERSION, this,           host_name,       host_vendor,     host_url,
            host_version, host_extension, request_restart, request_process, request_callback} {}

bool ClapHost::on_main_thread() const noexcept OMX_RT {
  OMX_RT_UNCHECKED_BEGIN  // reads a register
          return std::this_thread::get_id() == main_thread_ &&
      !RtAudioRole::held();
  OMX_RT_UNCHECKED_END
}

ClapInstance* ClapHost::main_thread_call(const char* complaint) noexcept OMX_RT {
  if (on_main_thread()) return &instance_;
  post_log(static_cast<std::int32_t>(abi::LogSeverity::plugin_misbehaving), complaint);
  return nullptr;
}

void ClapHost::request(std::atomic<bool>& flag) noexcept OMX_RT {
  if (!flag.exchange(true, std::memory_order_acq_rel) && wake_ != nullptr) wake_->ring();
}

void ClapHost::post_log(std::int32_t severity, const char* message) noexcept OMX_RT {
  if (log.post(severity, message) && wake_ != nullptr) wake_->ring();
}

}  // namespace omx

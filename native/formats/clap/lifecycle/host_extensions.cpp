#include "formats/clap/lifecycle/host_extensions.hpp"

#include <cstring>

#include <clap/ext/audio-ports.h>
#include <clap/ext/latency.h>
#include <clap/ext/note-ports.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/ext/thread-check.h>
#include <clap/ext/timer-support.h>

#include "formats/clap/abi/log.hpp"
#include "formats/clap/abi/posix_fd.hpp"
#include "formats/clap/abi/preset_load.hpp"
#include "formats/clap/abi/tail.hpp"
#include "formats/clap/lifecycle/clap_host.hpp"

namespace omx {

namespace {

using Clock = ClapWaits::Clock;

// Serves a call of the main thread; one from elsewhere is logged and has no effect.
template <typename Serve>
void serve(const clap_host_t* host, const char* complaint, Serve&& call) {
  if (ClapInstance* const instance = ClapHost::of(host).main_thread_call(complaint)) call(*instance);
}

// The same for the calls that change what control waits for.
template <typename Change>
bool change_waits(const clap_host_t* host, const char* complaint, Change&& change) {
  ClapHost& self = ClapHost::of(host);
  ClapInstance* const instance = self.main_thread_call(complaint);
  if (instance == nullptr || !change(self.waits)) return false;
  instance->handle_waits();
  return true;
}

const clap_host_audio_ports_t audio_ports{
    [](const clap_host_t*, std::uint32_t) { return true; },
    [](const clap_host_t* host, std::uint32_t flags) {
      serve(host, "audio_ports.rescan outside of the main thread", [&](ClapInstance& instance) {
        instance.handle_ports(flags == CLAP_AUDIO_PORTS_RESCAN_NAMES);
      });
    }};

const clap_host_note_ports_t note_ports{
    [](const clap_host_t*) -> std::uint32_t { return CLAP_NOTE_DIALECT_CLAP | CLAP_NOTE_DIALECT_MIDI; },
    [](const clap_host_t* host, std::uint32_t flags) {
      serve(host, "note_ports.rescan outside of the main thread", [&](ClapInstance& instance) {
        instance.handle_ports(flags == CLAP_NOTE_PORTS_RESCAN_NAMES);
      });
    }};

const clap_host_latency_t latency{[](const clap_host_t* host) {
  serve(host, "latency.changed outside of the main thread", [](ClapInstance& instance) {
    instance.handle_latency();
  });
}};

// Sent by the audio thread; the tail is asked for whenever it matters, so there is nothing to keep.
const abi::HostTail tail{[](const clap_host_t*) {}};

// References to parameters (automation, mappings) are the daemon's, which drops those of parameters that are
// gone.
const clap_host_params_t params{
    [](const clap_host_t* host, clap_param_rescan_flags flags) {
      serve(host, "params.rescan outside of the main thread", [&](ClapInstance& instance) {
        instance.handle_params(flags);
      });
    },
    [](const clap_host_t*, clap_id, clap_param_clear_flags) {},
    [](const clap_host_t* host) {
      ClapHost& self = ClapHost::of(host);
      self.request(self.requests.flush);
    }};

const clap_host_state_t state{[](const clap_host_t* host) {
  serve(host, "state.mark_dirty outside of the main thread", [](ClapInstance& instance) {
    instance.handle_dirty();
  });
}};

const abi::HostPresetLoad preset_load{
    [](const clap_host_t* host, std::uint32_t, const char*, const char*, std::int32_t os_error,
       const char* message) {
      serve(host, "preset_load.on_error outside of the main thread", [&](ClapInstance& instance) {
        instance.handle_preset_error(os_error, message);
      });
    },
    [](const clap_host_t*, std::uint32_t, const char*, const char*) {}};

const clap_host_thread_check_t thread_check{
    [](const clap_host_t* host) { return ClapHost::of(host).on_main_thread(); },
    [](const clap_host_t*) { return RtAudioRole::held(); }};

const abi::HostLog log{[](const clap_host_t* host, std::int32_t severity, const char* message) {
  if (message != nullptr) ClapHost::of(host).post_log(severity, message);
}};

const clap_host_timer_support_t timers{
    [](const clap_host_t* host, std::uint32_t period_ms, clap_id* id) {
      return change_waits(host, "register_timer outside of the main thread", [&](ClapWaits& waits) {
        *id = waits.add_timer(std::chrono::milliseconds(period_ms), Clock::now());
        return true;
      });
    },
    [](const clap_host_t* host, clap_id id) {
      return change_waits(host, "unregister_timer outside of the main thread", [&](ClapWaits& waits) {
        return waits.remove_timer(id);
      });
    }};

const abi::HostPosixFd posix_fds{
    [](const clap_host_t* host, int fd, std::uint32_t flags) {
      return change_waits(host, "register_fd outside of the main thread", [&](ClapWaits& waits) {
        return waits.add_fd({fd, flags});
      });
    },
    [](const clap_host_t* host, int fd, std::uint32_t flags) {
      return change_waits(host, "modify_fd outside of the main thread", [&](ClapWaits& waits) {
        return waits.modify_fd({fd, flags});
      });
    },
    [](const clap_host_t* host, int fd) {
      return change_waits(host, "unregister_fd outside of the main thread", [&](ClapWaits& waits) {
        return waits.remove_fd(fd);
      });
    }};

struct NamedExtension {
  const char* id;
  const void* extension;
};

const NamedExtension extensions[] = {
    {CLAP_EXT_AUDIO_PORTS, &audio_ports},
    {CLAP_EXT_LATENCY, &latency},
    {abi::log_id, &log},
    {CLAP_EXT_NOTE_PORTS, &note_ports},
    {CLAP_EXT_PARAMS, &params},
    {abi::posix_fd_id, &posix_fds},
    {abi::preset_load_id, &preset_load},
    {abi::preset_load_draft_id, &preset_load},
    {CLAP_EXT_STATE, &state},
    {abi::tail_id, &tail},
    {CLAP_EXT_THREAD_CHECK, &thread_check},
    {CLAP_EXT_TIMER_SUPPORT, &timers},
};

}  // namespace

const void* host_extension(const clap_host_t*, const char* id) noexcept OMX_RT {
  for (const NamedExtension& named : extensions) {
    OMX_RT_UNCHECKED_BEGIN  // compares bytes
        if (std::strcmp(named.id, id) == 0) return named.extension;
    OMX_RT_UNCHECKED_END
  }
  return nullptr;
}

}  // namespace omx

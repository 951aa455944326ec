/// Who is the audio thread just now, in CLAP's sense.
#pragma once

#include "base/rt.hpp"

namespace omx {

/// Gives the calling thread CLAP's audio role while it lives; scopes may nest. A driver's callback opens one
/// per cycle; the control thread opens one to call audio-thread functions while no driver runs. CLAP allows
/// one audio thread per plugin at a time: whoever opens the scope vouches for that.
class [[nodiscard]] RtAudioRole {
public:
  RtAudioRole() noexcept OMX_RT;
  ~RtAudioRole() OMX_RT;
  RtAudioRole(const RtAudioRole&) = delete;
  RtAudioRole& operator=(const RtAudioRole&) = delete;

  /// Whether the calling thread has the role.
  static bool held() noexcept OMX_RT;
};

}  // namespace omx

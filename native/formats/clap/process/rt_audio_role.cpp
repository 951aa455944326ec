#include "formats/clap/process/rt_audio_role.hpp"

namespace omx {

namespace {

// Scopes open on this thread.
thread_local constinit int depth = 0;

}  // namespace

// The compiler distrusts thread-local variables, since those of a library loaded late are allocated at first
// use. This one is linked into the program and constant-initialised: its place is there before the thread
// runs.
OMX_RT_UNCHECKED_BEGIN

RtAudioRole::RtAudioRole() noexcept OMX_RT {
  ++depth;
}

RtAudioRole::~RtAudioRole() OMX_RT {
  --depth;
}

bool RtAudioRole::held() noexcept OMX_RT {
  return depth > 0;
}

OMX_RT_UNCHECKED_END

}  // namespace omx

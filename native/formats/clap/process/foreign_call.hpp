/// The border to code that is not ours, on the audio thread.
#pragma once

#include "base/rt_exempt.hpp"

#if defined(OMX_HAS_RTSAN)
#include <cstdlib>
#endif

namespace omx {

#if defined(OMX_HAS_RTSAN)
/// Whether RealtimeSanitizer watches plugins too: set OMX_RTSAN_PLUGINS for a run that shows what they do.
/// Each report names the plugin's file in its stack; with RTSAN_OPTIONS=halt_on_error=0 the run goes on.
inline const bool plugins_are_watched = std::getenv("OMX_RTSAN_PLUGINS") != nullptr;

/// The one exemption around plugins: what they do is their doing, not a fault of the loop.
class [[nodiscard]] RtForeignCode {
public:
  OMX_RT_UNCHECKED_BEGIN  // the sanitizer's own switches carry no mark
  RtForeignCode() noexcept OMX_RT {
    if (!plugins_are_watched) __rtsan_disable();
  }
  ~RtForeignCode() OMX_RT {
    if (!plugins_are_watched) __rtsan_enable();
  }
  OMX_RT_UNCHECKED_END
  RtForeignCode(const RtForeignCode&) = delete;
  RtForeignCode& operator=(const RtForeignCode&) = delete;
};
#endif

/// Calls a plugin's function, which nobody can check at compile time.
template <typename Function, typename... Arguments>
auto call_plugin(Function* function, Arguments... arguments) noexcept OMX_RT {
#if defined(OMX_HAS_RTSAN)
  const RtForeignCode exempt;
#endif
  OMX_RT_UNCHECKED_BEGIN
  return function(arguments...);
  OMX_RT_UNCHECKED_END
}

}  // namespace omx

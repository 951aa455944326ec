/// The border to code that is not ours, on the audio thread.
#pragma once

#include "base/rt_exempt.hpp"

namespace omx {

/// Calls a plugin's function. Nobody can check it at compile time, and what it does under RealtimeSanitizer
/// is the plugin's doing, not a fault of the loop: hence the one exemption around plugins. OMX_RTSAN_PLUGINS
/// lifts it, for a run that shows what plugins do (with the sanitizer's halt_on_error=0 each report names the
/// plugin's file in its stack).
template <typename Function, typename... Arguments>
auto call_plugin(Function* function, Arguments... arguments) noexcept OMX_RT {
#if !defined(OMX_RTSAN_PLUGINS)
  const RtExempt foreign_code;
#endif
  OMX_RT_UNCHECKED_BEGIN
  return function(arguments...);
  OMX_RT_UNCHECKED_END
}

}  // namespace omx

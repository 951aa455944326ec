/// Exemptions from the real-time checks, for code that is not ours or a system call that is allowed by
/// design.
#pragma once

#include "base/rt.hpp"

#if defined(__clang__)
#if __has_feature(realtime_sanitizer)
#define OMX_HAS_RTSAN 1
#include <sanitizer/rtsan_interface.h>
#endif
#endif

namespace omx {

/// While it lives, RealtimeSanitizer lets the calling thread do what it likes. Say at each place why that is
/// right. Costs nothing outside of a sanitizer run.
class [[nodiscard]] RtExempt {
public:
  OMX_RT_UNCHECKED_BEGIN  // the sanitizer's own switches carry no mark
#if defined(OMX_HAS_RTSAN)
  RtExempt() noexcept OMX_RT {
    __rtsan_disable();
  }
  ~RtExempt() OMX_RT { __rtsan_enable(); }
#else
  RtExempt() noexcept OMX_RT {
  }
  ~RtExempt() OMX_RT {}
#endif
  OMX_RT_UNCHECKED_END
  RtExempt(const RtExempt&) = delete;
  RtExempt& operator=(const RtExempt&) = delete;
};

}  // namespace omx

/// Marks for code that runs on an audio thread.
#pragma once

/// A function that never blocks, allocates, locks, logs or throws. clang >= 20 checks it (function effects,
/// RealtimeSanitizer); other compilers see nothing.
#if defined(__clang__) && __clang_major__ >= 20
#define OMX_RT [[clang::nonblocking]]
/// Opens a stretch where the compiler's check is off: a call whose declaration lacks the mark. Say why at
/// each place.
#define OMX_RT_UNCHECKED_BEGIN                                                                               \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wfunction-effects\"")
#define OMX_RT_UNCHECKED_END _Pragma("clang diagnostic pop")
#else
#define OMX_RT
#define OMX_RT_UNCHECKED_BEGIN
#define OMX_RT_UNCHECKED_END
#endif

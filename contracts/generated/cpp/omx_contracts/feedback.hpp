// Generated from contracts/src by `npm run generate`. Do not edit.
#pragma once

#include <string_view>

namespace omx::feedback {

/// The plugin changed a parameter by itself.
inline constexpr std::string_view param_set = "param_set";
/// A monitored output parameter changed.
inline constexpr std::string_view output_set = "output_set";
/// A message of a plugin or of the worker; level 0 debug, 1 info, 2 warning, 3 error, 4 fatal.
inline constexpr std::string_view log = "log";
/// A plugin broke a rule: nonfinite, clamped, process_error, thread. Count since it was loaded.
inline constexpr std::string_view fault = "fault";
/// A message of a channel came to the MIDI input: its bytes, two hexadecimal digits each, one after the other.
inline constexpr std::string_view midi = "midi";
/// The latency of an instance changed, in frames.
inline constexpr std::string_view latency = "latency";
/// The plugin says that its state changed.
inline constexpr std::string_view state_dirty = "state_dirty";
/// The parameters of an instance changed: ask for param_info again.
inline constexpr std::string_view params_rescan = "params_rescan";
/// The audio server has another period, in frames.
inline constexpr std::string_view buffer_size = "buffer_size";
/// The audio server ended; the client is gone with it.
inline constexpr std::string_view server_gone = "server_gone";
/// Frames rendered so far, of how many.
inline constexpr std::string_view render_progress = "render_progress";

}  // namespace omx::feedback

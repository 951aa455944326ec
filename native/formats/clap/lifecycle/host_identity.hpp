/// How we introduce ourselves to plugins.
#pragma once

namespace omx {

inline constexpr char host_name[] = "plugin-hostd";
inline constexpr char host_vendor[] = "The plugin-hostd authors";
inline constexpr char host_url[] = "";
inline constexpr char host_version[] = "0.1.0";

}  // namespace omx

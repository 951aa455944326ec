/// The control thread's blame register: which plugin it is inside of.
#pragma once

#include <cstdint>
#include <string_view>

#include "omx_contracts/status_page.hpp"

namespace omx {

/// Marks a call into a plugin while it lives; what was there before returns at its end (calls nest). After a
/// crash or a hang the daemon reads there who did it. Control thread only.
class [[nodiscard]] ControlBlame {
public:
  /// Where the register is: the header of the worker's status page; null writes nowhere. Call once at start.
  static void bind(StatusHeader* header);

  /// Names the file or plugin that is being loaded, for crashes before it has an instance number.
  static void set_uri(std::string_view uri);

  ControlBlame(std::uint32_t instance, PluginCall call);
  /// For calls that belong to no instance yet (loading a file).
  explicit ControlBlame(PluginCall call);
  ~ControlBlame();
  ControlBlame(const ControlBlame&) = delete;
  ControlBlame& operator=(const ControlBlame&) = delete;

private:
  std::uint32_t previous_instance_;
  std::uint32_t previous_call_;
};

}  // namespace omx

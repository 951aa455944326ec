/// The least a CLAP host can do: load, activate, hand over pointers. All on the main thread but
/// floor_process().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <clap/plugin.h>

namespace omx::floor {

/// One plugin with its buses. The channel pointers are set once, by FloorChain.
struct FloorPlugin {
  const clap_plugin_t* plugin = nullptr;
  std::vector<std::vector<float*>> input_channels;   ///< by port, then channel
  std::vector<std::vector<float*>> output_channels;  ///< by port, then channel
  std::vector<clap_audio_buffer_t> inputs;
  std::vector<clap_audio_buffer_t> outputs;
  int main_input = -1;   ///< port index, -1 for none
  int main_output = -1;  ///< port index, -1 for none
  clap_process_t process{};
};

/// Loads `spec` (`<path>#<id>`) and activates it. Returns null and fills `error` with a sentence when that
/// fails. What it returns lives until the process ends: a floor is never unloaded.
FloorPlugin*
load_floor_plugin(const std::string& spec, double rate_hz, std::uint32_t max_frames, std::string& error);

}  // namespace omx::floor

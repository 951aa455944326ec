/// What a plugin in another process says of itself, and how it travels.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "bridge/link/message.hpp"
#include "formats/clap/lifecycle/clap_params.hpp"
#include "formats/clap/lifecycle/clap_ports.hpp"

namespace omx {

/// Names of an LV2 plugin's own, one direction.
struct BridgedLv2Ports {
  std::vector<std::vector<std::string>> audio;  ///< per port, per channel
  std::vector<bool> cv;                         ///< per audio port
  std::vector<std::string> notes;
};

/// What an LV2 plugin says of a parameter beyond CLAP.
struct BridgedLv2Param {
  std::string symbol;
  std::uint32_t traits = 0;
};

struct BridgedDescription {
  ClapPorts ports;
  std::vector<ClapParam> params;  ///< cookies are of the other process and left out
  bool has_params = false;
  bool is_lv2 = false;
  std::map<clap_id, BridgedLv2Param> lv2_params;
  std::array<BridgedLv2Ports, 2> lv2_ports;  ///< outputs, inputs
};

void write(MessageWriter& out, const BridgedDescription& description);
/// Check the reader's ok() afterwards.
BridgedDescription read_description(MessageReader& in);

}  // namespace omx

/// The parameters of a plugin.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <clap/ext/params.h>

namespace omx {

struct ClapParam {
  clap_id id;
  std::string name;
  std::string module;  ///< path of groups, separated by /
  double min;
  double max;
  double default_value;
  std::uint32_t flags;  ///< CLAP_PARAM_IS_…
  void* cookie;
  double value;  ///< as last set or reported

  bool stepped() const { return (flags & CLAP_PARAM_IS_STEPPED) != 0; }
  bool readonly() const { return (flags & CLAP_PARAM_IS_READONLY) != 0; }
  bool hidden() const { return (flags & CLAP_PARAM_IS_HIDDEN) != 0; }
  bool bypass() const { return (flags & CLAP_PARAM_IS_BYPASS) != 0; }
};

/// Reads all parameters with their values. [main-thread]
std::vector<ClapParam> read_params(const clap_plugin_t* plugin, const clap_plugin_params_t* params);

/// `value` within the parameter's range; whole when it is stepped.
double clamp_to_range(const ClapParam& param, double value);

}  // namespace omx

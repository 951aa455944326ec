#include "formats/clap/lifecycle/clap_params.hpp"

#include <algorithm>
#include <cmath>

#include "formats/clap/lifecycle/plugin_extension.hpp"

namespace omx {

std::vector<ClapParam> read_params(const clap_plugin_t* plugin, const clap_plugin_params_t* params) {
  std::vector<ClapParam> result;
  if (params == nullptr) return result;
  const std::uint32_t count = params->count(plugin);
  result.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    clap_param_info_t info{};
    if (!params->get_info(plugin, i, &info)) continue;
    double value = info.default_value;
    if (!params->get_value(plugin, info.id, &value)) value = info.default_value;
    result.push_back(
        {info.id, text_of(info.name), text_of(info.module), info.min_value, info.max_value,
         info.default_value, info.flags, info.cookie, value});
  }
  return result;
}

double clamp_to_range(const ClapParam& param, double value) {
  // Written so that NaN becomes the minimum, and a range that is upside down does no harm.
  const double clamped = std::min(value > param.min ? value : param.min, std::max(param.min, param.max));
  return param.stepped() ? std::round(clamped) : clamped;
}

}  // namespace omx

#include "bench/effects/subject.hpp"

namespace omx::bench {

Loaded load_subject(const std::string& kind, const std::string& what, const Settings& settings) {
  if (kind == "effect") {
    return load_effect(what, settings);
  }
  if (kind == "twin") {
    return load_twin(what, settings);
  }
  if (kind == "clap") {
    return load_clap(what, settings);
  }
  if (kind == "lv2") {
    return load_lv2(what, settings);
  }
  if (kind == "ladspa") {
    return load_ladspa(what, settings);
  }
  return {nullptr, "there is no kind " + kind};
}

}  // namespace omx::bench

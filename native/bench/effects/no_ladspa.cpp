/// In place of ladspa_subject.cpp where LADSPA's header was not there at build time.
#include "bench/effects/subject.hpp"

namespace omx::bench {

Loaded load_ladspa(const std::string&, const Settings&) {
  return {nullptr, "this program was built without LADSPA (package ladspa-sdk)"};
}

}  // namespace omx::bench

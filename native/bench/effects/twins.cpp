#include "bench/effects/twins.hpp"

#if __has_include("bench/effects/scalar_chorus.hpp")
#include "bench/effects/scalar_chorus.hpp"
#endif
#if __has_include("bench/effects/scalar_comp.hpp")
#include "bench/effects/scalar_comp.hpp"
#endif
#if __has_include("bench/effects/scalar_deesser.hpp")
#include "bench/effects/scalar_deesser.hpp"
#endif
#if __has_include("bench/effects/scalar_delay.hpp")
#include "bench/effects/scalar_delay.hpp"
#endif
#if __has_include("bench/effects/scalar_drive.hpp")
#include "bench/effects/scalar_drive.hpp"
#endif
#if __has_include("bench/effects/scalar_eq8.hpp")
#include "bench/effects/scalar_eq8.hpp"
#endif
#if __has_include("bench/effects/scalar_flanger.hpp")
#include "bench/effects/scalar_flanger.hpp"
#endif
#if __has_include("bench/effects/scalar_geq.hpp")
#include "bench/effects/scalar_geq.hpp"
#endif
#if __has_include("bench/effects/scalar_reverb.hpp")
#include "bench/effects/scalar_reverb.hpp"
#endif

namespace omx::bench {

std::unique_ptr<Effect> make_twin(std::string_view name) {
#if __has_include("bench/effects/scalar_chorus.hpp")
  if (name == "omx-chorus") {
    return std::make_unique<ScalarChorus>();
  }
#endif
#if __has_include("bench/effects/scalar_comp.hpp")
  if (name == "omx-comp") {
    return std::make_unique<ScalarComp>();
  }
#endif
#if __has_include("bench/effects/scalar_deesser.hpp")
  if (name == "omx-deesser") {
    return std::make_unique<ScalarDeesser>();
  }
#endif
#if __has_include("bench/effects/scalar_delay.hpp")
  if (name == "omx-delay") {
    return std::make_unique<ScalarDelay>();
  }
#endif
#if __has_include("bench/effects/scalar_drive.hpp")
  if (name == "omx-drive") {
    return std::make_unique<ScalarDrive>();
  }
#endif
#if __has_include("bench/effects/scalar_eq8.hpp")
  if (name == "omx-eq8") {
    return std::make_unique<ScalarEq8>();
  }
#endif
#if __has_include("bench/effects/scalar_flanger.hpp")
  if (name == "omx-flanger") {
    return std::make_unique<ScalarFlanger>();
  }
#endif
#if __has_include("bench/effects/scalar_geq.hpp")
  if (name == "omx-geq") {
    return std::make_unique<ScalarGeq>();
  }
#endif
#if __has_include("bench/effects/scalar_reverb.hpp")
  if (name == "omx-reverb") {
    return std::make_unique<ScalarReverb>();
  }
#endif
  return nullptr;
}

}  // namespace omx::bench

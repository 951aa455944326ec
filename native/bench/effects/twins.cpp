#include "bench/effects/twins.hpp"

#include "bench/effects/scalar_chorus.hpp"
#include "bench/effects/scalar_comp.hpp"
#include "bench/effects/scalar_deesser.hpp"
#include "bench/effects/scalar_delay.hpp"
#include "bench/effects/scalar_drive.hpp"
#include "bench/effects/scalar_eq8.hpp"
#include "bench/effects/scalar_flanger.hpp"
#include "bench/effects/scalar_geq.hpp"
#include "bench/effects/scalar_reverb.hpp"

namespace omx::bench {
namespace {

struct Twin {
  std::string_view name;  ///< of the effect
  std::unique_ptr<Effect> (*make)();
};

template <class Scalar>
std::unique_ptr<Effect> make() {
  return std::make_unique<Scalar>();
}

constexpr Twin twins[] = {
    {"omx-chorus", make<ScalarChorus>},   {"omx-comp", make<ScalarComp>},
    {"omx-deesser", make<ScalarDeesser>}, {"omx-delay", make<ScalarDelay>},
    {"omx-drive", make<ScalarDrive>},     {"omx-eq8", make<ScalarEq8>},
    {"omx-flanger", make<ScalarFlanger>}, {"omx-geq", make<ScalarGeq>},
    {"omx-reverb", make<ScalarReverb>},
};

}  // namespace

std::unique_ptr<Effect> make_twin(std::string_view name) {
  for (const Twin& twin : twins) {
    if (twin.name == name) {
      return twin.make();
    }
  }
  return nullptr;
}

}  // namespace omx::bench

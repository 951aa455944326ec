// Generated from plugins/src/index.ts by `npm run generate`. Do not edit.
#include "effect/registry.hpp"

#include "omx-chorus/chorus.hpp"
#include "omx-comp/comp.hpp"
#include "omx-deesser/deesser.hpp"
#include "omx-delay/delay.hpp"
#include "omx-drive/drive.hpp"
#include "omx-eq8/eq8.hpp"
#include "omx-flanger/flanger.hpp"
#include "omx-geq/geq.hpp"
#include "omx-reverb/reverb.hpp"

namespace omx {

namespace {

constexpr RegisteredEffect registered[] = {
    {&chorus::info, []() -> std::unique_ptr<Effect> { return std::make_unique<chorus::Chorus>(); }},
    {&comp::info, []() -> std::unique_ptr<Effect> { return std::make_unique<comp::Comp>(); }},
    {&deesser::info, []() -> std::unique_ptr<Effect> { return std::make_unique<deesser::Deesser>(); }},
    {&delay::info, []() -> std::unique_ptr<Effect> { return std::make_unique<delay::Delay>(); }},
    {&drive::info, []() -> std::unique_ptr<Effect> { return std::make_unique<drive::Drive>(); }},
    {&eq8::info, []() -> std::unique_ptr<Effect> { return std::make_unique<eq8::Eq8>(); }},
    {&flanger::info, []() -> std::unique_ptr<Effect> { return std::make_unique<flanger::Flanger>(); }},
    {&geq::info, []() -> std::unique_ptr<Effect> { return std::make_unique<geq::Geq>(); }},
    {&reverb::info, []() -> std::unique_ptr<Effect> { return std::make_unique<reverb::Reverb>(); }},
};

}  // namespace

std::span<const RegisteredEffect> effects() noexcept {
  return registered;
}

}  // namespace omx

// The library's only exported symbol: LV2's list of descriptors, a stereo and a mono one for each effect.
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "lv2/lv2_effect.hpp"

namespace omx::lv2 {

namespace {

/// A plugin that this library offers.
struct Offer {
  std::string uri;
  const RegisteredEffect* effect;
  std::uint32_t channels;
  LV2_Descriptor descriptor;
};

const std::vector<Offer>& offers();

const Offer* find_offer(const char* uri) {
  for (const Offer& offer : offers()) {
    if (offer.uri == uri) {
      return &offer;
    }
  }
  return nullptr;
}

LV2_URID_Map* find_map(const LV2_Feature* const* features) noexcept {
  for (; features != nullptr && *features != nullptr; ++features) {
    if (std::strcmp((*features)->URI, LV2_URID__map) == 0) {
      return static_cast<LV2_URID_Map*>((*features)->data);
    }
  }
  return nullptr;
}

LV2_Handle instantiate(
    const LV2_Descriptor* descriptor, double sample_rate_hz, const char*,
    const LV2_Feature* const* features) {
  const Offer* offer = find_offer(descriptor->URI);
  if (offer == nullptr || !(sample_rate_hz >= 1000.0 && sample_rate_hz <= 1e6)) {
    return nullptr;
  }
  try {
    return new Lv2Effect(*offer->effect, offer->channels, sample_rate_hz, find_map(features));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

Lv2Effect& effect_of(LV2_Handle handle) noexcept {
  return *static_cast<Lv2Effect*>(handle);
}

constexpr LV2_Descriptor callbacks{
    nullptr,
    instantiate,
    [](LV2_Handle handle, std::uint32_t port, void* data) { effect_of(handle).connect_port(port, data); },
    [](LV2_Handle handle) { effect_of(handle).activate(); },
    [](LV2_Handle handle, std::uint32_t frames) { effect_of(handle).run(frames); },
    nullptr,
    [](LV2_Handle handle) { delete &effect_of(handle); },
    [](const char*) -> const void* { return nullptr; }};

/// URIs are stable for ever: sessions refer to them.
std::vector<Offer> make_offers() {
  std::vector<Offer> made;
  for (const RegisteredEffect& effect : effects()) {
    const std::string uri = std::string("urn:plugin-hostd:") + effect.info->name;
    made.push_back({uri, &effect, 2, callbacks});
    made.push_back({uri + ":mono", &effect, 1, callbacks});
  }
  for (Offer& offer : made) {
    offer.descriptor.URI = offer.uri.c_str();
  }
  return made;
}

const std::vector<Offer>& offers() {
  static const std::vector<Offer> all = make_offers();
  return all;
}

}  // namespace

}  // namespace omx::lv2

LV2_SYMBOL_EXPORT const LV2_Descriptor* lv2_descriptor(std::uint32_t index) {
  const auto& offers = omx::lv2::offers();
  return index < offers.size() ? &offers[index].descriptor : nullptr;
}

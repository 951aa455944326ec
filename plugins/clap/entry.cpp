// The file's only exported symbol: CLAP's entry, and behind it the factories of effects and of their presets.
#include <algorithm>
#include <cstring>
#include <vector>

#include <clap/entry.h>
#include <clap/plugin-factory.h>

#include "clap/clap_effect.hpp"
#include "clap/preset_discovery.hpp"

namespace omx::clap {

namespace {

clap_plugin_descriptor_t descriptor_of(const EffectInfo& info) {
  clap_plugin_descriptor_t descriptor{};
  descriptor.clap_version = CLAP_VERSION;
  descriptor.id = info.id;
  descriptor.name = info.name;
  descriptor.vendor = "plugin-hostd";
  descriptor.url = "";
  descriptor.manual_url = "";
  descriptor.support_url = "";
  descriptor.version = info.version;
  descriptor.description = info.description;
  descriptor.features = const_cast<const char**>(info.features);
  return descriptor;
}

/// In the order of effects().
const std::vector<clap_plugin_descriptor_t>& descriptors() {
  static const std::vector<clap_plugin_descriptor_t> all = [] {
    std::vector<clap_plugin_descriptor_t> made;
    for (const RegisteredEffect& effect : effects()) {
      made.push_back(descriptor_of(*effect.info));
    }
    return made;
  }();
  return all;
}

std::uint32_t plugin_count(const clap_plugin_factory_t*) {
  return static_cast<std::uint32_t>(descriptors().size());
}

const clap_plugin_descriptor_t* plugin_descriptor(const clap_plugin_factory_t*, std::uint32_t index) {
  return index < descriptors().size() ? &descriptors()[index] : nullptr;
}

const clap_plugin_t* create_plugin(const clap_plugin_factory_t*, const clap_host_t* host, const char* id) {
  if (host == nullptr || id == nullptr || !clap_version_is_compatible(host->clap_version)) {
    return nullptr;
  }
  const auto all = effects();
  const auto found = std::find_if(all.begin(), all.end(), [id](const RegisteredEffect& effect) {
    return std::strcmp(effect.info->id, id) == 0;
  });
  if (found == all.end()) {
    return nullptr;
  }
  return ClapEffect::create(*found, descriptors()[static_cast<std::size_t>(found - all.begin())], host);
}

constexpr clap_plugin_factory_t factory{plugin_count, plugin_descriptor, create_plugin};

const void* get_factory(const char* id) {
  if (std::strcmp(id, abi::preset_discovery_id) == 0 ||
      std::strcmp(id, abi::preset_discovery_draft_id) == 0) {
    return &preset_discovery_factory;
  }
  return std::strcmp(id, CLAP_PLUGIN_FACTORY_ID) == 0 ? &factory : nullptr;
}

}  // namespace

}  // namespace omx::clap

extern "C" CLAP_EXPORT const clap_plugin_entry_t clap_entry{
    CLAP_VERSION, [](const char*) { return true; }, [] {}, omx::clap::get_factory};

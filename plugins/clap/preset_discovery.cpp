#include "clap/preset_discovery.hpp"

#include <cstring>
#include <new>

#include "effect/registry.hpp"
#include "formats/clap/abi/preset_load.hpp"

namespace omx::clap {

namespace {

constexpr abi::PresetProviderDescriptor descriptor{
    CLAP_VERSION, "org.plugin-hostd.presets", "plugin-hostd presets", "plugin-hostd"};

/// One provider for the presets of all effects.
struct Provider {
  explicit Provider(const abi::PresetIndexer* to) noexcept;

  static const Provider& of(const abi::PresetProvider* provider) noexcept {
    return *static_cast<const Provider*>(provider->provider_data);
  }

  const abi::PresetIndexer* indexer;
  abi::PresetProvider face;
};

bool init(const abi::PresetProvider* provider) {
  const abi::PresetIndexer* indexer = Provider::of(provider).indexer;
  const abi::PresetLocation location{
      abi::preset_is_factory_content, "plugin-hostd", abi::preset_in_plugin, nullptr};
  return indexer->declare_location(indexer, &location);
}

bool get_metadata(
    const abi::PresetProvider*, std::uint32_t location_kind, const char*,
    const abi::PresetMetadataReceiver* receiver) {
  if (location_kind != abi::preset_in_plugin) {
    return false;
  }
  for (const RegisteredEffect& effect : effects()) {
    for (const PresetInfo& preset : effect.info->presets) {
      if (!receiver->begin_preset(receiver, preset.name, preset.symbol)) {
        return true;
      }
      const abi::UniversalPluginId plugin{"clap", effect.info->id};
      receiver->add_plugin_id(receiver, &plugin);
      receiver->set_flags(receiver, abi::preset_is_factory_content);
    }
  }
  return true;
}

Provider::Provider(const abi::PresetIndexer* to) noexcept
    : indexer(to),
      face{&descriptor,  this,
           init,         [](const abi::PresetProvider* provider) { delete &of(provider); },
           get_metadata, [](const abi::PresetProvider*, const char*) -> const void* { return nullptr; }} {}

std::uint32_t count(const abi::PresetDiscoveryFactory*) {
  return 1;
}

const abi::PresetProviderDescriptor* get_descriptor(const abi::PresetDiscoveryFactory*, std::uint32_t index) {
  return index == 0 ? &descriptor : nullptr;
}

const abi::PresetProvider*
create(const abi::PresetDiscoveryFactory*, const abi::PresetIndexer* indexer, const char* id) {
  if (indexer == nullptr || id == nullptr || std::strcmp(id, descriptor.id) != 0) {
    return nullptr;
  }
  const auto* provider = new (std::nothrow) Provider(indexer);
  return provider != nullptr ? &provider->face : nullptr;
}

}  // namespace

const abi::PresetDiscoveryFactory preset_discovery_factory{count, get_descriptor, create};

}  // namespace omx::clap

/// CLAP's preset-discovery factory, declared from its published interface: the headers we build with lack it.
#pragma once

#include <cstdint>

#include <clap/version.h>

namespace omx::abi {

inline constexpr char preset_discovery_id[] = "clap.preset-discovery-factory/2";
/// The same interface under the name of its draft, which older hosts use.
inline constexpr char preset_discovery_draft_id[] = "clap.preset-discovery-factory/draft-2";

inline constexpr std::uint32_t preset_is_factory_content = 1U << 0;

/// A plugin of any format; CLAP's is "clap".
struct UniversalPluginId {
  const char* abi;
  const char* id;
};

/// What a host offers to hear of the presets of one location, one after the other.
struct PresetMetadataReceiver {
  void* receiver_data;
  void(CLAP_ABI* on_error)(const PresetMetadataReceiver* to, std::int32_t os_error, const char* message);
  /// Begins the next preset; false: hear no more of this location.
  bool(CLAP_ABI* begin_preset)(const PresetMetadataReceiver* to, const char* name, const char* load_key);
  void(CLAP_ABI* add_plugin_id)(const PresetMetadataReceiver* to, const UniversalPluginId* plugin);
  void(CLAP_ABI* set_soundpack_id)(const PresetMetadataReceiver* to, const char* id);
  void(CLAP_ABI* set_flags)(const PresetMetadataReceiver* to, std::uint32_t flags);
  void(CLAP_ABI* add_creator)(const PresetMetadataReceiver* to, const char* creator);
  void(CLAP_ABI* set_description)(const PresetMetadataReceiver* to, const char* description);
  void(CLAP_ABI* set_timestamps)(
      const PresetMetadataReceiver* to, std::uint64_t created_s, std::uint64_t changed_s);
  void(CLAP_ABI* add_feature)(const PresetMetadataReceiver* to, const char* feature);
  void(CLAP_ABI* add_extra_info)(const PresetMetadataReceiver* to, const char* key, const char* value);
};

struct PresetFiletype {
  const char* name;
  const char* description;
  const char* file_extension;
};

struct PresetLocation {
  std::uint32_t flags;
  const char* name;
  std::uint32_t kind;    ///< as in preset_load.hpp
  const char* location;  ///< null for presets in the plugin
};

struct PresetSoundpack;

/// What a host offers to a provider.
struct PresetIndexer {
  clap_version_t clap_version;
  const char* name;
  const char* vendor;
  const char* url;
  const char* version;
  void* indexer_data;
  bool(CLAP_ABI* declare_filetype)(const PresetIndexer* indexer, const PresetFiletype* filetype);
  bool(CLAP_ABI* declare_location)(const PresetIndexer* indexer, const PresetLocation* location);
  bool(CLAP_ABI* declare_soundpack)(const PresetIndexer* indexer, const PresetSoundpack* soundpack);
  const void*(CLAP_ABI* get_extension)(const PresetIndexer* indexer, const char* id);
};

struct PresetProviderDescriptor {
  clap_version_t clap_version;
  const char* id;
  const char* name;
  const char* vendor;
};

struct PresetProvider {
  const PresetProviderDescriptor* desc;
  void* provider_data;
  /// Declares locations to the indexer that it was created with.
  bool(CLAP_ABI* init)(const PresetProvider* provider);
  void(CLAP_ABI* destroy)(const PresetProvider* provider);
  /// Tells the presets of a location.
  bool(CLAP_ABI* get_metadata)(
      const PresetProvider* provider, std::uint32_t location_kind, const char* location,
      const PresetMetadataReceiver* receiver);
  const void*(CLAP_ABI* get_extension)(const PresetProvider* provider, const char* id);
};

struct PresetDiscoveryFactory {
  std::uint32_t(CLAP_ABI* count)(const PresetDiscoveryFactory* factory);
  const PresetProviderDescriptor*(CLAP_ABI* get_descriptor)(
      const PresetDiscoveryFactory* factory, std::uint32_t index);
  const PresetProvider*(CLAP_ABI* create)(
      const PresetDiscoveryFactory* factory, const PresetIndexer* indexer, const char* provider_id);
};

}  // namespace omx::abi

/// A .clap file in memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <clap/entry.h>
#include <clap/plugin-factory.h>

#include "base/result.hpp"

namespace omx {

/// What a file says about one of its plugins.
struct ClapDescriptor {
  std::string id;
  std::string name;
  std::string vendor;
  std::string version;
  std::string description;
  std::vector<std::string> features;
};

/// Loaded once per path and shared; the entry's deinit and the unloading follow the last owner. Control
/// thread only.
class ClapLibrary {
public:
  /// Loads `path`, or shares what is loaded. Errors: plugin_not_found (no such file), plugin_failed (not a
  /// CLAP file, another ABI, init refused, no plugin factory).
  static Result<std::shared_ptr<ClapLibrary>> open(const std::string& path);

  /// One plugin of an entry that is part of a library of ours: nothing is loaded, and the entry is asked for
  /// no other plugin. `name` stands in messages where a file's path would. Error: plugin_failed.
  static Result<std::shared_ptr<ClapLibrary>>
  of_entry(const clap_plugin_entry_t& entry, const clap_plugin_descriptor_t& plugin, const std::string& name);

  /// One plugin of a factory of ours, which is kept as long as the library. `name` as above.
  static std::shared_ptr<ClapLibrary> of_factory(
      std::shared_ptr<const clap_plugin_factory_t> factory, const clap_plugin_descriptor_t& plugin,
      const std::string& name);

  ~ClapLibrary();
  ClapLibrary(const ClapLibrary&) = delete;
  ClapLibrary& operator=(const ClapLibrary&) = delete;

  const std::string& path() const { return path_; }

  /// The plugins in the order of the factory; entries without id or name are left out.
  const std::vector<ClapDescriptor>& plugins() const { return plugins_; }

  const clap_plugin_factory_t* factory() const { return factory_; }

private:
  explicit ClapLibrary(std::string path);
  Status load();
  Status start(const clap_plugin_entry_t& entry);
  void read_descriptors();
  void add(const clap_plugin_descriptor_t* raw);

  const std::string path_;
  void* handle_ = nullptr;
  const clap_plugin_entry_t* entry_ = nullptr;  // set once its init has succeeded
  const clap_plugin_factory_t* factory_ = nullptr;
  std::shared_ptr<const clap_plugin_factory_t> own_factory_;
  std::vector<ClapDescriptor> plugins_;
};

}  // namespace omx

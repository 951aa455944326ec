#include "formats/clap/lifecycle/clap_library.hpp"

#include <cstdlib>
#include <map>

#include <dlfcn.h>

#include "formats/clap/lifecycle/control_blame.hpp"

namespace omx {

namespace {

std::map<std::string, std::weak_ptr<ClapLibrary>>& loaded_libraries() {
  static std::map<std::string, std::weak_ptr<ClapLibrary>> libraries;
  return libraries;
}

// The path without symbolic links, so that one file is one library; empty when there is no such file.
std::string real_path(const std::string& path) {
  char* const resolved = realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return {};
  std::string result = resolved;
  std::free(resolved);
  return result;
}

// Why dlopen() failed: the file is no program, or it is one that lacks something. The system's text begins
// with the path, which the caller knows already.
std::string load_error(const std::string& path) {
  const char* const raw = dlerror();
  std::string text = raw != nullptr ? raw : "unknown error";
  if (text.starts_with(path + ": ")) text.erase(0, path.size() + 2);
  const bool is_program =
      text.find("ELF header") == std::string::npos && text.find("too short") == std::string::npos;
  return (is_program ? "it cannot be loaded: " : "not a CLAP file: ") + text;
}

std::string text_or_empty(const char* text) {
  return text != nullptr ? text : "";
}

Error failure(std::string detail) {
  return Error{ErrorCode::plugin_failed, std::move(detail)};
}

}  // namespace

Result<std::shared_ptr<ClapLibrary>> ClapLibrary::open(const std::string& path) {
  const std::string real = real_path(path);
  if (real.empty()) return Error{ErrorCode::plugin_not_found, "no such file: " + path};
  std::weak_ptr<ClapLibrary>& known = loaded_libraries()[real];
  if (auto library = known.lock()) return library;
  std::shared_ptr<ClapLibrary> library(new ClapLibrary(real));
  if (Status loaded = library->load(); !loaded) return loaded.error();
  known = library;
  return library;
}

Result<std::shared_ptr<ClapLibrary>> ClapLibrary::of_entry(
    const clap_plugin_entry_t& entry, const clap_plugin_descriptor_t& plugin, const std::string& name) {
  std::shared_ptr<ClapLibrary> library(new ClapLibrary(name));
  if (Status started = library->start(entry); !started) return started.error();
  library->add(&plugin);
  return library;
}

std::shared_ptr<ClapLibrary> ClapLibrary::of_factory(
    std::shared_ptr<const clap_plugin_factory_t> factory, const clap_plugin_descriptor_t& plugin,
    const std::string& name) {
  std::shared_ptr<ClapLibrary> library(new ClapLibrary(name));
  library->factory_ = factory.get();
  library->own_factory_ = std::move(factory);
  library->add(&plugin);
  return library;
}

ClapLibrary::ClapLibrary(std::string path) : path_(std::move(path)) {}

Status ClapLibrary::load() {
  const ControlBlame blame(PluginCall::load);
  handle_ = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) return failure(load_error(path_));
  const auto* entry = static_cast<const clap_plugin_entry_t*>(dlsym(handle_, "clap_entry"));
  if (entry == nullptr) return failure("not a CLAP file: it exports no clap_entry");
  if (!clap_version_is_compatible(entry->clap_version)) {
    const clap_version_t& v = entry->clap_version;
    return failure(
        "made for CLAP " + std::to_string(v.major) + "." + std::to_string(v.minor) + "." +
        std::to_string(v.revision) + ", which is older than 1.0");
  }
  if (Status started = start(*entry); !started) return started;
  read_descriptors();
  return done();
}

Status ClapLibrary::start(const clap_plugin_entry_t& entry) {
  if (!entry.init(path_.c_str())) return failure("its entry refused to initialise");
  entry_ = &entry;
  factory_ = static_cast<const clap_plugin_factory_t*>(entry.get_factory(CLAP_PLUGIN_FACTORY_ID));
  if (factory_ == nullptr) return failure("it has no plugin factory");
  return done();
}

void ClapLibrary::read_descriptors() {
  const std::uint32_t count = factory_->get_plugin_count(factory_);
  for (std::uint32_t i = 0; i < count; ++i) add(factory_->get_plugin_descriptor(factory_, i));
}

void ClapLibrary::add(const clap_plugin_descriptor_t* raw) {
  if (raw == nullptr || raw->id == nullptr || raw->name == nullptr || *raw->id == '\0') return;
  ClapDescriptor descriptor{raw->id,
                            raw->name,
                            text_or_empty(raw->vendor),
                            text_or_empty(raw->version),
                            text_or_empty(raw->description),
                            {}};
  for (const char** feature = raw->features; feature != nullptr && *feature != nullptr; ++feature) {
    descriptor.features.emplace_back(*feature);
  }
  plugins_.push_back(std::move(descriptor));
}

ClapLibrary::~ClapLibrary() {
  const ControlBlame blame(PluginCall::load);
  if (entry_ != nullptr) entry_->deinit();
  if (handle_ != nullptr) dlclose(handle_);
}

}  // namespace omx

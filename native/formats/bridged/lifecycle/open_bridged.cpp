#include "formats/bridged/lifecycle/open_bridged.hpp"

#include <utility>

#include "formats/bridged/lifecycle/bridged_plugin.hpp"

namespace omx {

namespace {

Error& last_failure() {
  static Error error{ErrorCode::internal, ""};
  return error;
}

// CLAP's factory first, so that the pointer to one is that to the other.
struct Factory {
  clap_plugin_factory_t clap;
  std::string path;
  std::string id;
};

const clap_plugin_t* create(const clap_plugin_factory_t* factory, const clap_host_t* host, const char*) {
  const auto* const self = reinterpret_cast<const Factory*>(factory);
  return (new BridgedPlugin(host, self->path, self->id))->clap();
}

const char* no_features[] = {nullptr};
const clap_plugin_descriptor_t descriptor{
    CLAP_VERSION, bridged_plugin_id, "Bridged plugin", "", "", "", "", "", "", no_features};

}  // namespace

void set_bridged_failure(const Error& error) {
  last_failure() = error;
}

Error bridged_failure() {
  return last_failure();
}

std::shared_ptr<ClapLibrary> open_bridged(const std::string& path, const std::string& id) {
  const auto factory = std::make_shared<Factory>(Factory{
      {[](const clap_plugin_factory_t*) -> std::uint32_t { return 1; },
       [](const clap_plugin_factory_t*, std::uint32_t) { return &descriptor; }, create},
      path,
      id});
  return ClapLibrary::of_factory({factory, &factory->clap}, descriptor, path.empty() ? id : path);
}

}  // namespace omx

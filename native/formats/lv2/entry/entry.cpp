// The CLAP entry and its plugin factory.
#include <cstring>

#include <clap/plugin-factory.h>

#include "formats/lv2/entry/library.hpp"
#include "formats/lv2/plugin/adapter.hpp"

namespace omx::lv2 {

namespace {

int users = 0;

const clap_plugin_t* create(const clap_plugin_factory_t*, const clap_host_t* host, const char* id) {
  Library& library = Library::get();
  const auto model = library.model(id);
  if (!model->verdict.ok()) {
    note_failure(model->verdict);
    return nullptr;
  }
  return (new Adapter(host, model, library.descriptor(id)))->clap();
}

const clap_plugin_factory_t factory{
    [](const clap_plugin_factory_t*) { return static_cast<std::uint32_t>(Library::get().all().size()); },
    [](const clap_plugin_factory_t*, std::uint32_t index) -> const clap_plugin_descriptor_t* {
      const auto& all = Library::get().all();
      return index < all.size() ? all[index] : nullptr;
    },
    create};

const clap_plugin_entry_t entry{
    CLAP_VERSION,
    [](const char*) {
      ++users;
      return true;
    },
    []() {
      if (--users == 0) Library::release();
    },
    [](const char* id) -> const void* {
      return std::strcmp(id, CLAP_PLUGIN_FACTORY_ID) == 0 ? &factory : nullptr;
    }};

}  // namespace

}  // namespace omx::lv2

const clap_plugin_entry_t* omx_clap_lv2_entry(void) {
  return &omx::lv2::entry;
}

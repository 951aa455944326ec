#include "formats/lv2/plugin/binary.hpp"

#include <dlfcn.h>

namespace omx::lv2 {

namespace {

template <typename Function>
Function* symbol(void* handle, const char* name) {
  return reinterpret_cast<Function*>(dlsym(handle, name));
}

template <typename Get>
const LV2_Descriptor* find(const std::string& uri, Get&& get) {
  for (std::uint32_t i = 0;; ++i) {
    const LV2_Descriptor* const descriptor = get(i);
    if (descriptor == nullptr) return nullptr;
    if (descriptor->URI != nullptr && uri == descriptor->URI) return descriptor;
  }
}

bool complete(const LV2_Descriptor& d) {
  return d.instantiate != nullptr && d.connect_port != nullptr && d.run != nullptr && d.cleanup != nullptr;
}

/// GLib never forgets a type that was registered, and hangs when the code that registered it is unloaded and
/// loaded again: what brings such types along stays. All other code is unloaded with its last plugin.
void keep_if_it_registers_types(void* handle, const std::string& file) {
  if (dlsym(handle, "g_type_register_static") == nullptr) return;
  if (void* const again = dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE)) dlclose(again);
}

Verdict failure(std::string text) {
  return {OMX_CLAP_LV2_LOAD_FAILED, std::move(text)};
}

}  // namespace

std::variant<std::unique_ptr<Binary>, Verdict>
Binary::load(const PluginModel& model, const LV2_Feature* const* features) {
  std::unique_ptr<Binary> binary(new Binary);
  if (Verdict opened = binary->open(model, features); !opened.ok()) return opened;
  return binary;
}

Verdict Binary::open(const PluginModel& model, const LV2_Feature* const* features) {
  handle_ = dlopen(model.binary.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) {
    const char* const reason = dlerror();
    return failure(std::string("its code cannot be loaded: ") + (reason != nullptr ? reason : "unknown"));
  }
  keep_if_it_registers_types(handle_, model.binary);
  if (auto* const by_index = symbol<const LV2_Descriptor*(std::uint32_t)>(handle_, "lv2_descriptor")) {
    descriptor_ = find(model.uri, by_index);
  } else if (
      auto* const make = symbol<const LV2_Lib_Descriptor*(const char*, const LV2_Feature* const*)>(
          handle_, "lv2_lib_descriptor")) {
    library_ = make(model.bundle.c_str(), features);
    if (library_ == nullptr) return failure("its library refused to be initialised");
    descriptor_ = find(model.uri, [&](std::uint32_t i) { return library_->get_plugin(library_->handle, i); });
  } else {
    return failure(model.binary + " is no LV2 library: it exports no lv2_descriptor");
  }
  if (descriptor_ == nullptr) return failure(model.binary + " does not hold it");
  if (!complete(*descriptor_)) return failure("its code lacks functions that LV2 requires");
  return {};
}

Binary::~Binary() {
  if (library_ != nullptr && library_->cleanup != nullptr) library_->cleanup(library_->handle);
  if (handle_ != nullptr) dlclose(handle_);
}

}  // namespace omx::lv2

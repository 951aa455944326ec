// The functions of the C header, apart from the entry.
#include "formats/lv2/entry/library.hpp"
#include "formats/lv2/features/urid_map.hpp"
#include "formats/lv2/include/omx-clap-lv2.h"
#include "formats/lv2/plugin/copy_text.hpp"
#include "formats/lv2/state/presets.hpp"

namespace {

using namespace omx::lv2;

omx_clap_lv2_status tell(const Verdict& verdict, char* text, std::size_t size) {
  if (text != nullptr) copy_text(text, size, verdict.text);
  return verdict.status;
}

omx_clap_lv2_status failed(omx_clap_lv2_status status, std::string text) {
  const Verdict verdict{status, std::move(text)};
  note_failure(verdict);
  return verdict.status;
}

}  // namespace

const clap_plugin_descriptor_t* omx_clap_lv2_descriptor(const char* uri) {
  if (uri == nullptr) return nullptr;
  return Library::get().descriptor(uri);
}

std::uint32_t omx_clap_lv2_count(void) {
  Library::get().index().refresh();
  return static_cast<std::uint32_t>(Library::get().index().uris().size());
}

const char* omx_clap_lv2_uri(std::uint32_t index) {
  const auto& uris = Library::get().index().uris();
  return index < uris.size() ? uris[index].c_str() : nullptr;
}

omx_clap_lv2_status omx_clap_lv2_explain(const char* uri, char* text, std::size_t size) {
  if (uri == nullptr) return tell({OMX_CLAP_LV2_BAD_ARGUMENT, "no URI was given"}, text, size);
  return tell(Library::get().model(uri)->verdict, text, size);
}

omx_clap_lv2_status omx_clap_lv2_last_error(char* text, std::size_t size) {
  return tell(last_failure(), text, size);
}

std::uint32_t omx_clap_lv2_map(const char* uri) {
  return UridMap::process().map(uri);
}

const char* omx_clap_lv2_unmap(std::uint32_t number) {
  return UridMap::process().unmap(number);
}

omx_clap_lv2_status omx_clap_lv2_bundle_add(const char* path) {
  if (path == nullptr || path[0] != '/')
    return failed(OMX_CLAP_LV2_BAD_ARGUMENT, "a bundle is named by its whole path");
  Library& library = Library::get();
  library.forget_all();
  const BundleEntry& bundle = library.index().add(path);
  if (bundle.manifest.size < 0) return failed(OMX_CLAP_LV2_NOT_FOUND, bundle.path + ": " + bundle.error);
  if (!bundle.error.empty()) return failed(OMX_CLAP_LV2_BROKEN_BUNDLE, bundle.path + ": " + bundle.error);
  return OMX_CLAP_LV2_OK;
}

omx_clap_lv2_status omx_clap_lv2_bundle_remove(const char* path) {
  if (path == nullptr) return failed(OMX_CLAP_LV2_BAD_ARGUMENT, "no path was given");
  Library& library = Library::get();
  library.forget_all();
  if (library.index().remove(path)) return OMX_CLAP_LV2_OK;
  return failed(OMX_CLAP_LV2_NOT_FOUND, std::string("no such bundle is known: ") + path);
}

omx_clap_lv2_status
omx_clap_lv2_presets(const char* uri, void (*take)(void*, const omx_clap_lv2_preset*), void* user) {
  if (uri == nullptr || take == nullptr) return failed(OMX_CLAP_LV2_BAD_ARGUMENT, "no URI was given");
  Library& library = Library::get();
  library.index().refresh();
  const auto model = library.model(uri);
  if (model->verdict.status == OMX_CLAP_LV2_NOT_FOUND)
    return failed(OMX_CLAP_LV2_NOT_FOUND, model->verdict.text);
  for (const PresetEntry& entry : list_presets(*model, library.index().with_presets(uri))) {
    const omx_clap_lv2_preset preset{
        entry.uri.c_str(), entry.label.c_str(), entry.bank.empty() ? nullptr : entry.bank.c_str(),
        entry.bundle.c_str()};
    take(user, &preset);
  }
  return OMX_CLAP_LV2_OK;
}

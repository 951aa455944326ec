#include "formats/lv2/entry/library.hpp"

#include "formats/lv2/world/lv2_path.hpp"
#include "formats/lv2/world/read_plugin.hpp"

namespace omx::lv2 {

namespace {

std::unique_ptr<Library>& holder() {
  static std::unique_ptr<Library> library;
  return library;
}

std::string cache_file() {
  const std::string folder = cache_folder();
  return folder.empty() ? "" : folder + "/lv2-index";
}

std::shared_ptr<const PluginModel> absent(const std::string& uri, const BundleEntry* broken) {
  auto model = std::make_shared<PluginModel>();
  model->uri = uri;
  if (broken != nullptr) {
    model->verdict = {OMX_CLAP_LV2_BROKEN_BUNDLE, broken->path + ": " + broken->error};
  } else {
    model->verdict = {OMX_CLAP_LV2_NOT_FOUND, "no LV2 bundle holds " + uri};
  }
  return model;
}

}  // namespace

Descriptor::Descriptor(const PluginModel& model)
    : id_(model.uri), name_(model.name), vendor_(model.vendor), url_(model.homepage), version_(model.version),
      description_(model.description), features_(model.clap_features), clap_{} {
  for (const std::string& feature : features_) feature_list_.push_back(feature.c_str());
  feature_list_.push_back(nullptr);
  clap_.clap_version = CLAP_VERSION;
  clap_.id = id_.c_str();
  clap_.name = name_.c_str();
  clap_.vendor = vendor_.c_str();
  clap_.url = url_.c_str();
  clap_.manual_url = "";
  clap_.support_url = "";
  clap_.version = version_.c_str();
  clap_.description = description_.c_str();
  clap_.features = feature_list_.data();
}

Library& Library::get() {
  if (holder() == nullptr) holder() = std::make_unique<Library>();
  return *holder();
}

void Library::release() {
  holder().reset();
}

Library::Library() : index_(cache_file()) {}

std::shared_ptr<const PluginModel> Library::model(const std::string& uri) {
  const BundleEntry* const bundle = index_.find(uri);
  if (bundle == nullptr) return absent(uri, index_.broken_with(uri));
  Known& known = models_[uri];
  auto model = known.model.lock();
  if (model != nullptr && known.bundle == bundle->path && known.manifest == bundle->manifest) return model;
  model = bundle->error.empty() ? read_plugin(uri, bundle->path, index_.extending(uri)) : absent(uri, bundle);
  known = {bundle->path, bundle->manifest, model};
  latest_ = model;
  return model;
}

const clap_plugin_descriptor_t* Library::descriptor(const std::string& uri) {
  const auto read = model(uri);
  if (read->name.empty() || read->verdict.status == OMX_CLAP_LV2_BROKEN_BUNDLE) return nullptr;
  const Descriptor*& latest = descriptors_[uri];
  const bool same =
      latest != nullptr && read->name == latest->clap()->name && read->version == latest->clap()->version;
  if (!same) latest = &kept_.emplace_back(*read);
  return latest->clap();
}

const std::vector<const clap_plugin_descriptor_t*>& Library::all() {
  if (all_read_) return all_;
  index_.refresh();
  all_.clear();
  for (const std::string& uri : std::vector<std::string>(index_.uris())) {
    const auto read = model(uri);  // held, so that the descriptor need not read it again
    if (read->verdict.ok()) all_.push_back(descriptor(uri));
  }
  all_read_ = true;
  return all_;
}

}  // namespace omx::lv2

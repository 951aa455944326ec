// An LV2 bundle in a process of its own.
#include "formats/clap/lifecycle/control_blame.hpp"
#include "formats/lv2/entry/library.hpp"
#include "formats/lv2/world/read_plugin.hpp"
#include "scan/child.hpp"
#include "scan/describe_lv2.hpp"
#include "scan/records.hpp"

namespace omx {

namespace {

using lv2::BundleEntry;

/// The bundle as the index knows it, which takes it in when LV2_PATH does not name it.
const BundleEntry* owner_of(const std::string& uri, const std::string& path) {
  lv2::Index& index = lv2::Library::get().index();
  const BundleEntry* const owner = index.find(uri);
  if (owner != nullptr) return owner;
  index.add(path);
  return index.find(uri);
}

void look_at(const std::string& uri, const std::string& path, const Records& records) {
  const BundleEntry* const owner = owner_of(uri, path);
  if (owner != nullptr && owner->path != lv2::without_slash(path)) {
    records.write(record_failure, uri + ": " + owner->path + " holds it too, and counts");
    return;
  }
  const auto model = lv2::Library::get().model(uri);
  if (!model->name.empty()) records.write(record_plugin, describe_lv2_plugin(*model, path, 0));
  if (!model->verdict.ok()) records.write(record_failure, uri + ": " + model->verdict.text);
}

}  // namespace

void look_into_bundle(const std::string& path, std::uint32_t first, int fd, ChildPlace& place) {
  const Records records(fd);
  ControlBlame::bind(&place.header);
  const BundleEntry bundle = lv2::read_manifest(path);
  if (!bundle.error.empty() && first == 0) records.write(record_failure, bundle.error);
  for (std::uint32_t i = first; i < bundle.plugins.size(); ++i) {
    const std::string& uri = bundle.plugins[i].uri;
    place.next_plugin.store(i + 1, std::memory_order_release);
    ControlBlame::set_uri(uri);
    const ControlBlame blame(i, PluginCall::load);
    records.write(record_index, std::to_string(i));
    look_at(uri, path, records);
  }
}

}  // namespace omx

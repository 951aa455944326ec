#include "scan/child.hpp"

#include "formats/clap/lifecycle/clap_instance.hpp"
#include "formats/clap/lifecycle/control_blame.hpp"
#include "scan/describe.hpp"
#include "scan/plugin_files.hpp"
#include "scan/records.hpp"

namespace omx {

namespace {

constexpr double sample_rate_hz = 48000;
constexpr std::uint32_t max_frames = 1024;

// First without its latency, which is only known when it is active: activation may fail in all ways.
void look_at(
    const std::shared_ptr<ClapLibrary>& library, const std::string& path, const std::string& id,
    std::uint32_t index, const Records& records) {
  auto created = ClapInstance::create(library, id, {.number = index});
  if (!created) {
    records.write(record_failure, id + ": " + created.error().detail);
    return;
  }
  ClapInstance& instance = *created.value();
  records.write(record_plugin, describe_plugin(instance, path, 0));
  if (Status activated = instance.activate(sample_rate_hz, max_frames); !activated) {
    records.write(record_failure, id + ": " + activated.error().detail);
    return;
  }
  if (instance.latency_frames() > 0) {
    records.write(record_plugin, describe_plugin(instance, path, instance.latency_frames()));
  }
}

}  // namespace

void look_into(const std::string& path, std::uint32_t first, int fd, ChildPlace& place) {
  if (is_lv2_bundle(path)) return look_into_bundle(path, first, fd, place);
  const Records records(fd);
  ControlBlame::bind(&place.header);
  auto library = ClapLibrary::open(path);
  if (!library) {
    records.write(record_failure, library.error().detail);
    return;
  }
  const auto& plugins = library.value()->plugins();
  if (plugins.empty()) records.write(record_failure, "it holds no plugins");
  for (std::uint32_t i = first; i < plugins.size(); ++i) {
    place.next_plugin.store(i + 1, std::memory_order_release);
    ControlBlame::set_uri(plugins[i].id);
    records.write(record_index, std::to_string(i));
    look_at(library.value(), path, plugins[i].id, i, records);
  }
}

}  // namespace omx

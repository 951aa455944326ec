#include "bench/effects/lv2_features.hpp"

#include <cstring>
#include <map>
#include <mutex>

#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/parameters/parameters.h>

#include "bench/effects/subject.hpp"

namespace omx::bench {
namespace {

struct UriTable {
  std::mutex mutex;
  std::map<std::string, LV2_URID> numbers;
  std::vector<const char*> uris;
};

UriTable& uri_table() {
  static UriTable table;
  return table;
}

const char* unmap_uri(LV2_URID_Unmap_Handle, LV2_URID number) {
  UriTable& table = uri_table();
  const std::lock_guard lock(table.mutex);
  return number == 0 || number > table.uris.size() ? nullptr : table.uris[number - 1];
}

LV2_URID_Map map_feature = {nullptr, [](LV2_URID_Map_Handle, const char* uri) { return map_uri(uri); }};
LV2_URID_Unmap unmap_feature = {nullptr, unmap_uri};

constexpr std::int32_t frames = block_frames;
constexpr float rate = rate_hz;

LV2_Options_Option option(const char* key, const char* type, std::uint32_t size, const void* value) {
  return {LV2_OPTIONS_INSTANCE, 0, map_uri(key), size, map_uri(type), value};
}

}  // namespace

LV2_URID map_uri(const char* uri) {
  UriTable& table = uri_table();
  const std::lock_guard lock(table.mutex);
  const auto [place, is_new] = table.numbers.try_emplace(uri, 0);
  if (is_new) {
    table.uris.push_back(place->first.c_str());
    place->second = static_cast<LV2_URID>(table.uris.size());
  }
  return place->second;
}

Lv2Features::Lv2Features() : schedule_{this, schedule} {
  for (const char* key :
       {LV2_BUF_SIZE__minBlockLength, LV2_BUF_SIZE__maxBlockLength, LV2_BUF_SIZE__nominalBlockLength}) {
    options_.push_back(option(key, LV2_ATOM__Int, sizeof(frames), &frames));
  }
  options_.push_back(option(LV2_PARAMETERS__sampleRate, LV2_ATOM__Float, sizeof(rate), &rate));
  options_.push_back({LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, nullptr});
  features_ = {
      {LV2_URID__map, &map_feature},
      {LV2_URID__unmap, &unmap_feature},
      {LV2_OPTIONS__options, options_.data()},
      {LV2_WORKER__schedule, &schedule_},
      {LV2_BUF_SIZE__boundedBlockLength, nullptr},
      {LV2_BUF_SIZE__fixedBlockLength, nullptr},
      {LV2_BUF_SIZE__powerOf2BlockLength, nullptr},
  };
  for (const LV2_Feature& feature : features_) {
    pointers_.push_back(&feature);
  }
  pointers_.push_back(nullptr);
}

LV2_Worker_Status
Lv2Features::schedule(LV2_Worker_Schedule_Handle handle, std::uint32_t size, const void* data) {
  auto& self = *static_cast<Lv2Features*>(handle);
  return self.worker_ == nullptr ? LV2_WORKER_ERR_UNKNOWN
                                 : self.worker_->work(self.instance_, respond, handle, size, data);
}

LV2_Worker_Status
Lv2Features::respond(LV2_Worker_Respond_Handle handle, std::uint32_t size, const void* data) {
  static_cast<Lv2Features*>(handle)->answers_.emplace_back(static_cast<const char*>(data), size);
  return LV2_WORKER_SUCCESS;
}

void Lv2Features::answer() {
  if (worker_ == nullptr) {
    return;
  }
  for (; !answers_.empty(); answers_.pop_front()) {
    worker_->work_response(
        instance_, static_cast<std::uint32_t>(answers_.front().size()), answers_.front().data());
  }
  if (worker_->end_run != nullptr) {
    worker_->end_run(instance_);
  }
}

}  // namespace omx::bench

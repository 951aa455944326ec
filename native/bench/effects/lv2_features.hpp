/// What an LV2 plugin may ask of its host.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <lv2/core/lv2.h>
#include <lv2/options/options.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

namespace omx::bench {

/// Numbers for URIs, the same for all plugins of this process. Used on one thread, and by plugins at any
/// time.
LV2_URID map_uri(const char* uri);

/// The features of one instance. Work that it hands over is done at once, so that it is measured too.
class Lv2Features {
public:
  Lv2Features();
  Lv2Features(const Lv2Features&) = delete;
  Lv2Features& operator=(const Lv2Features&) = delete;

  /// Ends with a null pointer.
  const LV2_Feature* const* list() const { return pointers_.data(); }

  /// From now on its work can be done.
  void attach(LV2_Handle instance, const LV2_Worker_Interface* worker) {
    instance_ = instance;
    worker_ = worker;
  }

  /// After each block: hands over the answers of the work.
  void answer();

private:
  static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, std::uint32_t size, const void* data);
  static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, std::uint32_t size, const void* data);

  LV2_Handle instance_ = nullptr;
  const LV2_Worker_Interface* worker_ = nullptr;
  std::deque<std::string> answers_;
  LV2_Worker_Schedule schedule_;
  std::vector<LV2_Options_Option> options_;
  std::vector<LV2_Feature> features_;
  std::vector<const LV2_Feature*> pointers_;
};

}  // namespace omx::bench

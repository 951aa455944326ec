/// A CLAP plugin made of a struct, for tests of the audio thread's side.
#pragma once

#include <cstdint>
#include <cstring>

#include <clap/ext/params.h>
#include <clap/plugin.h>

#include "formats/clap/abi/tail.hpp"

namespace omx {

/// Counts its calls, remembers the last block's events, and returns what it is told. It allocates nothing.
struct TestPlugin {
  TestPlugin() { plugin.plugin_data = this; }
  TestPlugin(const TestPlugin&) = delete;
  TestPlugin& operator=(const TestPlugin&) = delete;

  int starts = 0;
  int stops = 0;
  int resets = 0;
  int blocks = 0;
  int flushes = 0;
  bool may_start = true;
  bool has_tail = false;
  std::uint32_t tail_frames = 0;
  clap_process_status status = CLAP_PROCESS_CONTINUE;
  bool report_values = false;  ///< parameter 2 is then reported as the number of blocks
  std::uint32_t events = 0;    ///< of the last block or flush
  std::uint32_t last_time = 0;
  double last_value = 0;

  void take(const clap_input_events_t* in, const clap_output_events_t* out) {
    events = in->size(in);
    for (std::uint32_t i = 0; i < events; ++i) {
      const clap_event_header_t* const event = in->get(in, i);
      last_time = event->time;
      if (event->type == CLAP_EVENT_PARAM_VALUE) {
        last_value = reinterpret_cast<const clap_event_param_value_t*>(event)->value;
      }
    }
    if (!report_values) return;
    clap_event_param_value_t report{};
    report.header = {sizeof report, 0, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_PARAM_VALUE, 0};
    report.param_id = 2;
    report.note_id = -1;
    report.value = blocks;
    out->try_push(out, &report.header);
  }

  static TestPlugin& of(const clap_plugin_t* p) { return *static_cast<TestPlugin*>(p->plugin_data); }

  static const void* extension(const clap_plugin_t* p, const char* id);

  clap_plugin_t plugin{
      nullptr,
      nullptr,
      [](const clap_plugin_t*) { return true; },
      [](const clap_plugin_t*) {},
      [](const clap_plugin_t*, double, std::uint32_t, std::uint32_t) { return true; },
      [](const clap_plugin_t*) {},
      [](const clap_plugin_t* p) {
        ++of(p).starts;
        return of(p).may_start;
      },
      [](const clap_plugin_t* p) { ++of(p).stops; },
      [](const clap_plugin_t* p) { ++of(p).resets; },
      [](const clap_plugin_t* p, const clap_process_t* block) {
        ++of(p).blocks;
        of(p).take(block->in_events, block->out_events);
        return of(p).status;
      },
      extension,
      [](const clap_plugin_t*) {}};
};

inline const clap_plugin_params_t test_plugin_params{
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    [](const clap_plugin_t* p, const clap_input_events_t* in, const clap_output_events_t* out) {
      ++TestPlugin::of(p).flushes;
      TestPlugin::of(p).take(in, out);
    }};
inline const abi::PluginTail test_plugin_tail{
    [](const clap_plugin_t* p) { return TestPlugin::of(p).tail_frames; }};

inline const void* TestPlugin::extension(const clap_plugin_t* p, const char* id) {
  if (std::strcmp(id, CLAP_EXT_PARAMS) == 0) return &test_plugin_params;
  return of(p).has_tail && std::strcmp(id, abi::tail_id) == 0 ? &test_plugin_tail : nullptr;
}

}  // namespace omx

// What makes lv2.clap of the same objects: CLAP's own entry.
#include "formats/lv2/include/omx-clap-lv2.h"

extern "C" CLAP_EXPORT const clap_plugin_entry_t clap_entry;

const clap_plugin_entry_t clap_entry{
    CLAP_VERSION, [](const char* path) { return omx_clap_lv2_entry()->init(path); },
    []() { omx_clap_lv2_entry()->deinit(); },
    [](const char* id) { return omx_clap_lv2_entry()->get_factory(id); }};

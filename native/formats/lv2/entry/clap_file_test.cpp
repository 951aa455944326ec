// lv2.clap and the shared library, as others use them.
#include <algorithm>
#include <string>

#include <dlfcn.h>
#include <doctest/doctest.h>

#include "formats/lv2/plugin/test_plugin.hpp"

namespace {

using namespace omx;
using namespace omx::lv2;

}  // namespace

TEST_CASE("lv2.clap gives any CLAP host the machine's LV2 plugins") {
  auto library = ClapLibrary::open(OMX_LV2_CLAP_FILE);
  REQUIRE(library.has_value());
  const auto& plugins = library.value()->plugins();
  CHECK(std::ranges::find(plugins, fixture_uri("controls"), &ClapDescriptor::id) != plugins.end());
  auto instance = ClapInstance::create(library.value(), fixture_uri("controls"), {});
  REQUIRE(instance.has_value());
  REQUIRE(instance.value()->activate(48000, test_frames).has_value());
  TestBlocks blocks(*instance.value());
  std::ranges::fill(blocks.inputs[0], 0.5f);
  CHECK(blocks.run() == RtOutcome::ran);
  CHECK(blocks.outputs[0][7] == 0.5f);
  blocks.stop();
}

TEST_CASE("the shared library exports its header, and nothing else of ours") {
  void* const handle = dlopen(OMX_LV2_LIBRARY_FILE, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle != nullptr);
  for (const char* const name :
       {"omx_clap_lv2_entry", "omx_clap_lv2_descriptor", "omx_clap_lv2_count", "omx_clap_lv2_uri",
        "omx_clap_lv2_explain", "omx_clap_lv2_last_error", "omx_clap_lv2_bundle_add",
        "omx_clap_lv2_bundle_remove", "omx_clap_lv2_presets", "omx_clap_lv2_map", "omx_clap_lv2_unmap"}) {
    CAPTURE(name);
    CHECK(dlsym(handle, name) != nullptr);
  }
  CHECK(dlsym(handle, "clap_entry") == nullptr);
  dlclose(handle);
}

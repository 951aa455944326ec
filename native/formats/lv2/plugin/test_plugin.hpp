/// What tests of whole plugins share: a fixture bundle, hosted by our own CLAP host.
#pragma once

#include <cstdlib>
#include <string>

#include "formats/clap/lifecycle/test_host.hpp"
#include "formats/lv2/include/omx-clap-lv2.h"
#include "formats/lv2/model/build_params.hpp"

namespace omx::lv2 {

/// Fixture bundles are the whole world of a test program, and its cache is a folder of its own.
inline const bool test_world = [] {
  setenv("LV2_PATH", OMX_FIXTURES_DIR "/lv2", 1);
  setenv("XDG_CACHE_HOME", OMX_FIXTURES_DIR "/cache", 1);
  return true;
}();

inline std::string fixture_uri(const std::string& name) {
  return "urn:plugin-hostd:fixture:" + name;
}

inline Result<std::unique_ptr<ClapInstance>>
create_lv2(const std::string& uri, const ClapInstanceOptions& options = {}) {
  const clap_plugin_descriptor_t* const descriptor = omx_clap_lv2_descriptor(uri.c_str());
  if (descriptor == nullptr) return Error{ErrorCode::plugin_not_found, uri};
  auto library = ClapLibrary::of_entry(*omx_clap_lv2_entry(), *descriptor, "lv2");
  if (!library) return library.error();
  return ClapInstance::create(library.value(), uri, options);
}

/// A fixture that must load.
inline std::unique_ptr<ClapInstance>
load_lv2(const std::string& name, const ClapInstanceOptions& options = {}) {
  auto instance = create_lv2(fixture_uri(name), options);
  char reason[512] = "";
  if (!instance) omx_clap_lv2_last_error(reason, sizeof reason);
  INFO(name << ": " << reason);
  REQUIRE(instance.has_value());
  return std::move(instance).value();
}

inline double value_of(ClapInstance& instance, const char* symbol) {
  const ClapParam* const param = instance.param(param_id_of(symbol));
  REQUIRE(param != nullptr);
  return param->value;
}

}  // namespace omx::lv2

#include "scan/explain.hpp"

#include "formats/lv2/entry/library.hpp"
#include "scan/describe_lv2.hpp"
#include "text/json.hpp"

namespace omx {

namespace {

const char* status_name(omx_clap_lv2_status status) {
  switch (status) {
  case OMX_CLAP_LV2_OK:
    return "ok";
  case OMX_CLAP_LV2_NOT_FOUND:
    return "not-found";
  case OMX_CLAP_LV2_BROKEN_BUNDLE:
    return "broken-bundle";
  case OMX_CLAP_LV2_MISSING_BINARY:
    return "missing-binary";
  case OMX_CLAP_LV2_FEATURE_REFUSED:
    return "feature-refused";
  case OMX_CLAP_LV2_OPTION_REFUSED:
    return "option-refused";
  case OMX_CLAP_LV2_PORT_REFUSED:
    return "port-refused";
  default:
    return "failed";
  }
}

}  // namespace

std::string explain_lv2_plugin(const std::string& uri) {
  const auto model = lv2::Library::get().model(uri);
  JsonWriter json;
  json.begin_object()
      .field("uri", uri)
      .field("status", status_name(model->verdict.status))
      .field("reason", model->verdict.text)
      .field("bundle", lv2::without_slash(model->bundle))
      .key("requires")
      .begin_array();
  for (const std::string& feature : model->required_features) json.value(feature);
  for (const std::string& option : model->required_options) json.value(option);
  json.end_array().end_object();
  return json.take();
}

std::string describe_lv2_uri(const std::string& uri) {
  const auto model = lv2::Library::get().model(uri);
  return model->name.empty() ? "" : describe_lv2_plugin(*model, lv2::without_slash(model->bundle), 0);
}

}  // namespace omx

#include "formats/lv2/state/plugin_state.hpp"

namespace omx::lv2 {

namespace {

using Values = std::map<std::uint32_t, StateValue>;

/// Only what is plain memory can be kept.
LV2_State_Status store(
    LV2_State_Handle handle, std::uint32_t key, const void* value, std::size_t size, std::uint32_t type,
    std::uint32_t flags) {
  if ((flags & LV2_STATE_IS_POD) == 0) return LV2_STATE_ERR_BAD_FLAGS;
  if (key == 0 || type == 0 || value == nullptr || size > UINT32_MAX) return LV2_STATE_ERR_BAD_TYPE;
  StateValue& kept = (*static_cast<Values*>(handle))[key];
  kept.type = type;
  kept.flags = flags;
  kept.set(value, size);
  return LV2_STATE_SUCCESS;
}

const void* retrieve(
    LV2_State_Handle handle, std::uint32_t key, std::size_t* size, std::uint32_t* type,
    std::uint32_t* flags) {
  const auto& values = *static_cast<const Values*>(handle);
  const auto found = values.find(key);
  const bool known = found != values.end();
  if (size != nullptr) *size = known ? found->second.size : 0;
  if (type != nullptr) *type = known ? found->second.type : 0;
  if (flags != nullptr) *flags = known ? found->second.flags : 0;
  return known ? found->second.data() : nullptr;
}

const LV2_State_Interface* interface_of(const LiveInstance& live) {
  return live.extension<LV2_State_Interface>(LV2_STATE__interface);
}

const char* words(LV2_State_Status status) {
  switch (status) {
  case LV2_STATE_ERR_BAD_TYPE:
    return "a value is of a wrong type";
  case LV2_STATE_ERR_BAD_FLAGS:
    return "a value cannot be kept";
  case LV2_STATE_ERR_NO_FEATURE:
    return "it lacks a feature";
  case LV2_STATE_ERR_NO_PROPERTY:
    return "a value is missing";
  case LV2_STATE_ERR_NO_SPACE:
    return "there is no room";
  default:
    return "it gives no reason";
  }
}

}  // namespace

Verdict save_values(LiveInstance& live, Values& values) {
  const LV2_State_Interface* const state = interface_of(live);
  if (state == nullptr || state->save == nullptr) return {};
  const LV2_State_Status status = state->save(
      live.handle(), store, &values, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE, live.features().list());
  // One that misses a value of its own (no file is loaded, say) has nothing to tell of it.
  if (status == LV2_STATE_SUCCESS || status == LV2_STATE_ERR_NO_PROPERTY) return {};
  return {OMX_CLAP_LV2_BAD_ARGUMENT, std::string("it could not save its state: ") + words(status)};
}

Verdict restore_values(LiveInstance& live, const Values& values) {
  const LV2_State_Interface* const state = interface_of(live);
  if (state == nullptr || state->restore == nullptr) return {};
  const LiveInstance::Restoring restoring(live);
  const LV2_State_Status status = state->restore(
      live.handle(), retrieve, const_cast<Values*>(&values), LV2_STATE_IS_POD,
      live.restore_features().list());
  // A plugin that misses a value has kept or made up one: that is no failure of the whole.
  if (status == LV2_STATE_SUCCESS || status == LV2_STATE_ERR_NO_PROPERTY) return {};
  return {OMX_CLAP_LV2_BAD_ARGUMENT, std::string("it refused its state: ") + words(status)};
}

}  // namespace omx::lv2

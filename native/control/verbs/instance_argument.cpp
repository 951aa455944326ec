#include "control/verbs/instance_argument.hpp"

#include "control/lv2_library.hpp"

namespace omx {

Result<Instance*> instance_argument(Host& host, const Command& command, std::size_t index) {
  const Result<std::int64_t> number = command.integer(index);
  Instance* found = nullptr;
  if (number && number.value() >= 0 && number.value() <= Rack::highest_instance) {
    found = host.rack().find(static_cast<std::uint32_t>(number.value()));
  }
  if (found == nullptr) return Error{ErrorCode::instance_absent, ""};
  return found;
}

Result<const ClapParam*> param_argument(Instance& instance, const Command& command, std::size_t index) {
  std::optional<std::int64_t> id = parse_integer(command.text(index));
  if (!id) id = lv2_param(instance.plugin(), command.text(index));
  const ClapParam* found = nullptr;
  if (id && *id >= 0 && *id <= UINT32_MAX) found = instance.plugin().param(static_cast<clap_id>(*id));
  if (found == nullptr) return Error{ErrorCode::parameter_absent, ""};
  return found;
}

}  // namespace omx

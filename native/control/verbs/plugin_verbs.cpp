// Loading, unloading, bypassing.
#include "control/lv2_library.hpp"
#include "control/verbs/instance_argument.hpp"

namespace omx {
namespace {

Result<InstanceLayout> layout_argument(const std::string& word) {
  if (word.empty() || word == "native") return InstanceLayout::native;
  if (word == "dual") return InstanceLayout::dual;
  return Error{ErrorCode::bad_request, "a layout is native or dual"};
}

Result<InstancePlacement> placement_argument(const std::string& word) {
  if (word.empty() || word == "inline") return InstancePlacement::in_line;
  if (word == "bridged") return InstancePlacement::bridged;
  return Error{ErrorCode::bad_request, "a placement is inline or bridged"};
}

Answer remove_all(Host& host, const Command& command) {
  std::vector<std::uint32_t> numbers;
  for (const auto& [number, instance] : host.rack().instances()) numbers.push_back(number);
  const LaterAnswer later = command.defer();
  // Given when the last instance is gone.
  const std::shared_ptr<void> last(nullptr, [later](void*) { later.give(Reply{}); });
  for (const std::uint32_t number : numbers) host.rack().remove(number, [last](const Status&) {});
  return std::nullopt;
}

}  // namespace

Answer handle_add(Host& host, const Command& command) {
  const Result<std::int64_t> number = command.integer(1);
  if (!number || number.value() < 0 || number.value() > Rack::highest_instance) {
    return Error{ErrorCode::invalid_instance, ""};
  }
  const auto instance = static_cast<std::uint32_t>(number.value());
  const Result<InstanceLayout> layout = layout_argument(command.text(3));
  if (!layout) return layout.error();
  const Result<InstancePlacement> placement = placement_argument(command.text(4));
  if (!placement) return placement.error();
  const std::string client = command.text(2).empty() ? default_client_name(instance) : command.text(2);
  if (Status added = host.rack().add(command.text(0), instance, client, layout.value(), placement.value());
      !added)
    return added.error();
  return Reply{number.value(), ""};
}

Answer handle_remove(Host& host, const Command& command) {
  const Result<std::int64_t> number = command.integer(0);
  if (!number) return number.error();
  if (number.value() == -1) return remove_all(host, command);
  if (number.value() < 0 || number.value() > Rack::highest_instance) return Reply{};
  const LaterAnswer later = command.defer();
  host.rack().remove(static_cast<std::uint32_t>(number.value()), [later](const Status& removed) {
    later.give(removed ? Result<Reply>(Reply{}) : Result<Reply>(removed.error()));
  });
  return std::nullopt;
}

Answer handle_bypass(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  const Result<bool> bypassed = command.flag(1);
  if (!bypassed) return bypassed.error();
  host.rack().set_bypassed(*instance.value(), bypassed.value());
  return Reply{};
}

Answer handle_activate(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  const Result<bool> active = command.flag(1);
  if (!active) return active.error();
  return answer(host.rack().set_active(*instance.value(), active.value()));
}

Answer handle_bundle_add(Host&, const Command& command) {
  return answer(add_lv2_bundle(command.text(0)));
}

// mod-host's second argument names a plugin or preset to unload first; nothing that runs is touched here.
Answer handle_bundle_remove(Host&, const Command& command) {
  return answer(remove_lv2_bundle(command.text(0)));
}

Answer handle_sidechain(Host& host, const Command& command) {
  const Result<Instance*> instance = instance_argument(host, command);
  if (!instance) return instance.error();
  const std::string& source = command.text(1);
  if (source != "silence" && source != "main")
    return Error{ErrorCode::out_of_range, "it hears silence or main"};
  host.rack().set_side_chain(
      *instance.value(), source == "main" ? SideChainSource::main : SideChainSource::silence);
  return Reply{};
}

Answer handle_reset(Host& host, const Command& command) {
  Client* const client = host.rack().find_client(command.text(0));
  if (client == nullptr) return Error{ErrorCode::audio_client, "there is no such client here"};
  if (!command.has(1)) {
    client->engine().reset_now();
    return Reply{};
  }
  const Result<std::int64_t> frame = command.integer(1);
  if (!frame || frame.value() < 0 || frame.value() > UINT32_MAX) {
    return Error{ErrorCode::bad_request, "a frame time is a number of 32 bits"};
  }
  if (frame.value() == 0) {
    client->engine().reset_now();
  } else {
    client->engine().reset_at(static_cast<std::uint32_t>(frame.value()));
  }
  return Reply{};
}

}  // namespace omx

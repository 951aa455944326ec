#include "bridge-host/bridge.hpp"

#include <algorithm>
#include <vector>

#include <poll.h>

#include "bridge-host/describe.hpp"
#include "control/lv2_library.hpp"
#include "formats/clap/abi/posix_fd.hpp"

namespace omx {

namespace {

using Clock = LinkSocket::Clock;

Clock::time_point soon() {
  return Clock::now() + std::chrono::seconds(5);
}

void put_outcome(MessageWriter& out, const Status& status) {
  out.put(status.has_value());
  if (!status) out.put(status.error().code).text(status.error().detail);
}

short poll_events(std::uint32_t flags) {
  const bool in = (flags & abi::posix_fd_read) != 0;
  const bool out = (flags & abi::posix_fd_write) != 0;
  return static_cast<short>((in ? POLLIN : 0) | (out ? POLLOUT : 0));
}

std::uint32_t clap_flags(short events) {
  return ((events & POLLIN) != 0 ? abi::posix_fd_read : 0u) |
         ((events & POLLOUT) != 0 ? abi::posix_fd_write : 0u) |
         ((events & (POLLERR | POLLHUP)) != 0 ? abi::posix_fd_error : 0u);
}

int timeout_ms(const ClapInstance* plugin) {
  const auto next = plugin != nullptr ? plugin->next_timer() : std::nullopt;
  if (!next) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now()).count();
  return static_cast<int>(std::clamp<decltype(left)>(left, 0, 60'000));
}

}  // namespace

Bridge::~Bridge() {
  stage_.reset();
}

void Bridge::run() {
  while (!link_.closed()) {
    while (const auto message = link_.receive({})) serve(*message);
    if (plugin_ != nullptr) plugin_->service();
    if (stage_ != nullptr) {
      const std::string notice = stage_->notice();
      if (!notice.empty()) news(LinkNews::log, static_cast<std::uint32_t>(abi::LogSeverity::warning), notice);
    }
    if (!link_.closed()) wait();
  }
}

void Bridge::wait() {
  std::vector<pollfd> waiting{{link_.fd(), POLLIN, 0}, {wake_.fd(), POLLIN, 0}};
  if (plugin_ != nullptr) {
    for (const ClapFd& fd : plugin_->fds()) waiting.push_back({fd.fd, poll_events(fd.flags), 0});
  }
  if (poll(waiting.data(), waiting.size(), timeout_ms(plugin_.get())) < 0) return;
  if (waiting[1].revents != 0) wake_.drain();
  if (plugin_ == nullptr) return;
  for (std::size_t i = 2; i < waiting.size(); ++i) {
    if (waiting[i].revents != 0) plugin_->on_fd(waiting[i].fd, clap_flags(waiting[i].revents));
  }
  plugin_->run_timers(Clock::now());
}

void Bridge::news(LinkNews news, std::uint32_t flags, std::string_view text) {
  link_.send(LinkKind::news, MessageWriter().put(news).put(flags).text(text).payload(), soon());
}

void Bridge::serve(const LinkMessage& message) {
  MessageWriter out;
  answering_ = true;
  if (message.kind == LinkKind::load) {
    const Status status = load(message.reader());
    put_outcome(out, status);
    if (status) out.text(plugin_->descriptor().id).text(plugin_->descriptor().name);
  } else if (plugin_ == nullptr) {
    put_outcome(out, Error{ErrorCode::invalid_operation, "no plugin is loaded"});
  } else {
    answer(message, out);
  }
  answering_ = false;
  link_.send(LinkKind::reply, out.payload(), soon());
}

void Bridge::answer(const LinkMessage& message, MessageWriter& out) {
  MessageReader in = message.reader();
  const auto id = [&] { return in.take<std::uint32_t>(); };
  switch (message.kind) {
  case LinkKind::describe:
    return describe_plugin(*plugin_, out);
  case LinkKind::activate: {
    const Status status = activate(message);
    put_outcome(out, status);
    out.put(plugin_->latency_frames());
    return;
  }
  case LinkKind::deactivate:
    deactivate();
    return put_outcome(out, done());
  case LinkKind::set_param: {
    const clap_id param = id();
    return put_outcome(out, plugin_->set_param(param, in.take<double>()));
  }
  case LinkKind::get_param: {
    const ClapParam* const param = plugin_->param(id());
    out.put(param != nullptr).put(param != nullptr ? param->value : 0.0);
    return;
  }
  case LinkKind::to_text: {
    const clap_id param = id();
    out.text(plugin_->param_text(param, in.take<double>()));
    return;
  }
  case LinkKind::from_text: {
    const clap_id param = id();
    const Result<double> value = plugin_->parse_param(param, in.text());
    out.put(value.has_value()).put(value ? value.value() : 0.0);
    return;
  }
  case LinkKind::save: {
    const Result<std::vector<std::byte>> state = plugin_->save_state();
    put_outcome(out, state ? done() : Status(state.error()));
    if (state) out.bytes(state.value());
    return;
  }
  case LinkKind::restore:
    return put_outcome(out, plugin_->load_state(in.bytes()));
  case LinkKind::preset: {
    const std::string path = in.text();
    return put_outcome(out, plugin_->load_preset(path, in.text()));
  }
  case LinkKind::offline:
    plugin_->set_offline(in.take<bool>());
    put_outcome(out, done());
    out.put(plugin_->needs_realtime());
    return;
  default:
    return put_outcome(out, Error{ErrorCode::bad_request, "an unknown message"});
  }
}

Status Bridge::load(MessageReader in) {
  const std::string path = in.text();
  std::string id = in.text();
  const auto number = in.take<std::uint32_t>();
  const bool offline = in.take<bool>();
  if (!in.ok() || plugin_ != nullptr) return Error{ErrorCode::bad_request, "one plugin is loaded, once"};
  auto library = path.empty() ? open_lv2(id) : ClapLibrary::open(path);
  if (!library) return library.error();
  if (id.empty()) {
    if (library.value()->plugins().size() != 1)
      return Error{ErrorCode::plugin_not_found, "the file holds several plugins: add #<id>"};
    id = library.value()->plugins().front().id;
  }
  auto created = ClapInstance::create(library.value(), id, {number, this, &wake_, offline});
  if (!created) {
    Error error = created.error();
    if (std::string why = path.empty() ? lv2_failure() : ""; !why.empty()) error.detail = std::move(why);
    return error;
  }
  plugin_ = std::move(created).value();
  return done();
}

Status Bridge::activate(const LinkMessage& message) {
  MessageReader in = message.reader();
  const auto rate_hz = in.take<double>();
  const auto max_frames = in.take<std::uint32_t>();
  deactivate();
  auto memory = StageMemory::open(message.fd);
  if (!memory) return memory.error();
  if (Status active = plugin_->activate(rate_hz, max_frames); !active) return active;
  stage_ = std::make_unique<StageLoop>(plugin_->rt(), std::move(memory).value(), wake_);
  return done();
}

void Bridge::deactivate() {
  stage_.reset();
  plugin_->deactivate();
}

}  // namespace omx

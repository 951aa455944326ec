#include "control/host.hpp"

#include <sys/epoll.h>

#include <algorithm>

#include "control/dispatch.hpp"
#include "omx_contracts/feedback.hpp"

namespace omx {
namespace {

std::string one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '\0'; }, ' ');
  return line;
}

}  // namespace

Host::Host(EventLoop& loop, StatusPageFile& status, const HostOptions& options)
    : loop_(loop), options_(options), drivers_(
                                          options.driver, options.sample_rate_hz, options.block_frames,
                                          {[this] { wake_.ring(); }, options.prepare_audio_thread}),
      waits_(loop, rack_), watch_(loop, rack_, [this](const std::string& line) { tell(line); }),
      rack_(status, wake_, drivers_, *this), renderer_(loop, rack_, drivers_, wake_) {
  loop_.watch(wake_.fd(), EPOLLIN, [this](std::uint32_t) { serve(); });
}

Host::~Host() {
  midi_input.reset();  // its thread rings the wake
  loop_.unwatch(wake_.fd());
}

void Host::serve() {
  wake_.drain();
  rack_.serve();
  renderer_.serve();
  tell_midi();
}

void Host::tell_midi() {
  constexpr char digits[] = "0123456789abcdef";
  RtShortMidi message;
  while (midi_input && midi_input->take(message)) {
    std::string line = std::string(feedback::midi) + " ";
    for (std::uint8_t i = 0; i < message.size_bytes; ++i) {
      line.push_back(digits[message.bytes[i] >> 4]);
      line.push_back(digits[message.bytes[i] & 15]);
    }
    tell(line);
  }
}

void Host::adopt(int fd, ConnectionKind kind) {
  // The handlers find the shared owner by address: the connection cannot hold itself alive.
  const auto handle = [this](Connection& connection, std::string message) {
    for (const auto& own : connections_) {
      if (own.get() == &connection) return on_message(std::shared_ptr<Connection>(own), message);
    }
  };
  const bool detailed = kind == ConnectionKind::control;
  auto connection = std::make_shared<Connection>(
      loop_, fd, detailed, Connection::Handlers{handle, [this](Connection& closed) { on_closed(closed); }});
  if (kind == ConnectionKind::feedback) {
    connection->subscribe();
    feedback_only_.push_back(connection.get());
  }
  connections_.push_back(std::move(connection));
  if (kind == ConnectionKind::feedback) adjust_watch();
  if (on_presence) on_presence(connections_.size() > feedback_only_.size());
}

void Host::on_message(const std::shared_ptr<Connection>& connection, const std::string& message) {
  dispatch(*this, connection, message);
}

void Host::on_closed(Connection& connection) {
  if (editor == &connection) {
    editor = nullptr;
    rack_.commit([](Status) {});
  }
  if (rendering_for == &connection) {
    rendering_for = nullptr;
    renderer_.interrupt();
  }
  loop_.after(EventLoop::Clock::duration::zero(), [this] { sweep(); });  // it is still in use just now
}

void Host::sweep() {
  std::erase_if(feedback_only_, [](const Connection* connection) { return connection->closed(); });
  std::erase_if(connections_, [](const auto& connection) { return connection->closed(); });
  adjust_watch();
  if (on_presence) on_presence(connections_.size() > feedback_only_.size());
}

void Host::tell(std::string_view line) {
  for (const auto& connection : connections_) {
    if (connection->subscribed()) connection->send(line);
  }
}

void Host::tell_log(int level, const std::string& text) {
  tell(std::string(feedback::log) + " " + std::to_string(level) + " " + one_line(text));
}

void Host::adjust_watch() {
  watch_.adjust(std::any_of(connections_.begin(), connections_.end(), [](const auto& connection) {
    return connection->subscribed();
  }));
}

void Host::quit() {
  loop_.after(EventLoop::Clock::duration::zero(), [this] { loop_.stop(); });
}

double Host::sample_load() {
  double load = 0;
  for (const auto& client : rack_.clients()) load = std::max(load, client->driver().load_percent());
  if (midi_input) load = std::max(load, midi_input->driver().load_percent());
  max_load_percent = std::max(max_load_percent, load);
  return load;
}

void Host::latency_changed(Instance& instance) {
  tell(
      std::string(feedback::latency) + " " + std::to_string(instance.number()) + " " +
      std::to_string(instance.latency_frames()));
}

void Host::parameters_changed(Instance& instance) {
  tell(std::string(feedback::params_rescan) + " " + std::to_string(instance.number()));
}

void Host::state_dirtied(Instance& instance) {
  tell(std::string(feedback::state_dirty) + " " + std::to_string(instance.number()));
}

void Host::waits_changed() {
  waits_.refresh();
  adjust_watch();
}

void Host::logged(Instance& instance, int level, std::string_view text) {
  constexpr int fatal = 4;
  if (level == static_cast<int>(abi::LogSeverity::plugin_misbehaving)) ++instance.misbehaviours;
  std::uint32_t dropped = 0;
  if (!instance.log_budget.take(LogBudget::Clock::now(), dropped)) return;
  const std::string name = "effect_" + std::to_string(instance.number()) + ": ";
  if (dropped > 0) tell_log(1, name + std::to_string(dropped) + " more lines were held back");
  tell_log(std::min(level, fatal), name + std::string(text));
}

void Host::block_changed(Client& client) {
  tell(
      std::string(feedback::buffer_size) + " " + client.name() + " " +
      std::to_string(client.driver().block_frames()));
}

void Host::server_gone(Client& client, const std::string& reason) {
  tell(
      std::string(feedback::server_gone) + " " + client.name() + " " +
      (reason.empty() ? "the audio server ended" : one_line(reason)));
}

}  // namespace omx

#include "drivers/file_stage.hpp"

#include <algorithm>

#include "drivers/file_driver.hpp"

namespace omx {
namespace {

constexpr std::string_view input_prefix = "file:in_";
constexpr std::string_view output_prefix = "file:out_";
constexpr std::string_view notes_port = "file:events_1";
constexpr std::uint32_t output_channel_limit = 64;
constexpr std::size_t events_limit = 1024;  // of a port in a block

/// The number at the end of a channel's name, 0 when there is none.
std::uint32_t channel_number(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return 0;
  std::uint32_t number = 0;
  for (const char c : name.substr(prefix.size())) {
    if (c < '0' || c > '9' || number > output_channel_limit) return 0;
    number = number * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return number <= output_channel_limit ? number : 0;
}

}  // namespace

FileStage::FileStage(std::uint32_t sample_rate_hz, std::uint32_t block_frames)
    : sample_rate_hz_(sample_rate_hz), block_frames_(block_frames) {}

FileStage::~FileStage() = default;

void FileStage::set_input(std::uint32_t sample_rate_hz, std::uint32_t channels) {
  std::vector<FilePort*> surplus;
  for (const auto& port : ports_) {
    if (channel_number(port->full_name, input_prefix) > channels) surplus.push_back(port.get());
  }
  for (FilePort* const port : surplus) remove_port(port);
  for (std::uint32_t channel = 1; channel <= channels; ++channel) {
    const std::string name = std::string(input_prefix) + std::to_string(channel);
    if (find_port(name) == nullptr) add_port(FilePort{.full_name = name});
  }
  if (sample_rate_hz == sample_rate_hz_) return;
  sample_rate_hz_ = sample_rate_hz;
  for (FileDriver* const client : clients_) client->tell_block_changed();
}

void FileStage::set_notes(std::vector<FileMidi> notes) {
  notes_ = std::move(notes);
  if (find_port(std::string(notes_port)) == nullptr)
    add_port(FilePort{.full_name = std::string(notes_port), .is_audio = false});
}

std::unique_ptr<Driver> FileStage::add_client(const std::string& name, const DriverHooks& hooks) {
  auto client = std::make_unique<FileDriver>(*this, name, hooks);
  clients_.push_back(client.get());
  return client;
}

bool FileStage::has_client(const std::string& name) const {
  return name == "file" || std::any_of(clients_.begin(), clients_.end(), [&](const FileDriver* client) {
           return client->client_name() == name;
         });
}

void FileStage::remove_client(FileDriver& client) {
  std::vector<FilePort*> left;
  for (const auto& port : ports_) {
    if (port->client == &client) left.push_back(port.get());
  }
  for (FilePort* const port : left) remove_port(port);
  std::erase(clients_, &client);
}

FilePort* FileStage::add_port(FilePort port) {
  if (port.is_audio) port.samples.assign(block_frames_, 0.0f);
  if (!port.is_audio) port.events.resize(events_limit);
  ports_.push_back(std::make_unique<FilePort>(std::move(port)));
  ports_.back()->current = ports_.back()->samples.data();
  return ports_.back().get();
}

void FileStage::remove_port(FilePort* port) {
  for (const auto& other : ports_) std::erase(other->sources, port);
  std::erase_if(ports_, [&](const auto& own) { return own.get() == port; });
}

FilePort* FileStage::find_port(const std::string& full_name) {
  const auto found = std::find_if(
      ports_.begin(), ports_.end(), [&](const auto& port) { return port->full_name == full_name; });
  if (found != ports_.end()) return found->get();
  if (channel_number(full_name, output_prefix) == 0) return nullptr;
  return add_port(FilePort{.full_name = full_name, .is_input = true});
}

Status FileStage::connect(const std::string& from, const std::string& to) {
  FilePort* const source = find_port(from);
  FilePort* const target = find_port(to);
  if (source == nullptr) return Error{ErrorCode::connect_failed, "there is no port " + from};
  if (target == nullptr) return Error{ErrorCode::connect_failed, "there is no port " + to};
  if (source->is_input || !target->is_input)
    return Error{ErrorCode::connect_failed, "a connection goes from an output to an input"};
  if (source->is_audio != target->is_audio)
    return Error{ErrorCode::connect_failed, "one port is for audio, the other for notes"};
  if (std::find(target->sources.begin(), target->sources.end(), source) != target->sources.end())
    return done();
  target->sources.push_back(source);
  if (order()) return done();
  target->sources.pop_back();
  return Error{ErrorCode::connect_failed, "the clients would form a cycle"};
}

Status FileStage::disconnect(const std::string& from, const std::string& to) {
  FilePort* const source = find_port(from);
  FilePort* const target = find_port(to);
  if (source != nullptr && target != nullptr && std::erase(target->sources, source) > 0) return done();
  return Error{ErrorCode::disconnect_failed, "they are not connected"};
}

bool FileStage::feeds(const FileDriver& from, const FileDriver& to) const {
  return std::any_of(ports_.begin(), ports_.end(), [&](const auto& port) {
    return port->client == &to &&
           std::any_of(port->sources.begin(), port->sources.end(), [&](const FilePort* source) {
             return source->client == &from;
           });
  });
}

bool FileStage::order() {
  std::vector<FileDriver*> waiting = clients_;
  std::vector<FileDriver*> ordered;
  while (!waiting.empty()) {
    const auto ready = std::find_if(waiting.begin(), waiting.end(), [&](const FileDriver* client) {
      return std::none_of(
          waiting.begin(), waiting.end(), [&](const FileDriver* other) { return feeds(*other, *client); });
    });
    if (ready == waiting.end()) return false;
    ordered.push_back(*ready);
    waiting.erase(ready);
  }
  clients_ = std::move(ordered);
  for (FileDriver* const client : clients_) find_latencies(*client);
  return true;
}

void FileStage::find_latencies(FileDriver& client) {
  const auto latest_source = [](const FilePort& port) {
    std::uint32_t latest = 0;
    for (const FilePort* const source : port.sources) latest = std::max(latest, source->latency_frames);
    return latest;
  };
  for (const DriverPortLatency& latency : client.latencies()) {
    auto* const port = static_cast<FilePort*>(latency.port);
    if (port->is_input) continue;
    std::uint32_t latest = 0;
    for (const RtPortHandle peer : latency.peers)
      latest = std::max(latest, latest_source(*static_cast<FilePort*>(peer)));
    port->latency_frames = latest + latency.max_frames;
  }
  for (const auto& port : ports_) {
    if (port->is_input && port->client == nullptr) port->latency_frames = latest_source(*port);
  }
}

std::vector<FilePort*> FileStage::input_channels() {
  std::vector<FilePort*> channels;
  for (std::uint32_t n = 1;; ++n) {
    FilePort* const port = find_port(std::string(input_prefix) + std::to_string(n));
    if (port == nullptr) return channels;
    channels.push_back(port);
  }
}

std::vector<FilePort*> FileStage::output_channels() {
  std::uint32_t count = 0;
  for (const auto& port : ports_) {
    if (!port->sources.empty()) count = std::max(count, channel_number(port->full_name, output_prefix));
  }
  std::vector<FilePort*> channels;
  for (std::uint32_t n = 1; n <= count; ++n)
    channels.push_back(find_port(std::string(output_prefix) + std::to_string(n)));
  return channels;
}

// The messages of all sources in the order of their times.
void FileStage::gather_notes(FilePort& port) const {
  port.event_count = 0;
  for (const FilePort* const source : port.sources) {
    for (std::uint32_t i = 0; i < source->event_count && port.event_count < port.events.size(); ++i)
      port.events[port.event_count++] = source->events[i];
  }
  const auto end = port.events.begin() + static_cast<std::ptrdiff_t>(port.event_count);
  if (port.sources.size() > 1) std::ranges::stable_sort(port.events.begin(), end, {}, &FileMidi::frame);
}

void FileStage::play_notes(std::uint32_t frame_time) {
  FilePort* const port = find_port(std::string(notes_port));
  if (port == nullptr) return;
  port->event_count = 0;
  auto note = std::ranges::lower_bound(notes_, std::uint64_t{frame_time}, {}, &FileMidi::frame);
  for (; note != notes_.end() && note->frame < std::uint64_t{frame_time} + block_frames_; ++note) {
    if (port->event_count == port->events.size()) return;
    FileMidi& event = port->events[port->event_count++];
    event = *note;
    event.frame -= frame_time;
  }
}

void FileStage::gather(FilePort& port) const {
  if (!port.is_audio) {
    gather_notes(port);
    return;
  }
  if (port.sources.size() == 1) {
    port.current = port.sources.front()->current;
    return;
  }
  port.current = port.samples.data();
  std::fill(port.samples.begin(), port.samples.end(), 0.0f);
  for (const FilePort* const source : port.sources) {
    std::transform(
        port.samples.begin(), port.samples.end(), source->current, port.samples.begin(), std::plus<>());
  }
}

void FileStage::play(std::uint32_t frame_time) {
  play_notes(frame_time);
  for (FileDriver* const client : clients_) {
    for (const auto& port : ports_) {
      if (port->client == client && port->is_input) gather(*port);
    }
    client->play(block_frames_, frame_time);
  }
  for (const auto& port : ports_) {
    if (port->client == nullptr && port->is_input) gather(*port);
  }
}

}  // namespace omx

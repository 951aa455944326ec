// Creation, activation and what the host asks.
#include "formats/bridged/lifecycle/bridged_plugin.hpp"

#include <utility>

#include "formats/bridged/lifecycle/open_bridged.hpp"

namespace omx {

namespace {

const char* no_features[] = {nullptr};
const clap_plugin_descriptor_t descriptor{
    CLAP_VERSION, bridged_plugin_id, "Bridged plugin", "", "", "", "", "", "", no_features};

// The reply to a request that can fail.
Status outcome(MessageReader& in) {
  if (in.take<bool>()) return done();
  const auto code = in.take<ErrorCode>();
  return Error{code, in.text()};
}

template <typename Ports>
std::uint32_t channels_of(const Ports& ports) {
  std::uint32_t channels = 0;
  for (const ClapAudioPort& port : ports) channels += port.channels;
  return channels;
}

std::optional<std::uint32_t> main_port(const std::vector<ClapAudioPort>& ports) {
  if (ports.empty()) return std::nullopt;
  for (std::uint32_t p = 0; p < ports.size(); ++p) {
    if (ports[p].main) return p;
  }
  return 0;
}

// As a bypassed plugin's: channels straight on, one into all, all into one at equal parts.
RtBridgedDryShape dry_shape(const ClapPorts& ports, std::uint32_t max_frames, std::uint32_t latency_frames) {
  RtBridgedDryShape shape;
  shape.max_frames = max_frames;
  shape.latency_frames = latency_frames;
  const auto in = main_port(ports.audio_inputs);
  const auto out = main_port(ports.audio_outputs);
  if (!out) return shape;
  shape.output_port = *out;
  shape.output_channels = ports.audio_outputs[*out].channels;
  if (!in) return shape;
  shape.input_port = *in;
  const std::uint32_t ins = ports.audio_inputs[*in].channels;
  if (shape.output_channels == 1) {
    for (std::uint32_t c = 0; c < ins; ++c) shape.routes.push_back({0, c, 1.0f / static_cast<float>(ins)});
    return shape;
  }
  for (std::uint32_t c = 0; c < shape.output_channels; ++c) {
    if (ins == 1 || c < ins) shape.routes.push_back({c, ins == 1 ? 0 : c, 1.0f});
  }
  return shape;
}

// CLAP's functions.
namespace calls {

bool init(const clap_plugin_t* plugin) {
  return BridgedPlugin::of(plugin).init();
}
void destroy(const clap_plugin_t* plugin) {
  delete &BridgedPlugin::of(plugin);
}
bool activate(const clap_plugin_t* plugin, double rate_hz, std::uint32_t, std::uint32_t max_frames) {
  return BridgedPlugin::of(plugin).activate(rate_hz, max_frames);
}
void deactivate(const clap_plugin_t* plugin) {
  BridgedPlugin::of(plugin).deactivate();
}
bool start_processing(const clap_plugin_t*) noexcept OMX_RT {
  return true;  // the stage starts its plugin itself
}
void stop_processing(const clap_plugin_t*) noexcept OMX_RT {}
void reset(const clap_plugin_t* plugin) noexcept OMX_RT {
  if (RtBridged* const rt = BridgedPlugin::of(plugin).rt()) rt->reset();
}
clap_process_status process(const clap_plugin_t* plugin, const clap_process_t* block) noexcept OMX_RT {
  RtBridged* const rt = BridgedPlugin::of(plugin).rt();
  return rt != nullptr ? rt->process(*block) : clap_process_status{CLAP_PROCESS_ERROR};
}
void on_main_thread(const clap_plugin_t* plugin) {
  BridgedPlugin::of(plugin).serve();
}

}  // namespace calls

}  // namespace

BridgedPlugin::BridgedPlugin(const clap_host_t* host, std::string path, std::string id)
    : host_(host), path_(std::move(path)), id_(std::move(id)), clap_{
                                                                   &descriptor,
                                                                   this,
                                                                   calls::init,
                                                                   calls::destroy,
                                                                   calls::activate,
                                                                   calls::deactivate,
                                                                   calls::start_processing,
                                                                   calls::stop_processing,
                                                                   calls::reset,
                                                                   calls::process,
                                                                   bridged_plugin_extension,
                                                                   calls::on_main_thread} {}

BridgedPlugin::~BridgedPlugin() {
  deactivate();
  set_timer(false);
  end_process();
}

bool BridgedPlugin::init() {
  const Status begun = begin();
  if (!begun) set_bridged_failure(begun.error());
  return begun.has_value();
}

bool BridgedPlugin::activate(double sample_rate_hz, std::uint32_t max_frames) {
  sample_rate_hz_ = sample_rate_hz;
  max_frames_ = max_frames;
  if (process_ == nullptr) {
    if (Status begun = begin(); !begun) {
      set_bridged_failure(begun.error());
      return false;
    }
  }
  const Status started = start_stage();
  if (!started) {
    set_bridged_failure(started.error());
    return false;
  }
  std::vector<clap_id> ids;
  for (const ClapParam& param : description_.params) ids.push_back(param.id);
  rt_ = std::make_unique<RtBridged>(
      dry_shape(description_.ports, max_frames, latency_frames_), sample_rate_hz, host_, std::move(ids));
  rt_->set_offline(offline_);
  rt_->offer(stages_.back().get());
  active_ = true;
  return true;
}

// A stage for the plugin as it is now, last in stages_.
Status BridgedPlugin::start_stage() {
  auto memory = StageMemory::create(
      {max_frames_, channels_of(description_.ports.audio_inputs),
       channels_of(description_.ports.audio_outputs)});
  if (!memory) return memory.error();
  const auto reply =
      ask(LinkKind::activate, MessageWriter().put(sample_rate_hz_).put(max_frames_),
          BridgeProcess::load_patience, memory.value()->fd());
  if (!reply) return Error{ErrorCode::worker_lost, "its process ended while it was activated"};
  MessageReader in = reply->reader();
  if (Status activated = outcome(in); !activated) return activated;
  latency_frames_ = in.take<std::uint32_t>();
  stages_.push_back(std::move(memory).value());
  return done();
}

void BridgedPlugin::deactivate() {
  if (!active_) return;
  collect_values();
  active_ = false;
  rt_.reset();
  if (process_ != nullptr) ask(LinkKind::deactivate);
  stages_.clear();
}

std::optional<LinkMessage>
BridgedPlugin::ask(LinkKind kind, const MessageWriter& payload, std::chrono::seconds patience, int fd) {
  if (process_ == nullptr || process_->gone()) return std::nullopt;
  return process_->ask(kind, payload.payload(), patience, fd);
}

Status
BridgedPlugin::ask_outcome(LinkKind kind, const MessageWriter& payload, std::chrono::seconds patience) {
  const auto reply = ask(kind, payload, patience);
  if (!reply) return Error{ErrorCode::worker_lost, "its process is gone"};
  MessageReader in = reply->reader();
  return outcome(in);
}

double BridgedPlugin::value(clap_id id) {
  if (const auto reply = ask(LinkKind::get_param, MessageWriter().put(id))) {
    MessageReader in = reply->reader();
    if (in.take<bool>()) return in.take<double>();
  }
  const auto known = values_.find(id);
  return known != values_.end() ? known->second : 0;
}

std::string BridgedPlugin::text(clap_id id, double value) {
  const auto reply = ask(LinkKind::to_text, MessageWriter().put(id).put(value));
  return reply ? reply->reader().text() : "";
}

bool BridgedPlugin::parse(clap_id id, const char* text, double& value) {
  const auto reply = ask(LinkKind::from_text, MessageWriter().put(id).text(text));
  if (!reply) return false;
  MessageReader in = reply->reader();
  const bool parsed = in.take<bool>();
  value = in.take<double>();
  return parsed;
}

void BridgedPlugin::set_param(clap_id id, double value) {
  values_[id] = value;
  ask(LinkKind::set_param, MessageWriter().put(id).put(value));
}

std::optional<std::vector<std::byte>> BridgedPlugin::save() {
  collect_values();
  const auto reply = ask(LinkKind::save);
  if (!reply) return state_;  // of a plugin that is gone: the last one known
  MessageReader in = reply->reader();
  if (!outcome(in)) return std::nullopt;
  state_ = in.bytes();
  values_.clear();
  return state_;
}

bool BridgedPlugin::restore(std::vector<std::byte> state) {
  collect_values();
  if (!ask_outcome(LinkKind::restore, MessageWriter().bytes(state), BridgeProcess::load_patience))
    return false;
  state_ = std::move(state);
  values_.clear();
  return true;
}

bool BridgedPlugin::load_preset(const char* path, const char* key) {
  const auto text = [](const char* maybe) { return std::string(maybe != nullptr ? maybe : ""); };
  const Status loaded = ask_outcome(
      LinkKind::preset, MessageWriter().text(text(path)).text(text(key)), BridgeProcess::load_patience);
  if (loaded) save();
  return loaded.has_value();
}

bool BridgedPlugin::set_offline(bool offline) {
  offline_ = offline;
  if (rt_ != nullptr) rt_->set_offline(offline);
  const auto reply = ask(LinkKind::offline, MessageWriter().put(offline));
  if (!reply) return false;
  MessageReader in = reply->reader();
  const Status set = outcome(in);
  needs_realtime_ = in.take<bool>();
  return set.has_value();
}

BridgedStatus BridgedPlugin::status() const {
  return {
      process_ != nullptr ? process_->pid() : 0,
      static_cast<std::uint32_t>(rt_ != nullptr ? rt_->state() : RtBridgedState::absent),
      rt_ != nullptr ? rt_->dry_cycles() : 0, restarts_};
}

}  // namespace omx

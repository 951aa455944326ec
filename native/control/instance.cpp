#include "control/instance.hpp"

#include <algorithm>

#include "control/client.hpp"
#include "control/lv2_library.hpp"
#include "formats/bridged/lifecycle/open_bridged.hpp"
#include "formats/clap/lifecycle/control_blame.hpp"
#include "formats/clap/lifecycle/plugin_extension.hpp"
#include "formats/clap/process/rt_audio_role.hpp"

namespace omx {
namespace {

constexpr std::string_view clap_scheme = "clap:";
constexpr std::string_view lv2_scheme = "lv2:";

/// With the adapter's own words, which say more.
Error lv2_error(Error error) {
  if (std::string why = lv2_failure(); !why.empty()) error.detail = std::move(why);
  return error;
}

Result<std::string> only_plugin(const ClapLibrary& library) {
  if (library.plugins().size() == 1) return library.plugins().front().id;
  return Error{ErrorCode::plugin_not_found, "the file holds several plugins: add #<id>"};
}

/// The library that a plugin comes from, and its id there.
struct Source {
  std::shared_ptr<ClapLibrary> library;
  std::string id;
};

Result<Source> find_source(const PluginUri& uri, InstancePlacement placement) {
  if (placement == InstancePlacement::bridged)
    return Source{open_bridged(uri.path, uri.id), bridged_plugin_id};
  const bool is_lv2 = uri.path.empty() && !uri.id.empty();
  Result<std::shared_ptr<ClapLibrary>> library = is_lv2 ? open_lv2(uri.id) : ClapLibrary::open(uri.path);
  if (!library) return library.error();
  if (!uri.id.empty()) return Source{library.value(), uri.id};
  const Result<std::string> only = only_plugin(*library.value());
  if (!only) return only.error();
  return Source{library.value(), only.value()};
}

template <typename Port>
void append_notes(std::vector<PortSymbol>& symbols, PortFlow flow, const std::vector<Port>& ports) {
  for (std::uint32_t p = 0; p < ports.size(); ++p) symbols.push_back({flow, PortKind::note, p, 0});
}

void append_audio(
    std::vector<PortSymbol>& symbols, PortFlow flow, const std::vector<ClapAudioPort>& ports,
    std::uint32_t copies) {
  for (std::uint32_t p = 0; p < ports.size(); ++p) {
    for (std::uint32_t c = 0; c < ports[p].channels * copies; ++c)
      symbols.push_back({flow, PortKind::audio, p, c});
  }
}

}  // namespace

Result<PluginUri> PluginUri::parse(const std::string& text) {
  if (text.starts_with(lv2_scheme)) return PluginUri{"", text.substr(lv2_scheme.size())};
  if (!text.starts_with(clap_scheme)) {
    if (text.starts_with("/") || text.find(':') == std::string::npos)
      return Error{ErrorCode::plugin_not_found, "a plugin is named clap:<path>#<id> or lv2:<uri>"};
    return PluginUri{"", text};
  }
  const std::string rest = text.substr(clap_scheme.size());
  const std::size_t hash = rest.rfind('#');
  if (hash == std::string::npos) return PluginUri{rest, ""};
  return PluginUri{rest.substr(0, hash), rest.substr(hash + 1)};
}

Result<std::unique_ptr<Instance>> Instance::load(const std::string& uri, const Options& options) {
  const Result<PluginUri> parsed = PluginUri::parse(uri);
  if (!parsed) return parsed.error();
  ControlBlame::set_uri(uri);
  const Result<Source> source = find_source(parsed.value(), options.placement);
  if (!source) return source.error();
  std::unique_ptr<Instance> instance(new Instance(options.number, uri, options.placement));
  const std::size_t copies = options.layout == InstanceLayout::dual ? RtInstance::max_copies : 1;
  for (std::size_t i = 0; i < copies; ++i) {
    auto copy = ClapInstance::create(
        source.value().library, source.value().id,
        {options.number, options.listener, options.wake, options.offline});
    if (!copy) return instance->in_its_words(copy.error());
    instance->copies_.push_back(std::move(copy).value());
  }
  ControlBlame::set_uri("");
  instance->rt.number = options.number;
  instance->refresh_rt();
  return instance;
}

// What CLAP has no words for.
Error Instance::in_its_words(Error error) const {
  if (placement_ == InstancePlacement::bridged) return bridged_failure();
  return uri_.starts_with(clap_scheme) ? error : lv2_error(std::move(error));
}

std::optional<BridgedStatus> Instance::bridge() const {
  if (placement_ != InstancePlacement::bridged) return std::nullopt;
  const clap_plugin_t* const clap = copies_.front()->rt().plugin;
  const auto* bridged = plugin_extension<BridgedExtension>(clap, bridged_extension_id);
  if (bridged == nullptr) return std::nullopt;
  return bridged->status(clap);
}

bool Instance::owns(const ClapInstance& copy) const {
  return std::any_of(copies_.begin(), copies_.end(), [&](const auto& own) { return own.get() == &copy; });
}

Status Instance::activate(double sample_rate_hz, std::uint32_t max_frames) {
  for (const auto& copy : copies_) {
    if (Status active = copy->activate(sample_rate_hz, max_frames); !active)
      return in_its_words(active.error());
  }
  refresh_rt();
  return done();
}

void Instance::deactivate() {
  for (const auto& copy : copies_) copy->deactivate();
}

std::uint32_t Instance::latency_frames() const {
  return plugin().latency_frames();
}

std::vector<PortSymbol> Instance::symbols() const {
  const ClapPorts& own = ports();
  std::vector<PortSymbol> symbols;
  append_audio(symbols, PortFlow::input, own.audio_inputs, copy_count());
  append_notes(symbols, PortFlow::input, own.note_inputs);
  append_audio(symbols, PortFlow::output, own.audio_outputs, copy_count());
  append_notes(symbols, PortFlow::output, own.note_outputs);
  return symbols;
}

bool Instance::has(const PortSymbol& symbol) const {
  const std::vector<PortSymbol> all = symbols();
  return std::find(all.begin(), all.end(), symbol) != all.end();
}

void Instance::flush_idle() {
  if (client == nullptr || client->driver().running()) return;
  const RtAudioRole no_driver_runs_it;
  const ControlBlame blame(number_, PluginCall::flush);
  for (const auto& copy : copies_) rt_plugin_flush(copy->rt());
}

Status Instance::set_param(clap_id id, double value) {
  for (const auto& copy : copies_) {
    if (Status set = copy->set_param(id, value); !set) return set;
  }
  return done();
}

Status Instance::load_state(std::span<const std::byte> state) {
  for (const auto& copy : copies_) {
    if (Status loaded = copy->load_state(state); !loaded) return loaded;
  }
  return done();
}

Status Instance::load_preset(const std::string& path, const std::string& key) {
  for (const auto& copy : copies_) {
    if (Status loaded = copy->load_preset(path, key); !loaded) return loaded;
  }
  return done();
}

NodeMode Instance::mode() const {
  if (!wanted_active || restarting) return NodeMode::inactive;
  return bypassed ? NodeMode::bypassed : NodeMode::running;
}

void Instance::refresh_rt() {
  rt.copy_count = copy_count();
  for (std::size_t i = 0; i < copies_.size(); ++i) rt.copies[i] = &copies_[i]->rt();
}

}  // namespace omx

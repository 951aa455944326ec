/// A CLAP plugin with a stereo main port; every other input is silent.
#include <algorithm>
#include <array>
#include <cctype>

#include <clap/events.h>
#include <clap/ext/params.h>

#include "bench/effects/subject.hpp"
#include "bench/minimal_clap.hpp"

namespace omx::bench {
namespace {

using floor::FloorPlugin;

/// Parameter changes at frame 0 of one block.
class Changes {
public:
  void add(clap_id id, void* cookie, double value) {
    clap_event_param_value_t event{};
    event.header = {sizeof(event), 0, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_PARAM_VALUE, 0};
    event.param_id = id;
    event.cookie = cookie;
    event.note_id = event.port_index = event.channel = event.key = -1;
    event.value = value;
    events_.push_back(event);
  }

  /// Stays valid for as long as this object does.
  clap_input_events_t list() {
    return {
        this,
        [](const clap_input_events_t* list) {
          return static_cast<std::uint32_t>(static_cast<const Changes*>(list->ctx)->events_.size());
        },
        [](const clap_input_events_t* list, std::uint32_t index) {
          return &static_cast<const Changes*>(list->ctx)->events_[index].header;
        }};
  }

private:
  std::vector<clap_event_param_value_t> events_;
};

class ClapSubject final : public Subject {
public:
  explicit ClapSubject(FloorPlugin* loaded) : loaded_(*loaded) {
    inputs_ = connect(loaded_.input_channels, loaded_.main_input, silence_.data());
    outputs_ = connect(loaded_.output_channels, loaded_.main_output, unused_.data());
    loaded_.process.frames_count = block_frames;
    loaded_.process.steady_time = -1;
  }

  ~ClapSubject() override {
    loaded_.plugin->stop_processing(loaded_.plugin);
    loaded_.plugin->deactivate(loaded_.plugin);
    loaded_.plugin->destroy(loaded_.plugin);
    delete &loaded_;
  }

  /// Begins to play, with the changes in its first block.
  bool start(Changes& changes) {
    const auto list = changes.list();
    const auto* without = loaded_.process.in_events;
    loaded_.process.in_events = &list;
    std::array<std::array<float, block_frames>, 4> sound{};
    const std::array<const float*, 2> in = {sound[0].data(), sound[1].data()};
    const std::array<float*, 2> out = {sound[2].data(), sound[3].data()};
    const bool started = loaded_.plugin->start_processing(loaded_.plugin);
    if (started) {
      play(in.data(), out.data());
    }
    loaded_.process.in_events = without;
    return started;
  }

  void play(const float* const* in, float* const* out) override {
    for (std::size_t c = 0; c < 2; ++c) {
      *inputs_[c] = const_cast<float*>(in[c]);  // CLAP has no const here; plugins do not write to it
      *outputs_[c] = out[c];
    }
    loaded_.plugin->process(loaded_.plugin, &loaded_.process);
  }

private:
  /// Connects all channels to one buffer; returns where left and right of the main port are connected.
  static std::array<float**, 2>
  connect(std::vector<std::vector<float*>>& ports, int main_port, float* buffer) {
    for (auto& port : ports) {
      std::fill(port.begin(), port.end(), buffer);
    }
    auto& channels = ports[static_cast<std::size_t>(main_port)];
    return {&channels.front(), &channels.back()};
  }

  FloorPlugin& loaded_;
  std::array<float**, 2> inputs_{};
  std::array<float**, 2> outputs_{};
  std::array<float, block_frames> silence_{};
  std::array<float, block_frames> unused_{};
};

/// Finds parameters by the name that users see, in small letters with _ between words.
std::string symbol_of(const char* name) {
  std::string symbol(name);
  std::transform(symbol.begin(), symbol.end(), symbol.begin(), [](unsigned char letter) {
    return static_cast<char>(std::isalnum(letter) != 0 ? std::tolower(letter) : '_');
  });
  return symbol;
}

std::string find_changes(const clap_plugin_t* plugin, const Settings& settings, Changes& changes) {
  const auto* params =
      static_cast<const clap_plugin_params_t*>(plugin->get_extension(plugin, CLAP_EXT_PARAMS));
  const std::uint32_t count = params == nullptr ? 0 : params->count(plugin);
  for (const auto& [symbol, value] : settings) {
    bool found = false;
    for (std::uint32_t i = 0; i < count && !found; ++i) {
      clap_param_info_t info{};
      found = params->get_info(plugin, i, &info) && symbol_of(info.name) == symbol;
      if (found) {
        changes.add(info.id, info.cookie, value);
      }
    }
    if (!found) {
      return "the plugin has no parameter " + symbol;
    }
  }
  return "";
}

}  // namespace

Loaded load_clap(const std::string& spec, const Settings& settings) {
  std::string problem;
  FloorPlugin* loaded = floor::load_floor_plugin(spec, rate_hz, block_frames, problem);
  if (loaded == nullptr) {
    return {nullptr, problem};
  }
  if (loaded->main_input < 0 || loaded->main_output < 0) {
    return {nullptr, spec + " has no main ports"};
  }
  auto subject = std::make_unique<ClapSubject>(loaded);
  Changes changes;
  problem = find_changes(loaded->plugin, settings, changes);
  if (problem.empty() && !subject->start(changes)) {
    problem = spec + " does not start";
  }
  return problem.empty() ? Loaded{std::move(subject), ""} : Loaded{nullptr, problem};
}

}  // namespace omx::bench

/// LADSPA plugins. Their ports have no symbols: settings name them by number.
#include <array>
#include <memory>

#include <dlfcn.h>
#include <ladspa.h>

#include "bench/effects/subject.hpp"

namespace omx::bench {
namespace {

const LADSPA_Descriptor* find(const std::string& path, const std::string& label) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays open: plugins are never unloaded
  auto* describe = library == nullptr
                       ? nullptr
                       : reinterpret_cast<LADSPA_Descriptor_Function>(dlsym(library, "ladspa_descriptor"));
  for (unsigned long i = 0; describe != nullptr; ++i) {
    const LADSPA_Descriptor* found = describe(i);
    if (found == nullptr || label == found->Label) {
      return found;
    }
  }
  return nullptr;
}

class LadspaInstance {
public:
  explicit LadspaInstance(const LADSPA_Descriptor* plugin)
      : plugin_(plugin), handle_(plugin->instantiate(plugin, static_cast<unsigned long>(rate_hz))),
        controls_(plugin->PortCount) {}
  ~LadspaInstance() {
    if (plugin_->deactivate != nullptr) {
      plugin_->deactivate(handle_);
    }
    plugin_->cleanup(handle_);
  }
  LadspaInstance(const LadspaInstance&) = delete;
  LadspaInstance& operator=(const LadspaInstance&) = delete;

  /// Connects all ports and begins to play; returns what is wrong. LADSPA's defaults are hints: every control
  /// must be named.
  std::string start(const Settings& settings) {
    for (const auto& [number, value] : settings) {
      const unsigned long port = std::stoul(number);
      if (port >= controls_.size()) {
        return "it has no port " + number;
      }
      controls_[port] = static_cast<float>(value);
    }
    for (unsigned long i = 0; i < plugin_->PortCount; ++i) {
      const LADSPA_PortDescriptor port = plugin_->PortDescriptors[i];
      if (LADSPA_IS_PORT_CONTROL(port)) {
        plugin_->connect_port(handle_, i, &controls_[i]);
      } else {
        (LADSPA_IS_PORT_INPUT(port) ? inputs_ : outputs_).push_back(i);
      }
    }
    if (plugin_->activate != nullptr) {
      plugin_->activate(handle_);
    }
    return "";
  }

  std::size_t outputs() const { return outputs_.size(); }

  void play(const float* const* in, float* const* out) {
    for (std::size_t c = 0; c < inputs_.size(); ++c) {
      plugin_->connect_port(handle_, inputs_[c], const_cast<float*>(in[c]));
    }
    for (std::size_t c = 0; c < outputs_.size(); ++c) {
      plugin_->connect_port(handle_, outputs_[c], out[c]);
    }
    plugin_->run(handle_, block_frames);
  }

private:
  const LADSPA_Descriptor* plugin_;
  LADSPA_Handle handle_;
  std::vector<float> controls_;  ///< by port
  std::vector<unsigned long> inputs_;
  std::vector<unsigned long> outputs_;
};

class LadspaSubject final : public Subject {
public:
  std::string load(const LADSPA_Descriptor* plugin, const Settings& settings) {
    std::string problem;
    do {
      auto& instance = instances_.emplace_back(std::make_unique<LadspaInstance>(plugin));
      problem = instance->start(settings);
    } while (problem.empty() && instances_[0]->outputs() < 2 && instances_.size() < 2);
    return problem;
  }

  void play(const float* const* in, float* const* out) override {
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      instances_[i]->play(in + i, out + i);
    }
  }

private:
  std::vector<std::unique_ptr<LadspaInstance>> instances_;
};

}  // namespace

Loaded load_ladspa(const std::string& spec, const Settings& settings) {
  const auto hash = spec.rfind('#');
  const LADSPA_Descriptor* plugin = find(spec.substr(0, hash), spec.substr(hash + 1));
  if (plugin == nullptr) {
    return {nullptr, "it is not installed"};
  }
  auto subject = std::make_unique<LadspaSubject>();
  const std::string problem = subject->load(plugin, settings);
  return problem.empty() ? Loaded{std::move(subject), ""} : Loaded{nullptr, problem};
}

}  // namespace omx::bench

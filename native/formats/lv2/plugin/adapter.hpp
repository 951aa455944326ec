/// An LV2 plugin as a CLAP plugin.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include <clap/plugin.h>

#include "formats/lv2/model/plugin_model.hpp"
#include "formats/lv2/plugin/binary.hpp"
#include "formats/lv2/plugin/live_instance.hpp"
#include "formats/lv2/plugin/properties.hpp"
#include "formats/lv2/process/rt_lv2.hpp"
#include "formats/lv2/state/saved_state.hpp"
#include "formats/lv2/state/state_paths.hpp"

namespace omx::lv2 {

/// CLAP learns the sample rate at activation, LV2 at instantiation: so the code is loaded by init(), and the
/// plugin is instantiated by the first activate(), and again when an activation brings another rate or block
/// size. Its values and state outlive that.
class Adapter {
public:
  /// `descriptor` must stay as long as the plugin.
  Adapter(
      const clap_host_t* host, std::shared_ptr<const PluginModel> model,
      const clap_plugin_descriptor_t* descriptor);
  ~Adapter();
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  const clap_plugin_t* clap() const { return &clap_; }
  static Adapter& of(const clap_plugin_t* plugin) noexcept OMX_RT {
    return *static_cast<Adapter*>(plugin->plugin_data);
  }

  const clap_host_t* host() const { return host_; }
  const PluginModel& model() const { return *model_; }
  RtLv2& rt() noexcept OMX_RT { return *rt_; }
  /// Null until the first activation.
  LiveInstance* live() { return live_.get(); }

  Properties& properties() { return properties_; }
  StatePaths& paths() { return paths_; }
  /// For what needs an instance before the first activation: made for usual rates if there is none yet.
  Verdict make_live();

  // CLAP's calls on the main thread
  bool init();
  bool activate(const Rates& rates);
  void deactivate();
  void set_offline(bool offline);
  void on_main_thread();

  /// Its whole state now, or what it was last given when it has not been instantiated since.
  std::variant<SavedState, Verdict> save();
  /// Parameters that the state does not name keep their values.
  Verdict load(SavedState state);
  /// Sets one parameter (by symbol or property URI) without regard to the block under way. False for an
  /// unknown one.
  bool set_param(const std::string& symbol, double value);

  /// Keeps the audio thread and the pool out of the plugin while `call` runs, unless the plugin says that it
  /// may be restored at any time.
  template <typename Call>
  auto with_plugin_quiet(Call&& call) {
    const bool shut = !model_->thread_safe_restore;
    if (shut) shut_gate();
    auto result = call();
    if (shut) rt_->gate.reopen();
    return result;
  }

  /// Notes the failure, tells the host's log, and returns false.
  bool fail(const Verdict& verdict);

private:
  /// Whether it has a state of its own; by its code once it is there, whatever the description says.
  bool keeps_state() const;
  void find_atom_space();
  void shut_gate();
  Verdict give_back_state();
  void resend_properties();
  Verdict instantiate(const Rates& rates);
  void read_latency();

  const clap_host_t* const host_;
  const std::shared_ptr<const PluginModel> model_;
  const clap_plugin_t clap_;
  std::unique_ptr<RtLv2> rt_;
  Properties properties_;
  StatePaths paths_;
  std::optional<SavedState> waiting_state_;  ///< loaded, and not yet given to an instance
  bool default_given_ = false;
  std::unique_ptr<Binary> binary_;
  std::unique_ptr<LiveInstance> live_;
  bool lv2_active_ = false;
  bool latency_seen_ = false;  ///< whether the plugin has run since it was instantiated
};

}  // namespace omx::lv2

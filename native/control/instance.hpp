/// One instance of the user's graph: a plugin, or two copies of it as dual mono, and what was set on it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bridge/status_page_file.hpp"
#include "control/log_budget.hpp"
#include "control/port_names.hpp"
#include "formats/bridged/lifecycle/bridged_extension.hpp"
#include "formats/clap/lifecycle/clap_instance.hpp"
#include "program/graph.hpp"

namespace omx {

class Client;

/// How many copies of the plugin run.
enum class InstanceLayout : std::uint8_t { native, dual };

/// Where it runs: in the worker, or each copy in a process of its own, waited for until a deadline.
enum class InstancePlacement : std::uint8_t { in_line, bridged };

/// What an open side chain hears.
enum class SideChainSource : std::uint8_t { silence, main };

/// A reference to a plugin: `clap:<path>#<id>`, where without an id the file's only plugin is meant, or the
/// URI of an LV2 plugin, which `lv2:` may precede.
struct PluginUri {
  std::string path;  ///< empty for LV2
  std::string id;    ///< for LV2 its URI

  static Result<PluginUri> parse(const std::string& text);
};

/// Faults of an instance as told in feedback lines so far.
struct ToldFaults {
  std::uint32_t nonfinite = 0;
  std::uint32_t clamped = 0;
  std::uint32_t errors = 0;
  std::uint32_t misbehaviours = 0;
};

/// [control] throughout, but for `rt`, which programs hold.
class Instance {
public:
  struct Options {
    std::uint32_t number = 0;
    InstanceLayout layout = InstanceLayout::native;
    InstancePlacement placement = InstancePlacement::in_line;
    ClapHostListener* listener = nullptr;
    ControlWake* wake = nullptr;
    bool offline = false;
  };

  /// Loads the plugin; it is not active yet. Errors: plugin_not_found, plugin_failed.
  static Result<std::unique_ptr<Instance>> load(const std::string& uri, const Options& options);

  std::uint32_t number() const { return number_; }
  const std::string& uri() const { return uri_; }
  InstanceLayout layout() const { return copies_.size() > 1 ? InstanceLayout::dual : InstanceLayout::native; }
  InstancePlacement placement() const { return placement_; }
  /// How its first copy's process does; nothing unless it is bridged.
  std::optional<BridgedStatus> bridge() const;
  ClapInstance& plugin() { return *copies_.front(); }
  const ClapInstance& plugin() const { return *copies_.front(); }
  std::vector<std::unique_ptr<ClapInstance>>& copies() { return copies_; }
  bool owns(const ClapInstance& copy) const;

  /// Activates all copies. Error: plugin_failed.
  Status activate(double sample_rate_hz, std::uint32_t max_frames);
  /// No program may process it any more (see NodeMode::inactive).
  void deactivate();
  std::uint32_t latency_frames() const;

  /// Ports of one copy; channels that the graph shows are this many times those.
  const ClapPorts& ports() const { return plugin().ports(); }
  std::uint32_t copy_count() const { return static_cast<std::uint32_t>(copies_.size()); }
  /// All ports in the order inputs, outputs; audio before notes.
  std::vector<PortSymbol> symbols() const;
  bool has(const PortSymbol& symbol) const;

  /// While no driver runs: hands the plugin what was set and no block came for yet, so that its state has it.
  void flush_idle();
  /// To all copies. Errors: those of ClapInstance.
  Status set_param(clap_id id, double value);
  Status load_state(std::span<const std::byte> state);
  Status load_preset(const std::string& path, const std::string& key);

  /// How the graph's node runs now.
  NodeMode mode() const;
  /// Takes up where the plugin's audio side is, after its ports changed.
  void refresh_rt();

  RtInstance rt;
  NodeId node = 0;
  Client* client = nullptr;
  bool bypassed = false;
  bool wanted_active = true;  ///< what the user says
  bool restarting = false;    ///< passes the dry signal until it has been activated anew
  SideChainSource side_chain = SideChainSource::silence;
  std::set<clap_id> monitored;            ///< output parameters reported as output_set
  std::map<clap_id, double> told_values;  ///< last values that subscribers know
  ToldFaults told_faults;
  std::uint32_t misbehaviours = 0;  ///< broken rules that were noticed: calls on a wrong thread and the like
  LogBudget log_budget;

private:
  Instance(std::uint32_t number, std::string uri, InstancePlacement placement)
      : number_(number), uri_(std::move(uri)), placement_(placement) {}

  Error in_its_words(Error error) const;

  const std::uint32_t number_;
  const std::string uri_;
  const InstancePlacement placement_;
  std::vector<std::unique_ptr<ClapInstance>> copies_;
};

}  // namespace omx

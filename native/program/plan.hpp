/// What one program is to do: a wiring, or the fade from one to another.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "program/wiring.hpp"
#include "rt/program.hpp"

namespace omx::program {

struct PlannedNode {
  const GraphNode* node;  ///< in one of the wirings, which outlive the plan
  bool runs = false;      ///< the plugin is called
  bool flushes = false;   ///< it is not, but its parameters reach it
};

struct Plan {
  std::vector<PlannedNode> nodes;  ///< each after those that it hears
  std::map<AudioEnd, std::map<Source, RtGain>> inputs;
  std::vector<NoteRoute> notes;
  std::set<NoteEnd> released;  ///< note inputs that lose a source: their notes are ended at the beginning
  RtFade fade;

  /// Whether any gain moves.
  bool fades() const;
};

/// A wiring as it stands.
Plan steady(const Wiring& wiring);

/// The union of two wirings, with the gains of what they do not share moving from the first to the second
/// once all that is new has filled up. Plugins that only one of them has hear at full gain what they hear
/// there. Nothing when both together form a cycle.
std::optional<Plan> crossfade(const Wiring& from, const Wiring& to, std::uint32_t fade_frames);

/// Note inputs in both wirings that lose a source.
std::set<NoteEnd> released_notes(const Wiring& from, const Wiring& to);

}  // namespace omx::program

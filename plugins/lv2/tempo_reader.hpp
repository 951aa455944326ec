/// Reads the host's tempo from LV2 events.
#pragma once

#include <optional>

#include <lv2/atom/atom.h>
#include <lv2/urid/urid.h>

namespace omx::lv2 {

class TempoReader {
public:
  /// May wait: not on the audio thread.
  explicit TempoReader(LV2_URID_Map& map);

  /// The tempo in beats per minute that an event brings, if it brings one. [audio thread]
  std::optional<double> tempo_of(const LV2_Atom_Event& event) const noexcept;

private:
  std::optional<double> number(const LV2_Atom& atom) const noexcept;

  LV2_URID object_;
  LV2_URID blank_;
  LV2_URID position_;
  LV2_URID beats_per_minute_;
  LV2_URID float_;
  LV2_URID double_;
  LV2_URID int_;
};

}  // namespace omx::lv2

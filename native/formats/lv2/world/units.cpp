#include "formats/lv2/world/units.hpp"

#include <algorithm>
#include <array>

#include <lv2/units/units.h>

namespace omx::lv2 {

namespace {

struct KnownUnit {
  const char* uri;
  const char* symbol;
};

/// Symbols as the field writes them.
constexpr std::array<KnownUnit, 25> known_units = {{
    {LV2_UNITS__bar, "bars"},
    {LV2_UNITS__beat, "beats"},
    {LV2_UNITS__bpm, "BPM"},
    {LV2_UNITS__cent, "ct"},
    {LV2_UNITS__cm, "cm"},
    {LV2_UNITS__coef, ""},
    {LV2_UNITS__db, "dB"},
    {LV2_UNITS__degree, "deg"},
    {LV2_UNITS__frame, "frames"},
    {LV2_UNITS__hz, "Hz"},
    {LV2_UNITS__inch, "in"},
    {LV2_UNITS__khz, "kHz"},
    {LV2_UNITS__km, "km"},
    {LV2_UNITS__m, "m"},
    {LV2_UNITS__mhz, "MHz"},
    {LV2_UNITS__midiNote, "MIDI note"},
    {LV2_UNITS__mile, "mi"},
    {LV2_UNITS__min, "min"},
    {LV2_UNITS__mm, "mm"},
    {LV2_UNITS__ms, "ms"},
    {LV2_UNITS__oct, "oct"},
    {LV2_UNITS__pc, "%"},
    {LV2_UNITS__s, "s"},
    {LV2_UNITS__semitone12TET, "semi"},
    {LV2_UNITS_PREFIX "frames", "frames"},
}};

/// A format with exactly one %f (with flags, width and precision at most) and no other directive: the text
/// comes from a file and goes to printf.
bool is_safe(const std::string& format) {
  int numbers = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    ++i;
    if (i < format.size() && format[i] == '%') continue;
    while (i < format.size() && std::string_view("0123456789.+-# ").find(format[i]) != std::string::npos) ++i;
    if (i >= format.size() || format[i] != 'f') return false;
    ++numbers;
  }
  return numbers == 1 && format.size() < 64;
}

}  // namespace

Unit read_unit(const BundleWorld& world, const LilvNode* subject) {
  const auto units = world.objects(subject, LV2_UNITS__unit);
  if (units.empty()) return {};
  const LilvNode* const unit = units.front().get();
  const std::string name = text_of(unit);
  const auto known = std::ranges::find_if(known_units, [&](const KnownUnit& u) { return name == u.uri; });
  if (known != known_units.end()) return {known->symbol, ""};
  Unit own;
  own.symbol = world.text(unit, LV2_UNITS__symbol).value_or("");
  own.render = world.text(unit, LV2_UNITS__render).value_or("");
  if (!is_safe(own.render)) own.render.clear();
  return own;
}

}  // namespace omx::lv2

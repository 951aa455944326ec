/// What a plugin's Turtle says, in our own words: read once, constant from then on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/lv2/model/verdict.hpp"

namespace omx::lv2 {

enum class PortKind : std::uint8_t {
  audio,
  cv,       ///< audio-rate control voltage
  control,  ///< one float per block
  atom,     ///< lv2 atom, a sequence of events unless said otherwise
  other,    ///< of a type we do not know; left unconnected when it may be
};

/// What a control port stands for, when the host has to know.
enum class Designation : std::uint8_t {
  none,
  latency,
  enabled,
  free_wheeling,
  bar,
  bar_beat,
  beat,
  beat_unit,
  beats_per_bar,
  beats_per_minute,
  frame,
  frames_per_second,
  speed,
};

struct ScalePoint {
  float value;
  std::string label;
};

/// How a value is written: `render` is a printf format with one %f, or empty for number, space, symbol.
struct Unit {
  std::string symbol;
  std::string render;
};

/// Range and manner of a value, of a control port or a property. Bounds are as declared: multiples of the
/// sample rate when `times_rate`.
struct ValueModel {
  float min = 0;
  float max = 1;
  float default_value = 0;
  bool default_times_rate = false;  ///< the default is a multiple of the sample rate, too
  bool times_rate = false;
  bool integer = false;
  bool toggled = false;
  bool enumeration = false;
  bool logarithmic = false;
  bool trigger = false;
  bool hidden = false;             ///< not meant for a person
  bool expensive = false;          ///< changing it costs or clicks: not for automation
  std::vector<ScalePoint> points;  ///< by value
  Unit unit;
};

struct PortModel {
  std::uint32_t index = 0;
  std::string symbol;
  std::string name;
  PortKind kind = PortKind::other;
  bool input = true;
  bool optional = false;  ///< may be connected to nothing
  Designation designation = Designation::none;
  std::string group;  ///< URI of its port group, or empty
  std::string group_name;
  bool side_chain = false;
  ValueModel value;  ///< of control and CV ports

  // Of atom ports
  std::uint32_t minimum_size_bytes = 0;
  bool sequence = true;
  bool takes_midi = false;
  bool takes_position = false;
  bool takes_patch = false;
  bool is_control = false;  ///< designated as the control port, which patch messages go to
};

/// One CLAP audio port: LV2 ports, a channel each.
struct BusModel {
  std::string name;
  bool main = false;
  bool cv = false;
  std::vector<std::uint32_t> ports;  ///< indices into PluginModel::ports
};

enum class PropertyType : std::uint8_t { boolean, integer32, integer64, float32, float64, text, path, uri };

/// A property that patch messages set or report.
struct PropertyModel {
  std::string uri;
  std::string name;
  PropertyType type = PropertyType::float32;
  bool writable = false;
  ValueModel value;

  bool numeric() const { return type < PropertyType::text; }
};

enum class ParamSource : std::uint8_t { control, property };

/// One CLAP parameter.
struct ParamModel {
  std::uint32_t id = 0;
  ParamSource source = ParamSource::control;
  std::uint32_t index = 0;  ///< of the port or the property
  bool readonly = false;
};

struct PluginModel {
  std::string uri;
  std::string name;
  std::string vendor;
  std::string version;
  std::string description;
  std::string homepage;
  std::vector<std::string> clap_features;

  std::string bundle;  ///< folder, with a slash at the end
  std::string binary;  ///< file
  std::vector<std::string> required_features;
  std::vector<std::string> optional_features;
  std::vector<std::string> required_options;
  bool has_state = false;
  bool has_worker = false;
  bool thread_safe_restore = false;
  bool load_default_state = false;

  std::vector<PortModel> ports;  ///< in the order of their indices, which are 0, 1, 2 …
  std::vector<PropertyModel> properties;
  std::vector<ParamModel> params;
  std::vector<BusModel> audio_inputs;  ///< the main one first
  std::vector<BusModel> audio_outputs;
  std::vector<std::uint32_t> note_inputs;  ///< ports that take MIDI
  std::vector<std::uint32_t> note_outputs;

  Verdict verdict;  ///< why it cannot be had, judged without loading its code

  /// Whether it requires a feature.
  bool needs(const char* feature) const;
  /// Whether it requires or can use it.
  bool wants(const char* feature) const;
  const ValueModel& value_of(const ParamModel& param) const;
  const std::string& symbol_of(const ParamModel& param) const;
  const std::string& name_of(const ParamModel& param) const;
};

}  // namespace omx::lv2

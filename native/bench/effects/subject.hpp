/// What is measured: an effect that plays stereo blocks, whatever it is made of.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace omx::bench {

/// Every subject plays at this rate, in blocks of this size.
inline constexpr double rate_hz = 48000.0;
inline constexpr std::uint32_t block_frames = 128;

/// Values by the name that their owner gives them: a symbol, or the number of a port.
using Settings = std::vector<std::pair<std::string, double>>;

class Subject {
public:
  virtual ~Subject() = default;

  /// Plays one block. `in` and `out` are left and right, and do not overlap.
  virtual void play(const float* const* in, float* const* out) = 0;
};

/// One that could not be loaded: no subject, and a sentence that says why.
struct Loaded {
  std::unique_ptr<Subject> subject;
  std::string problem;
};

/// Loads by kind: `effect` (an id of ours), `twin` (the scalar version of one), `clap` (`<path>#<id>`), `lv2`
/// (a URI) or `ladspa` (`<path>#<label>`). One that plays one channel only is loaded twice.
Loaded load_subject(const std::string& kind, const std::string& what, const Settings& settings);

// One file each.
Loaded load_effect(const std::string& id, const Settings& settings);
Loaded load_twin(const std::string& id, const Settings& settings);
Loaded load_clap(const std::string& spec, const Settings& settings);
Loaded load_lv2(const std::string& uri, const Settings& settings);
Loaded load_ladspa(const std::string& spec, const Settings& settings);

}  // namespace omx::bench

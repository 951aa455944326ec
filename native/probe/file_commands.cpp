// The commands with files.
#include <ebur128.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "probe/commands.hpp"
#include "probe/comparison.hpp"
#include "probe/jack_options.hpp"
#include "probe/sound.hpp"
#include "text/json.hpp"

namespace omx::probe {
namespace {

void decibels(JsonWriter& json, const char* name, double linear) {
  json.key(name);
  if (linear > 0.0) {
    json.value(20.0 * std::log10(linear));
  } else {
    json.null();
  }
}

struct FreeMeter {
  void operator()(ebur128_state* meter) const { ebur128_destroy(&meter); }
};
using Meter = std::unique_ptr<ebur128_state, FreeMeter>;

/// Feeds a whole file; false when memory ran out.
bool measure(ebur128_state* meter, SoundReader& reader) {
  constexpr std::size_t chunk_frames = 4096;
  std::vector<float> chunk(chunk_frames * reader.channels());
  while (const std::uint64_t frames = reader.read(chunk)) {
    if (ebur128_add_frames_float(meter, chunk.data(), frames) != EBUR128_SUCCESS) return false;
  }
  return true;
}

template <typename PeakOf>
double highest_peak(ebur128_state* meter, std::uint32_t channels, PeakOf peak_of) {
  double highest = 0;
  for (std::uint32_t c = 0; c < channels; ++c) {
    double peak = 0;
    if (peak_of(meter, c, &peak) == EBUR128_SUCCESS) highest = std::max(highest, peak);
  }
  return highest;
}

Result<std::unique_ptr<SoundReader>> only_file(Arguments& arguments) {
  static_cast<void>(arguments.flag("--json"));
  if (Status right = check(arguments); !right) return right.error();
  if (arguments.words().size() != 1) return Error{ErrorCode::bad_request, "it takes one sound file"};
  return SoundReader::open(arguments.words()[0]);
}

}  // namespace

Outcome info(Arguments& arguments) {
  const auto reader = only_file(arguments);
  if (!reader) return reader.error();
  JsonWriter json;
  json.begin_object().field("sampleRate", reader.value()->sample_rate_hz());
  json.field("channels", reader.value()->channels()).field("frames", reader.value()->frames()).end_object();
  print_line(json.take());
  return done();
}

Outcome loudness(Arguments& arguments) {
  const auto reader = only_file(arguments);
  if (!reader) return reader.error();
  const std::uint32_t channels = reader.value()->channels();
  const Meter meter(ebur128_init(
      channels, reader.value()->sample_rate_hz(),
      EBUR128_MODE_I | EBUR128_MODE_SAMPLE_PEAK | EBUR128_MODE_TRUE_PEAK));
  if (meter == nullptr || !measure(meter.get(), *reader.value())) {
    return Error{ErrorCode::file_format, "its loudness cannot be measured"};
  }
  double integrated = 0;
  const bool heard =
      ebur128_loudness_global(meter.get(), &integrated) == EBUR128_SUCCESS && std::isfinite(integrated);
  JsonWriter json;
  json.begin_object().key("integratedLufs");
  if (heard) {
    json.value(integrated);
  } else {
    json.null();
  }
  decibels(json, "peakDb", highest_peak(meter.get(), channels, ebur128_sample_peak));
  decibels(json, "truePeakDb", highest_peak(meter.get(), channels, ebur128_true_peak));
  json.end_object();
  print_line(json.take());
  return done();
}

Outcome compare(Arguments& arguments) {
  static_cast<void>(arguments.flag("--json"));
  ComparisonOptions options;
  options.offset_frames = static_cast<std::int64_t>(arguments.number("--offset", 0, -1e9, 1e9));
  options.align_frames = arguments.whole("--align", 0, 0, 1u << 20);
  options.skip_frames = arguments.whole("--skip", 0, 0, 1u << 31);
  options.frames = arguments.whole("--frames", 0, 0, 1u << 31);
  if (Status right = check(arguments); !right) return right;
  if (arguments.words().size() != 2) return Error{ErrorCode::bad_request, "compare takes two sound files"};
  const Result<Sound> a = load_sound(arguments.words()[0]);
  if (!a) return a.error();
  const Result<Sound> b = load_sound(arguments.words()[1]);
  if (!b) return b.error();
  const Comparison result = compare_sounds(a.value(), b.value(), options);
  JsonWriter json;
  json.begin_object().field("identical", result.identical);
  json.field("framesA", a.value().frames()).field("framesB", b.value().frames());
  json.field("channelsA", a.value().channels.size()).field("channelsB", b.value().channels.size());
  json.field("comparedFrames", result.compared_frames).field("offset", result.offset_frames);
  json.field("differentSamples", result.different_samples);
  json.field("maxDifference", static_cast<double>(result.max_difference));
  decibels(json, "maxDifferenceDb", static_cast<double>(result.max_difference));
  json.field("firstDifference", result.first_difference).end_object();
  print_line(json.take());
  return done();
}

}  // namespace omx::probe

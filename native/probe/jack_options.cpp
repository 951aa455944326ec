#include "probe/jack_options.hpp"

#include <cmath>
#include <cstdio>

namespace omx::probe {
namespace {

constexpr std::uint32_t channel_limit = 64;

}  // namespace

SessionOptions session_options(Arguments& arguments, std::uint32_t default_channels) {
  SessionOptions options;
  options.client = arguments.text("--client", options.client);
  options.to = arguments.list(arguments.text("--to").empty() ? "--connect" : "--to");
  options.from = arguments.list("--from");
  const auto wired = static_cast<std::uint32_t>(std::max(options.to.size(), options.from.size()));
  const std::uint32_t channels =
      arguments.whole("--channels", wired > 0 ? wired : default_channels, 1, channel_limit);
  options.outputs = channels;
  options.inputs = channels;
  options.wait_s = arguments.number("--wait", options.wait_s, 0, 3600);
  return options;
}

TestSignal signal_options(Arguments& arguments, SignalKind kind, std::uint32_t sample_rate_hz) {
  TestSignal signal;
  signal.kind = kind;
  signal.sample_rate_hz = sample_rate_hz;
  signal.frequency_hz = arguments.number("--frequency", signal.frequency_hz, 0.001, 1e6);
  const double level_db = arguments.number("--level", 20.0 * std::log10(0.5), -200, 40);
  const bool in_db = !arguments.text("--level").empty();
  const double amplitude = in_db ? std::pow(10.0, level_db / 20.0) : kind == SignalKind::impulse ? 1.0 : 0.5;
  signal.amplitude = static_cast<float>(arguments.number("--amplitude", amplitude, 0, 100));
  signal.seed = arguments.whole("--seed", signal.seed, 0, 65535);
  signal.every_frames = arguments.whole("--every", signal.every_frames, 0, 1u << 30);
  return signal;
}

std::uint64_t length_option(Arguments& arguments, std::uint32_t sample_rate_hz) {
  const double seconds = arguments.number("--seconds", 0, 0, 24 * 3600);
  const double frames = arguments.number("--frames", std::round(seconds * sample_rate_hz), 0, 1e10);
  return static_cast<std::uint64_t>(frames);
}

Status check(const Arguments& arguments) {
  if (const auto wrong = arguments.error()) return Error{ErrorCode::bad_request, *wrong};
  return done();
}

void print_line(const std::string& json) {
  std::printf("%s\n", json.c_str());
  std::fflush(stdout);
}

}  // namespace omx::probe

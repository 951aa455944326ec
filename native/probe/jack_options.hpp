/// Options that the commands with a client share.
#pragma once

#include "probe/arguments.hpp"
#include "probe/session.hpp"

namespace omx::probe {

/// --client, --channels, --connect or --to, --from, --wait.
SessionOptions session_options(Arguments& arguments, std::uint32_t default_channels);

/// --frequency, --amplitude or --level, --seed, --every.
TestSignal signal_options(Arguments& arguments, SignalKind kind, std::uint32_t sample_rate_hz);

/// --frames, or --seconds at a rate; 0 when neither is given.
std::uint64_t length_option(Arguments& arguments, std::uint32_t sample_rate_hz);

/// An error for wrong values and unknown options.
Status check(const Arguments& arguments);

/// Writes a report's line at once, so that whoever reads it can go on.
void print_line(const std::string& json);

}  // namespace omx::probe

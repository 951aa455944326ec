/// How late sound passes through a client.
#pragma once

#include <vector>

#include "program/compile.hpp"
#include "program/wiring.hpp"

namespace omx::program {

/// Of every audio port of the driver in a wiring.
std::vector<PortLatency> latencies_of(const Wiring& wiring);

std::uint32_t longest_latency(const std::vector<PortLatency>& latencies);

}  // namespace omx::program

#include "control/wiring.hpp"

#include <algorithm>
#include <set>

namespace omx {
namespace {

auto joins(const InstancePort& from, const InstancePort& to) {
  return [&](const Wire& wire) { return wire.from == from && wire.to == to; };
}

}  // namespace

void Wiring::connect(const Wire& wire) {
  const auto found = std::find_if(wires_.begin(), wires_.end(), joins(wire.from, wire.to));
  if (found == wires_.end()) {
    wires_.push_back(wire);
  } else {
    found->gain = wire.gain;
  }
}

bool Wiring::disconnect(const InstancePort& from, const InstancePort& to) {
  return std::erase_if(wires_, joins(from, to)) > 0;
}

bool Wiring::has(const InstancePort& from, const InstancePort& to) const {
  return std::any_of(wires_.begin(), wires_.end(), joins(from, to));
}

bool Wiring::uses(std::span<const std::uint32_t> instances) const {
  const auto listed = [&](const InstancePort& port) {
    return std::find(instances.begin(), instances.end(), port.instance) != instances.end();
  };
  return std::any_of(
      wires_.begin(), wires_.end(), [&](const Wire& wire) { return listed(wire.from) || listed(wire.to); });
}

void Wiring::remove_instance(std::uint32_t instance) {
  std::erase_if(wires_, [&](const Wire& wire) {
    return wire.from.instance == instance || wire.to.instance == instance;
  });
}

bool Wiring::reaches(std::uint32_t from, std::uint32_t to) const {
  std::set<std::uint32_t> seen{from};
  std::vector<std::uint32_t> waiting{from};
  while (!waiting.empty()) {
    const std::uint32_t instance = waiting.back();
    waiting.pop_back();
    if (instance == to) return true;
    for (const Wire& wire : wires_) {
      if (wire.feedback || wire.from.instance != instance) continue;
      if (seen.insert(wire.to.instance).second) waiting.push_back(wire.to.instance);
    }
  }
  return false;
}

}  // namespace omx

/// The edges between instances, as the user made them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "control/port_names.hpp"

namespace omx {

/// An edge from an output of one instance to an input of another of the same client.
struct Wire {
  InstancePort from;
  InstancePort to;
  float gain = 1.0f;      ///< linear; audio only
  bool feedback = false;  ///< heard one period later: it closed a cycle when it was made
};

/// All wires of a worker. Pure bookkeeping.
class Wiring {
public:
  const std::vector<Wire>& wires() const { return wires_; }
  /// Adds a wire, or gives an existing one its new gain.
  void connect(const Wire& wire);
  /// False when there is no such wire.
  bool disconnect(const InstancePort& from, const InstancePort& to);
  bool has(const InstancePort& from, const InstancePort& to) const;
  /// Whether a wire begins or ends at one of these instances.
  bool uses(std::span<const std::uint32_t> instances) const;
  /// Drops all wires of an instance.
  void remove_instance(std::uint32_t instance);
  /// Whether sound flows from one instance to another, feedback wires not counted.
  bool reaches(std::uint32_t from, std::uint32_t to) const;

private:
  std::vector<Wire> wires_;
};

}  // namespace omx

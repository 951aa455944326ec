/// From instances, wires and exposed ports to the graph that the compiler takes.
#pragma once

#include <list>
#include <vector>

#include "control/client.hpp"
#include "program/graph.hpp"

namespace omx {

/// The graph of one client as it should be heard. Leaving ports are there, but nothing feeds them. A side
/// chain that nothing feeds and that is to hear the main input gets copies of the edges to it.
Graph build_graph(
    const std::vector<Instance*>& instances, const std::list<ExposedPort>& exposed, const Wiring& wiring);

}  // namespace omx

#include "program/latencies.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace omx::program {

namespace {

using Inputs = std::set<NodeId>;

/// Which of the client's inputs a node hears, through however many plugins; feedback is not counted.
class Reach {
public:
  explicit Reach(const Wiring& wiring) : wiring_(wiring) {
    for (const auto& [to, sources] : wiring.inputs) {
      for (const auto& [source, gain] : sources) {
        if (!source.feedback) heard_[to.node].insert(source.signal.end.node);
      }
    }
  }

  const Inputs& of(NodeId id) {
    if (const auto found = known_.find(id); found != known_.end()) return found->second;
    Inputs inputs;
    if (wiring_.find(id)->kind == NodeKind::audio_input) inputs.insert(id);
    for (const NodeId from : heard_[id]) inputs.merge(Inputs(of(from)));
    return known_[id] = std::move(inputs);
  }

private:
  const Wiring& wiring_;
  std::map<NodeId, std::set<NodeId>> heard_;
  std::map<NodeId, Inputs> known_;
};

}  // namespace

std::vector<PortLatency> latencies_of(const Wiring& wiring) {
  Reach reach(wiring);
  std::map<NodeId, PortLatency> ports;
  for (const auto& [id, node] : wiring.nodes) {
    if (node.kind == NodeKind::audio_input) ports[id] = {id, 0, 0, {}};
  }
  for (const auto& [id, node] : wiring.nodes) {
    if (node.kind != NodeKind::audio_output) continue;
    const std::uint32_t frames = wiring.arrival_frames.at(id);
    const Inputs& inputs = reach.of(id);
    ports[id] = {id, frames, frames, {inputs.begin(), inputs.end()}};
    for (const NodeId input : inputs) {
      PortLatency& port = ports[input];
      port.min_frames = port.peers.empty() ? frames : std::min(port.min_frames, frames);
      port.max_frames = std::max(port.max_frames, frames);
      port.peers.push_back(id);
    }
  }
  std::vector<PortLatency> result;
  for (auto& [id, port] : ports) result.push_back(std::move(port));
  return result;
}

std::uint32_t longest_latency(const std::vector<PortLatency>& latencies) {
  std::uint32_t longest = 0;
  for (const PortLatency& port : latencies) longest = std::max(longest, port.max_frames);
  return longest;
}

}  // namespace omx::program

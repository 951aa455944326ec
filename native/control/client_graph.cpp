#include "control/client_graph.hpp"

#include <algorithm>
#include <optional>

namespace omx {
namespace {

class GraphBuilder {
public:
  GraphBuilder(const std::vector<Instance*>& instances, const std::list<ExposedPort>& exposed)
      : instances_(instances), exposed_(exposed) {}

  Graph build(const Wiring& wiring) {
    for (Instance* const instance : instances_) add_plugin(*instance);
    for (const ExposedPort& port : exposed_) {
      if (!port.silenced) add_port(port);
    }
    for (const Wire& wire : wiring.wires()) add_wire(wire);
    for (const Instance* const instance : instances_) {
      if (instance->side_chain == SideChainSource::main) feed_side_chains(*instance);
    }
    return std::move(graph_);
  }

private:
  const Instance* find(std::uint32_t number) const {
    const auto found = std::find_if(
        instances_.begin(), instances_.end(), [&](const Instance* i) { return i->number() == number; });
    return found != instances_.end() ? *found : nullptr;
  }

  void add_plugin(Instance& instance) {
    GraphNode node;
    node.id = instance.node;
    node.kind = NodeKind::plugin;
    node.mode = instance.mode();
    node.instance = &instance.rt;
    node.ports = instance.ports();
    node.latency_frames = instance.latency_frames();
    graph_.nodes.push_back(std::move(node));
  }

  void add_port(const ExposedPort& exposed) {
    const PortSymbol& symbol = exposed.port.symbol;
    const bool audio = symbol.kind == PortKind::audio;
    const bool input = symbol.flow == PortFlow::input;
    GraphNode node;
    node.id = exposed.node;
    node.port = exposed.handle;
    node.kind = audio ? (input ? NodeKind::audio_input : NodeKind::audio_output)
                      : (input ? NodeKind::midi_input : NodeKind::midi_output);
    graph_.nodes.push_back(std::move(node));
    const Instance* const instance = find(exposed.port.instance);
    if (exposed.leaving || instance == nullptr) return;  // to and from a client's own ports lead wires
    const auto port = static_cast<std::uint16_t>(symbol.port);
    if (audio) {
      const AudioEnd inside{instance->node, port, static_cast<std::uint16_t>(symbol.channel)};
      const AudioEnd outside{exposed.node, 0, 0};
      graph_.edges.push_back({input ? outside : inside, input ? inside : outside});
    } else {
      const NoteEnd inside{instance->node, port};
      const NoteEnd outside{exposed.node, 0};
      graph_.note_edges.push_back({input ? outside : inside, input ? inside : outside});
    }
  }

  /// Where a wire ends in the graph; nothing when that is not of this client.
  std::optional<AudioEnd> end_of(const InstancePort& port) const {
    if (is_own(port)) {
      const auto own = std::find_if(
          exposed_.begin(), exposed_.end(), [&](const ExposedPort& exposed) { return exposed.port == port; });
      if (own == exposed_.end() || own->leaving) return std::nullopt;
      return AudioEnd{own->node, 0, 0};
    }
    const Instance* const instance = find(port.instance);
    if (instance == nullptr) return std::nullopt;
    return AudioEnd{
        instance->node, static_cast<std::uint16_t>(port.symbol.port),
        static_cast<std::uint16_t>(port.symbol.channel)};
  }

  void add_wire(const Wire& wire) {
    const std::optional<AudioEnd> from = end_of(wire.from);
    const std::optional<AudioEnd> to = end_of(wire.to);
    if (!from || !to) return;
    if (wire.from.symbol.kind == PortKind::note) {
      graph_.note_edges.push_back({{from->node, from->port}, {to->node, to->port}, wire.feedback});
    } else {
      graph_.edges.push_back({*from, *to, wire.gain, wire.feedback});
    }
  }

  /// Gives each open side-chain channel what the main input's channel of that number (or its last) hears.
  void feed_side_chains(const Instance& instance) {
    const std::vector<ClapAudioPort>& inputs = instance.ports().audio_inputs;
    const auto main = std::find_if(inputs.begin(), inputs.end(), [](const auto& port) { return port.main; });
    if (main == inputs.end() || main->channels == 0) return;
    const auto main_index = static_cast<std::uint16_t>(main - inputs.begin());
    const std::uint32_t main_channels = main->channels * instance.copy_count();
    for (std::uint16_t p = 0; p < inputs.size(); ++p) {
      if (inputs[p].main || p == main_index) continue;
      for (std::uint32_t c = 0; c < inputs[p].channels * instance.copy_count(); ++c) {
        const AudioEnd open{instance.node, p, static_cast<std::uint16_t>(c)};
        const AudioEnd source{
            instance.node, main_index, static_cast<std::uint16_t>(std::min(c, main_channels - 1))};
        copy_edges(source, open);
      }
    }
  }

  void copy_edges(const AudioEnd& main, const AudioEnd& open) {
    const auto feeds = [](const AudioEnd& end) {
      return [&end](const GraphEdge& edge) { return edge.to == end; };
    };
    if (std::any_of(graph_.edges.begin(), graph_.edges.end(), feeds(open))) return;
    std::vector<GraphEdge> copies;
    std::copy_if(graph_.edges.begin(), graph_.edges.end(), std::back_inserter(copies), feeds(main));
    for (GraphEdge& edge : copies) {
      edge.to = open;
      graph_.edges.push_back(edge);
    }
  }

  const std::vector<Instance*>& instances_;
  const std::list<ExposedPort>& exposed_;
  Graph graph_;
};

}  // namespace

Graph build_graph(
    const std::vector<Instance*>& instances, const std::list<ExposedPort>& exposed, const Wiring& wiring) {
  return GraphBuilder(instances, exposed).build(wiring);
}

}  // namespace omx

#include "formats/bridged/lifecycle/description.hpp"

#include <utility>

namespace omx {

namespace {

constexpr std::uint32_t no_pair = UINT32_MAX;
constexpr std::size_t least_bytes = 4;  // of any element of a list

template <typename List, typename Write>
void put_list(MessageWriter& out, const List& list, Write&& write_one) {
  out.put(static_cast<std::uint32_t>(list.size()));
  for (const auto& element : list) write_one(element);
}

template <typename Read>
auto take_list(MessageReader& in, Read&& read_one) {
  std::vector<decltype(read_one())> list;
  for (std::uint32_t left = in.count(least_bytes); left > 0 && in.ok(); --left) list.push_back(read_one());
  return list;
}

void put_audio(MessageWriter& out, const std::vector<ClapAudioPort>& ports) {
  put_list(out, ports, [&](const ClapAudioPort& port) {
    out.put(port.id)
        .text(port.name)
        .put(port.channels)
        .put(port.main)
        .put(port.in_place_pair.value_or(no_pair));
  });
}

std::vector<ClapAudioPort> take_audio(MessageReader& in) {
  return take_list(in, [&] {
    ClapAudioPort port{in.take<std::uint32_t>(), in.text(), in.take<std::uint32_t>(), in.take<bool>(), {}};
    if (const auto pair = in.take<std::uint32_t>(); pair != no_pair) port.in_place_pair = pair;
    return port;
  });
}

void put_notes(MessageWriter& out, const std::vector<ClapNotePort>& ports) {
  put_list(out, ports, [&](const ClapNotePort& port) { out.put(port.id).text(port.name).put(port.dialect); });
}

std::vector<ClapNotePort> take_notes(MessageReader& in) {
  return take_list(
      in, [&] { return ClapNotePort{in.take<std::uint32_t>(), in.text(), in.take<NoteDialect>()}; });
}

void put_params(MessageWriter& out, const std::vector<ClapParam>& params) {
  put_list(out, params, [&](const ClapParam& p) {
    out.put(p.id)
        .text(p.name)
        .text(p.module)
        .put(p.min)
        .put(p.max)
        .put(p.default_value)
        .put(p.flags)
        .put(p.value);
  });
}

std::vector<ClapParam> take_params(MessageReader& in) {
  return take_list(in, [&] {
    ClapParam p{};
    p.id = in.take<std::uint32_t>();
    p.name = in.text();
    p.module = in.text();
    p.min = in.take<double>();
    p.max = in.take<double>();
    p.default_value = in.take<double>();
    p.flags = in.take<std::uint32_t>();
    p.value = in.take<double>();
    return p;
  });
}

void put_texts(MessageWriter& out, const std::vector<std::string>& texts) {
  put_list(out, texts, [&](const std::string& text) { out.text(text); });
}

std::vector<std::string> take_texts(MessageReader& in) {
  return take_list(in, [&] { return in.text(); });
}

}  // namespace

void write(MessageWriter& out, const BridgedDescription& d) {
  put_audio(out, d.ports.audio_inputs);
  put_audio(out, d.ports.audio_outputs);
  put_notes(out, d.ports.note_inputs);
  put_notes(out, d.ports.note_outputs);
  out.put(d.has_params);
  put_params(out, d.params);
  out.put(d.is_lv2);
  put_list(out, d.lv2_params, [&](const auto& named) {
    out.put(named.first).text(named.second.symbol).put(named.second.traits);
  });
  for (const BridgedLv2Ports& side : d.lv2_ports) {
    put_list(out, side.audio, [&](const std::vector<std::string>& port) { put_texts(out, port); });
    put_list(out, side.cv, [&](bool cv) { out.put(static_cast<std::uint32_t>(cv)); });
    put_texts(out, side.notes);
  }
}

BridgedDescription read_description(MessageReader& in) {
  BridgedDescription d;
  d.ports.audio_inputs = take_audio(in);
  d.ports.audio_outputs = take_audio(in);
  d.ports.note_inputs = take_notes(in);
  d.ports.note_outputs = take_notes(in);
  d.has_params = in.take<bool>();
  d.params = take_params(in);
  d.is_lv2 = in.take<bool>();
  const auto named = take_list(in, [&] {
    const auto id = in.take<clap_id>();
    std::string symbol = in.text();
    return std::pair{id, BridgedLv2Param{std::move(symbol), in.take<std::uint32_t>()}};
  });
  d.lv2_params = {named.begin(), named.end()};
  for (BridgedLv2Ports& side : d.lv2_ports) {
    side.audio = take_list(in, [&] { return take_texts(in); });
    for (const std::uint32_t cv : take_list(in, [&] { return in.take<std::uint32_t>(); }))
      side.cv.push_back(cv != 0);
    side.notes = take_texts(in);
  }
  return d;
}

}  // namespace omx

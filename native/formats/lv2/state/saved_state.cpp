#include "formats/lv2/state/saved_state.hpp"

#include <bit>
#include <cstring>

#include "formats/lv2/features/urid_map.hpp"
#include "formats/lv2/state/atom_urids.hpp"

namespace omx::lv2 {

namespace {

/// The last byte counts versions of the format.
constexpr char magic[] = "omx-lv2";
constexpr std::uint8_t version = 1;

class Writer {
public:
  void bytes(const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(data);
    out.insert(out.end(), first, first + size);
  }
  template <typename Whole>
  void whole(Whole value) {
    for (std::size_t i = 0; i < sizeof value; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
  }
  void count(std::size_t value) { whole(static_cast<std::uint32_t>(value)); }
  void text(std::string_view value) {
    count(value.size());
    bytes(value.data(), value.size());
  }

  std::vector<std::byte> out;
};

/// Reads until something is not there; everything after that is empty.
class Reader {
public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  bool good() const { return good_; }
  std::span<const std::byte> bytes(std::size_t size) {
    if (size > rest_.size()) good_ = false;
    if (!good_) return {};
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  template <typename Whole>
  Whole whole() {
    Whole value = 0;
    const auto taken = bytes(sizeof value);
    for (std::size_t i = 0; i < taken.size(); ++i)
      value |= static_cast<Whole>(std::to_integer<Whole>(taken[i]) << (8 * i));
    return value;
  }
  /// How many things follow, each of at least a byte.
  std::uint32_t count() {
    const auto value = whole<std::uint32_t>();
    if (value > rest_.size()) good_ = false;
    return good_ ? value : 0;
  }
  std::string text() {
    const auto taken = bytes(count());
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }

private:
  std::span<const std::byte> rest_;
  bool good_ = true;
};

/// Numbers from 1 on for URIs in the order of their first use.
class Table {
public:
  std::uint32_t number(std::uint32_t urid) {
    const auto [found, fresh] = numbers_.emplace(urid, static_cast<std::uint32_t>(uris.size() + 1));
    if (fresh) {
      const char* const uri = UridMap::process().unmap(urid);
      uris.emplace_back(uri != nullptr ? uri : "");
    }
    return found->second;
  }

  std::vector<std::string> uris;

private:
  std::map<std::uint32_t, std::uint32_t> numbers_;
};

/// What the plugin stored; the table is complete after it.
std::vector<std::byte> encode_values(const SavedState& state, Table& table) {
  Writer writer;
  const AtomTypes types;
  writer.count(state.values.size());
  for (const auto& [key, value] : state.values) {
    StateValue copy = value;
    const auto number = [&table](std::uint32_t urid) { return table.number(urid); };
    if (!replace_urids(types, value.type, copy.memory.data(), copy.size, false, number)) copy = value;
    writer.whole(table.number(key));
    writer.whole(table.number(value.type));
    writer.whole(value.flags);
    writer.count(copy.size);
    writer.bytes(copy.data(), copy.size);
  }
  return writer.out;
}

Verdict broken(std::string text) {
  return {OMX_CLAP_LV2_BAD_ARGUMENT, std::move(text)};
}

void decode_values(Reader& reader, const std::vector<std::uint32_t>& urids, SavedState& state) {
  const AtomTypes types;
  const auto number = [&urids](std::uint32_t index) {
    return index >= 1 && index <= urids.size() ? urids[index - 1] : 0;
  };
  for (std::uint32_t left = reader.count(); left > 0 && reader.good(); --left) {
    const std::uint32_t key = number(reader.whole<std::uint32_t>());
    StateValue value;
    value.type = number(reader.whole<std::uint32_t>());
    value.flags = reader.whole<std::uint32_t>();
    const auto bytes = reader.bytes(reader.count());
    value.set(bytes.data(), bytes.size());
    if (key == 0 || !reader.good()) continue;
    if (replace_urids(types, value.type, value.memory.data(), value.size, true, number))
      state.values[key] = std::move(value);
  }
}

}  // namespace

void StateValue::set(const void* bytes, std::size_t count) {
  memory.assign(count / sizeof(std::uint64_t) + 1, 0);
  size = static_cast<std::uint32_t>(count);
  if (count > 0) std::memcpy(memory.data(), bytes, count);
}

std::vector<std::byte> encode_state(const SavedState& state) {
  Table table;
  const std::vector<std::byte> values = encode_values(state, table);
  Writer writer;
  writer.bytes(magic, sizeof magic - 1);
  writer.whole(version);
  writer.text(state.plugin_uri);
  writer.count(state.params.size());
  for (const auto& [symbol, value] : state.params) {
    writer.text(symbol);
    writer.whole(std::bit_cast<std::uint64_t>(value));
  }
  writer.count(state.properties.size());
  for (const auto& [uri, value] : state.properties) {
    writer.text(uri);
    writer.text(value);
  }
  writer.count(table.uris.size());
  for (const std::string& uri : table.uris) writer.text(uri);
  writer.bytes(values.data(), values.size());
  writer.count(state.files.size());
  for (const StateFile& file : state.files) {
    writer.text(file.path);
    writer.text(file.content);
  }
  return std::move(writer.out);
}

std::variant<SavedState, Verdict> decode_state(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  const auto head = reader.bytes(sizeof magic - 1);
  if (!reader.good() || std::memcmp(head.data(), magic, sizeof magic - 1) != 0)
    return broken("this is no state of an LV2 plugin");
  if (reader.whole<std::uint8_t>() > version) return broken("the state was written by a newer version");
  SavedState state;
  state.plugin_uri = reader.text();
  for (std::uint32_t left = reader.count(); left > 0; --left) {
    std::string symbol = reader.text();
    state.params.emplace_back(std::move(symbol), std::bit_cast<double>(reader.whole<std::uint64_t>()));
  }
  for (std::uint32_t left = reader.count(); left > 0; --left) {
    std::string uri = reader.text();
    state.properties.emplace_back(std::move(uri), reader.text());
  }
  std::vector<std::uint32_t> urids;
  for (std::uint32_t left = reader.count(); left > 0; --left)
    urids.push_back(UridMap::process().map(reader.text().c_str()));
  decode_values(reader, urids, state);
  for (std::uint32_t left = reader.count(); left > 0; --left) {
    std::string path = reader.text();
    state.files.push_back({std::move(path), reader.text()});
  }
  if (!reader.good()) return broken("the state is cut off");
  return state;
}

}  // namespace omx::lv2

// State and presets, as CLAP asks for them.
#include <array>
#include <cstring>

#include "formats/lv2/plugin/adapter.hpp"
#include "formats/lv2/plugin/extensions.hpp"
#include "formats/lv2/state/presets.hpp"

namespace omx::lv2 {

namespace {

constexpr std::size_t most_state_bytes = std::size_t{1} << 30;

/// Streams may take and give less than they are asked to.
bool write_all(const clap_ostream_t& stream, const std::vector<std::byte>& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const std::int64_t count = stream.write(&stream, bytes.data() + done, bytes.size() - done);
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

bool read_all(const clap_istream_t& stream, std::vector<std::byte>& bytes) {
  std::array<std::byte, 65536> part{};
  while (bytes.size() <= most_state_bytes) {
    const std::int64_t count = stream.read(&stream, part.data(), part.size());
    if (count < 0) return false;
    if (count == 0) return true;
    bytes.insert(bytes.end(), part.begin(), part.begin() + count);
  }
  return false;
}

bool save(const clap_plugin_t* plugin, const clap_ostream_t* stream) {
  Adapter& self = Adapter::of(plugin);
  auto saved = self.save();
  if (const Verdict* const verdict = std::get_if<Verdict>(&saved)) return self.fail(*verdict);
  return write_all(*stream, encode_state(std::get<SavedState>(saved)));
}

bool load(const clap_plugin_t* plugin, const clap_istream_t* stream) {
  Adapter& self = Adapter::of(plugin);
  std::vector<std::byte> bytes;
  if (!read_all(*stream, bytes)) return self.fail({OMX_CLAP_LV2_BAD_ARGUMENT, "the state cannot be read"});
  auto decoded = decode_state(bytes);
  if (const Verdict* const verdict = std::get_if<Verdict>(&decoded)) return self.fail(*verdict);
  const Verdict loaded = self.load(std::get<SavedState>(std::move(decoded)));
  return loaded.ok() || self.fail(loaded);
}

const abi::HostPresetLoad* host_presets(const clap_host_t* host) {
  for (const char* const id : {abi::preset_load_id, abi::preset_load_draft_id}) {
    if (const void* const extension = host->get_extension(host, id))
      return static_cast<const abi::HostPresetLoad*>(extension);
  }
  return nullptr;
}

bool from_location(
    const clap_plugin_t* plugin, std::uint32_t kind, const char* location, const char* load_key) {
  Adapter& self = Adapter::of(plugin);
  const std::string path = kind == abi::preset_in_file && location != nullptr ? location : "";
  const Verdict loaded = load_preset(self, path, load_key != nullptr ? load_key : "");
  const abi::HostPresetLoad* const host = host_presets(self.host());
  if (!loaded.ok()) {
    if (host != nullptr) host->on_error(self.host(), kind, location, load_key, 0, loaded.text.c_str());
    return self.fail(loaded);
  }
  const auto* const params =
      static_cast<const clap_host_params_t*>(self.host()->get_extension(self.host(), CLAP_EXT_PARAMS));
  if (params != nullptr) params->rescan(self.host(), CLAP_PARAM_RESCAN_VALUES);
  if (host != nullptr) host->loaded(self.host(), kind, location, load_key);
  return true;
}

}  // namespace

const clap_plugin_state_t state_extension{save, load};
const abi::PluginPresetLoad preset_extension{from_location};

}  // namespace omx::lv2

#include "clap/state.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "clap/clap_effect.hpp"
#include "effect/state_text.hpp"

namespace omx::clap {

namespace {

bool write_all(const clap_ostream_t* stream, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const std::int64_t written = stream->write(stream, text.data() + done, text.size() - done);
    if (written <= 0) {
      return false;
    }
    done += static_cast<std::size_t>(written);
  }
  return true;
}

std::optional<std::string> read_all(const clap_istream_t* stream) {
  std::string text;
  std::array<char, 1024> part;
  for (;;) {
    const std::int64_t bytes = stream->read(stream, part.data(), part.size());
    if (bytes == 0) {
      return text;
    }
    if (bytes < 0 || text.size() + static_cast<std::size_t>(bytes) > longest_state_bytes) {
      return std::nullopt;
    }
    text.append(part.data(), static_cast<std::size_t>(bytes));
  }
}

bool save(const clap_plugin_t* plugin, const clap_ostream_t* stream) {
  const ClapEffect& effect = ClapEffect::of(plugin);
  std::vector<double> values;
  for (std::uint32_t i = 0; i < effect.info().params.size(); ++i) {
    values.push_back(effect.value(i));
  }
  return write_all(stream, state_text(effect.info(), values));
}

bool load(const clap_plugin_t* plugin, const clap_istream_t* stream) {
  ClapEffect& effect = ClapEffect::of(plugin);
  const std::optional<std::string> text = read_all(stream);
  const auto values = text ? parse_state(effect.info(), *text) : std::nullopt;
  if (!values) {
    return false;
  }
  effect.load_values(*values);
  effect.tell_values_changed();
  return true;
}

}  // namespace

const clap_plugin_state_t state_extension{save, load};

}  // namespace omx::clap

#include "formats/lv2/world/index_file.hpp"

#include <charconv>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace omx::lv2 {

namespace {

constexpr std::string_view first_line = "plugin-hostd lv2 index 1";

/// FNV-1a, 64 bits (Fowler, Noll, Vo 1991).
std::uint64_t checksum(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

void append_word(std::string& line, std::string_view word) {
  constexpr char digits[] = "0123456789abcdef";
  line += '\t';
  for (const char c : word) {
    if (c != '\t' && c != '\n' && c != '%') {
      line += c;
      continue;
    }
    line += {'%', digits[static_cast<unsigned char>(c) >> 4], digits[c & 15]};
  }
}

void append_line(std::string& text, std::string_view kind, std::initializer_list<std::string> words) {
  text += kind;
  for (const std::string& word : words) append_word(text, word);
  text += '\n';
}

std::optional<std::string> unescaped(std::string_view word) {
  std::string result;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '%') {
      result += word[i];
      continue;
    }
    int value = 0;
    if (i + 2 >= word.size()) return std::nullopt;
    const char* const end = word.data() + i + 3;
    if (std::from_chars(word.data() + i + 1, end, value, 16).ptr != end) return std::nullopt;
    result += static_cast<char>(value);
    i += 2;
  }
  return result;
}

std::optional<std::int64_t> number(const std::string& word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::optional<std::vector<std::string>> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    auto word = unescaped(line.substr(at, end - at));
    if (!word) return std::nullopt;
    words.push_back(std::move(*word));
    at = end + 1;
  }
  return words;
}

bool take_line(const std::vector<std::string>& words, IndexContent& content) {
  const std::string& kind = words[0];
  if (kind == "folder" && words.size() == 3) {
    const auto mtime = number(words[2]);
    if (mtime) content.folders.push_back({words[1], *mtime});
    return mtime.has_value();
  }
  if (kind == "bundle" && words.size() == 5) {
    const auto mtime = number(words[2]);
    const auto size = number(words[3]);
    if (!mtime || !size) return false;
    content.bundles.push_back({words[1], {*mtime, *size}, words[4], {}, {}, {}});
    return true;
  }
  if (content.bundles.empty()) return false;
  BundleEntry& bundle = content.bundles.back();
  if (kind == "plugin" && words.size() == 4) {
    const auto minor = number(words[2]);
    const auto micro = number(words[3]);
    if (!minor || !micro) return false;
    bundle.plugins.push_back({words[1], static_cast<int>(*minor), static_cast<int>(*micro)});
    return true;
  }
  if (words.size() != 2 || (kind != "presets" && kind != "extends")) return false;
  (kind == "presets" ? bundle.applies_to : bundle.extends).push_back(words[1]);
  return true;
}

/// A line off the front, without its end.
std::string_view take_front(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace

std::string index_text(const IndexContent& content) {
  std::string body;
  for (const FolderEntry& folder : content.folders)
    append_line(body, "folder", {folder.path, std::to_string(folder.mtime_ns)});
  for (const BundleEntry& bundle : content.bundles) {
    append_line(
        body, "bundle",
        {bundle.path, std::to_string(bundle.manifest.mtime_ns), std::to_string(bundle.manifest.size),
         bundle.error});
    for (const PluginEntry& plugin : bundle.plugins) {
      append_line(
          body, "plugin",
          {plugin.uri, std::to_string(plugin.minor_version), std::to_string(plugin.micro_version)});
    }
    for (const std::string& uri : bundle.applies_to) append_line(body, "presets", {uri});
    for (const std::string& uri : bundle.extends) append_line(body, "extends", {uri});
  }
  return signed_index(body);
}

std::string signed_index(const std::string& body) {
  return std::string(first_line) + "\n" + std::to_string(checksum(body)) + "\n" + body;
}

std::optional<IndexContent> parse_index(std::string_view text) {
  if (take_front(text) != first_line) return std::nullopt;
  const std::string_view sum = take_front(text);  // before the rest of the text is summed up
  if (sum != std::to_string(checksum(text))) return std::nullopt;
  IndexContent content;
  while (!text.empty()) {
    const auto words = words_of(take_front(text));
    if (!words || !take_line(*words, content)) return std::nullopt;
  }
  return content;
}

std::optional<IndexContent> read_index_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (path.empty() || !file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return parse_index(text.str());
}

void write_index_file(const std::string& path, const IndexContent& content) {
  if (path.empty()) return;
  const std::string fresh = path + "." + std::to_string(getpid());
  {
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    file << index_text(content);
    if (!file.flush()) {
      std::remove(fresh.c_str());
      return;
    }
  }
  if (std::rename(fresh.c_str(), path.c_str()) != 0) std::remove(fresh.c_str());
}

}  // namespace omx::lv2

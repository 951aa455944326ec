#include "formats/lv2/world/manifest.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>

#include <lv2/core/lv2.h>
#include <serd/serd.h>
#include <sys/stat.h>

namespace omx::lv2 {

namespace {

constexpr char rdf_type[] = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
constexpr char see_also[] = "http://www.w3.org/2000/01/rdf-schema#seeAlso";

const std::uint8_t* bytes(const char* text) {
  return reinterpret_cast<const std::uint8_t*>(text);
}

std::string text_of(const SerdNode& node) {
  return {reinterpret_cast<const char*>(node.buf), node.n_bytes};
}

/// Reads one file statement by statement, without keeping a model of it.
class Reader {
public:
  explicit Reader(const std::string& file) {
    SerdNode base = serd_node_new_file_uri(bytes(file.c_str()), nullptr, nullptr, true);
    uri_ = text_of(base);
    env_.reset(serd_env_new(&base));
    serd_node_free(&base);
    reader_.reset(serd_reader_new(SERD_TURTLE, this, nullptr, on_base, on_prefix, on_statement, nullptr));
    serd_reader_set_error_sink(reader_.get(), on_error, this);
  }

  void read() {
    const SerdStatus status = serd_reader_read_file(reader_.get(), bytes(uri_.c_str()));
    if (status != SERD_SUCCESS && error_.empty())
      error_ = reinterpret_cast<const char*>(serd_strerror(status));
  }

  const std::string& error() const { return error_; }

  std::map<std::string, PluginEntry> plugins;
  std::set<std::string> typed;
  std::set<std::string> with_more;
  std::set<std::string> applies_to;

private:
  struct Free {
    void operator()(SerdEnv* env) const { serd_env_free(env); }
    void operator()(SerdReader* reader) const { serd_reader_free(reader); }
  };

  std::string uri_of(const SerdNode* node) const {
    if (node->type != SERD_URI && node->type != SERD_CURIE) return text_of(*node);
    SerdNode full = serd_env_expand_node(env_.get(), node);
    std::string text = full.buf != nullptr ? text_of(full) : text_of(*node);
    serd_node_free(&full);
    return text;
  }

  void take(const std::string& subject, const std::string& predicate, const SerdNode* object) {
    if (predicate == rdf_type) {
      typed.insert(subject);
      if (uri_of(object) == LV2_CORE__Plugin) plugins[subject].uri = subject;
    } else if (predicate == see_also) {
      with_more.insert(subject);
    } else if (predicate == LV2_CORE__appliesTo) {
      applies_to.insert(uri_of(object));
    } else if (predicate == LV2_CORE__minorVersion) {
      plugins[subject].minor_version = std::atoi(text_of(*object).c_str());
    } else if (predicate == LV2_CORE__microVersion) {
      plugins[subject].micro_version = std::atoi(text_of(*object).c_str());
    }
  }

  static SerdStatus on_base(void* self, const SerdNode* uri) {
    return serd_env_set_base_uri(static_cast<Reader*>(self)->env_.get(), uri);
  }

  static SerdStatus on_prefix(void* self, const SerdNode* name, const SerdNode* uri) {
    return serd_env_set_prefix(static_cast<Reader*>(self)->env_.get(), name, uri);
  }

  static SerdStatus on_statement(
      void* handle, SerdStatementFlags, const SerdNode*, const SerdNode* subject, const SerdNode* predicate,
      const SerdNode* object, const SerdNode*, const SerdNode*) {
    auto& self = *static_cast<Reader*>(handle);
    if (subject->type == SERD_BLANK) return SERD_SUCCESS;
    self.take(self.uri_of(subject), self.uri_of(predicate), object);
    return SERD_SUCCESS;
  }

  static SerdStatus on_error(void* handle, const SerdError* error) {
    auto& self = *static_cast<Reader*>(handle);
    if (!self.error_.empty()) return SERD_SUCCESS;  // the first says it
    char text[256] = "";
    std::va_list arguments;
    va_copy(arguments, *error->args);
    std::vsnprintf(text, sizeof text, error->fmt, arguments);
    va_end(arguments);
    self.error_ = "line " + std::to_string(error->line) + ": " + text;
    while (!self.error_.empty() && self.error_.back() == '\n') self.error_.pop_back();
    return SERD_SUCCESS;
  }

  std::string uri_;
  std::string error_;
  std::unique_ptr<SerdEnv, Free> env_;
  std::unique_ptr<SerdReader, Free> reader_;
};

}  // namespace

FileStamp stamp_of(const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return {};
  constexpr std::int64_t second_ns = 1'000'000'000;
  return {info.st_mtim.tv_sec * second_ns + info.st_mtim.tv_nsec, info.st_size};
}

BundleEntry read_manifest(const std::string& path) {
  BundleEntry bundle;
  bundle.path = path;
  const std::string file = path + "/manifest.ttl";
  bundle.manifest = stamp_of(file);
  if (bundle.manifest.size < 0) {
    bundle.error = "it has no manifest.ttl";
    return bundle;
  }
  Reader reader(file);
  reader.read();
  if (!reader.error().empty()) bundle.error = "manifest.ttl, " + reader.error();
  for (auto& [uri, plugin] : reader.plugins) {
    if (!plugin.uri.empty()) bundle.plugins.push_back(std::move(plugin));
  }
  bundle.applies_to.assign(reader.applies_to.begin(), reader.applies_to.end());
  std::ranges::set_difference(reader.with_more, reader.typed, std::back_inserter(bundle.extends));
  return bundle;
}

std::optional<std::string> turtle_error(const std::string& file) {
  if (stamp_of(file).size < 0) return "it is not there";
  Reader reader(file);
  reader.read();
  if (reader.error().empty()) return std::nullopt;
  return reader.error();
}

}  // namespace omx::lv2

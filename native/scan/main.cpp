// omx-clap-scan.
#include <cstdio>
#include <thread>

#include "scan/explain.hpp"
#include "scan/options.hpp"
#include "scan/plugin_files.hpp"
#include "scan/scanner.hpp"
#include "text/json.hpp"

namespace {

using namespace omx;

void print_progress(std::size_t done, std::size_t total, const std::string& path) {
  JsonWriter json;
  json.begin_object().field("done", done).field("total", total).field("path", path).end_object();
  std::fprintf(stderr, "%s\n", json.take().c_str());
}

// The plugins are JSON already.
void print_results(const std::vector<ScannedFile>& files) {
  std::fputs("{\"plugins\":[", stdout);
  const char* comma = "";
  for (const ScannedFile& file : files) {
    for (const std::string& plugin : file.plugins) {
      std::printf("%s\n%s", comma, plugin.c_str());
      comma = ",";
    }
  }
  JsonWriter failures;
  failures.begin_array();
  for (const ScannedFile& file : files) {
    for (const std::string& reason : file.failures) {
      failures.begin_object().field("path", file.path).field("reason", reason).end_object();
    }
  }
  failures.end_array();
  std::printf("],\n\"failures\":%s}\n", failures.take().c_str());
}

int explain(const std::vector<std::string>& uris) {
  for (const std::string& uri : uris) std::printf("%s\n", explain_lv2_plugin(uri).c_str());
  return 0;
}

int describe(const std::vector<std::string>& uris) {
  std::vector<ScannedFile> found(1);
  for (const std::string& uri : uris) {
    std::string plugin = describe_lv2_uri(uri);
    if (!plugin.empty()) found[0].plugins.push_back(std::move(plugin));
  }
  print_results(found);
  return 0;
}

int scan(const ScanOptions& options) {
  const std::vector<std::string> files = find_plugin_files(options.paths);
  const ScannerOptions scanner{options.timeout, std::thread::hardware_concurrency(), options.verbose};
  print_results(scan_files(files, scanner, [&](std::size_t done, const ScannedFile& file) {
    if (options.progress) print_progress(done, files.size(), file.path);
  }));
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const auto options = parse_scan_options({words + 1, words + count});
  if (!options) {
    std::fprintf(stderr, "error: %s\n\n%s", options.error().detail.c_str(), scan_usage);
    return 2;
  }
  if (options.value().help) {
    std::fputs(scan_usage, stdout);
    return 0;
  }
  if (options.value().version) {
    std::puts("omx-clap-scan 0.1.0");
    return 0;
  }
  if (options.value().describe) return describe(options.value().paths);
  if (options.value().explain) return explain(options.value().paths);
  return scan(options.value());
}

#include "scan/options.hpp"

#include "text/words.hpp"

namespace omx {

const char* const scan_usage =
    "omx-clap-scan: prints what CLAP files and LV2 bundles hold, as JSON.\n"
    "usage: omx-clap-scan [options] <file, bundle or folder>...\n"
    "       omx-clap-scan --explain <uri>...\n"
    "       omx-clap-scan --describe <uri>...\n"
    "  --timeout-ms <n>  give up on a plugin after n milliseconds (10000)\n"
    "  --progress        a line {\"done\", \"total\", \"path\"} on stderr for every file that is done\n"
    "  --verbose         show on stderr what plugins print\n"
    "  --explain         whether LV2 plugins can be had, and why not: a line of JSON for each URI\n"
    "  --describe        what the bundles of LV2 plugins say: the same document, without processes of their "
    "own\n"
    "  --help, --version\n"
    "Each file is looked into by a process of its own: one that crashes or hangs costs only its own entry.\n"
    "Exits with 0 whatever the files are like, with 2 when the command line is wrong.\n";

namespace {

constexpr std::int64_t max_timeout_ms = 600'000;

Error wrong(std::string detail) {
  return Error{ErrorCode::bad_request, std::move(detail)};
}

bool read_timeout(const std::string& word, std::chrono::milliseconds& timeout) {
  const auto value = parse_integer(word);
  if (!value || *value < 1 || *value > max_timeout_ms) return false;
  timeout = std::chrono::milliseconds(*value);
  return true;
}

}  // namespace

Result<ScanOptions> parse_scan_options(const std::vector<std::string>& words) {
  ScanOptions options;
  bool only_paths = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (only_paths || !word.starts_with("-")) {
      options.paths.push_back(word);
    } else if (word == "--") {
      only_paths = true;
    } else if (word == "--timeout-ms") {
      if (i + 1 == words.size() || !read_timeout(words[++i], options.timeout)) {
        return wrong("--timeout-ms needs a number from 1 to 600000");
      }
    } else if (word == "--progress") {
      options.progress = true;
    } else if (word == "--verbose") {
      options.verbose = true;
    } else if (word == "--describe") {
      options.describe = true;
    } else if (word == "--explain") {
      options.explain = true;
    } else if (word == "--help") {
      options.help = true;
    } else if (word == "--version") {
      options.version = true;
    } else {
      return wrong("unknown option " + word);
    }
  }
  if (options.paths.empty() && !options.help && !options.version) return wrong("name a file or a folder");
  return options;
}

}  // namespace omx

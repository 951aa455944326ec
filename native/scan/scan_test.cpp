#include "scan/scanner.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <stdlib.h>

#include "scan/options.hpp"
#include "scan/plugin_files.hpp"

namespace {

using namespace omx;
using namespace std::chrono_literals;

std::string fixture(const std::string& name) {
  return std::string(OMX_FIXTURES_DIR) + "/" + name + ".clap";
}

ScannedFile scan_one(const std::string& path, std::chrono::milliseconds timeout = 10s) {
  auto files = scan_files({path}, {.timeout = timeout});
  REQUIRE(files.size() == 1);
  CHECK(files[0].path == path);
  return files[0];
}

void check_reason(const std::string& name, const std::string& reason) {
  const ScannedFile file = scan_one(fixture(name));
  CAPTURE(name);
  REQUIRE(file.failures.size() == 1);
  CHECK(file.failures[0] == reason);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A folder that is gone at the end.
class Folder {
public:
  Folder() {
    char path[] = "/tmp/omx-scan-XXXXXX";
    path_ = mkdtemp(path);
  }
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name, const std::string& content = "") const {
    std::filesystem::create_directories(std::filesystem::path(path_ + "/" + name).parent_path());
    std::ofstream(path_ + "/" + name) << content;
    return path_ + "/" + name;
  }
  const std::string& path() const { return path_; }

private:
  std::string path_;
};

}  // namespace

TEST_CASE("a plugin is described: ports, parameters, latency") {
  const ScannedFile file = scan_one(fixture("latency"));
  CHECK(file.failures.empty());
  REQUIRE(file.plugins.size() == 1);
  const std::string& json = file.plugins[0];
  CHECK(holds(json, "\"uri\":\"clap:" + fixture("latency") + "#org.plugin-hostd.fixture.latency\""));
  CHECK(holds(json, "\"audioInputs\":[{\"name\":\"in\",\"channels\":2,\"main\":true}]"));
  CHECK(holds(json, "\"parameters\":1,\"params\":[{\"symbol\":\"1\",\"name\":\"Frames\""));
  CHECK(holds(json, "\"latencyFrames\":64"));
}

TEST_CASE("plugins of one file come in its order") {
  const ScannedFile file = scan_one(fixture("pair"));
  REQUIRE(file.plugins.size() == 2);
  CHECK(holds(file.plugins[0], "fixture.double"));
  CHECK(holds(file.plugins[1], "fixture.invert"));
}

TEST_CASE("what plugins print does not get into the records") {
  const ScannedFile file = scan_one(fixture("prints"));
  CHECK(file.failures.empty());
  REQUIRE(file.plugins.size() == 1);
  CHECK(file.plugins[0].starts_with("{\"uri\":"));
}

TEST_CASE("every failure is told apart") {
  check_reason("crash-entry", "crashed in loading or unloading the file with SIGSEGV");
  check_reason("crash-create", "org.plugin-hostd.fixture.crash-create crashed in create_plugin with SIGSEGV");
  check_reason("crash-init", "org.plugin-hostd.fixture.crash-init crashed in init with SIGSEGV");
  check_reason("crash-activate", "org.plugin-hostd.fixture.crash-activate crashed in activate with SIGSEGV");
  check_reason("init-fails", "org.plugin-hostd.fixture.init-fails: the plugin refused to initialise");
  check_reason("entry-fails", "its entry refused to initialise");
  check_reason("no-factory", "it has no plugin factory");
  check_reason("wrong-abi", "made for CLAP 0.24.0, which is older than 1.0");
  const Folder folder;
  CHECK(scan_one(folder.file("broken.clap", "no plugin\n")).failures[0].starts_with("not a CLAP file: "));
  CHECK(
      scan_one(folder.path() + "/absent.clap").failures[0] ==
      "no such file: " + folder.path() + "/absent.clap");
}

TEST_CASE("a plugin that only fails to be activated is listed all the same") {
  for (const char* name : {"crash-activate", "activate-fails"}) {
    const ScannedFile file = scan_one(fixture(name));
    CHECK(file.plugins.size() == 1);
    CHECK(file.failures.size() == 1);
  }
}

TEST_CASE("a plugin that hangs is given up on") {
  const ScannedFile file = scan_one(fixture("hang-init"), 300ms);
  REQUIRE(file.failures.size() == 1);
  CHECK(file.failures[0] == "org.plugin-hostd.fixture.hang-init did not return from init within 300 ms");
}

TEST_CASE("a plugin that crashes costs its own entry, not its neighbours in the file") {
  const ScannedFile file = scan_one(fixture("crash-among"));
  REQUIRE(file.plugins.size() == 2);
  CHECK(holds(file.plugins[0], "fixture.before"));
  CHECK(holds(file.plugins[1], "fixture.after"));
  REQUIRE(file.failures.size() == 1);
  CHECK(file.failures[0] == "org.plugin-hostd.fixture.among crashed in init with SIGSEGV");
}

TEST_CASE("many files at a time: results in the order of the files, one call per file that is done") {
  const std::vector<std::string> paths = {
      fixture("gain"), fixture("crash-init"), fixture("pair"), fixture("sum8")};
  std::vector<std::size_t> done;
  const auto files = scan_files(
      paths, {.parallel = 3}, [&](std::size_t count, const ScannedFile&) { done.push_back(count); });
  CHECK(done == std::vector<std::size_t>{1, 2, 3, 4});
  REQUIRE(files.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(files[i].path == paths[i]);
  CHECK(files[1].plugins.empty());
  CHECK(files[2].plugins.size() == 2);
}

TEST_CASE("folders are searched through, each file once") {
  const Folder folder;
  const std::string b = folder.file("b.clap");
  const std::string a = folder.file("deep/er/a.clap");
  folder.file("readme.txt");
  std::filesystem::create_directory_symlink(folder.path(), folder.path() + "/deep/loop");
  const auto files = find_plugin_files({folder.path(), b, "/absent.clap"});
  CHECK(std::ranges::count(files, a) == 1);
  CHECK(std::ranges::count(files, b) == 1);
  CHECK(files.back() == "/absent.clap");
}

TEST_CASE("command line") {
  const auto options = parse_scan_options({"--timeout-ms", "250", "--progress", "/a", "--", "-b"});
  REQUIRE(options.has_value());
  CHECK(options.value().timeout == 250ms);
  CHECK(options.value().progress);
  CHECK(options.value().paths == std::vector<std::string>{"/a", "-b"});
  CHECK(parse_scan_options({}).error().detail == "name a file or a folder");
  CHECK(parse_scan_options({"--timeout-ms", "soon", "/a"}).error().code == ErrorCode::bad_request);
  CHECK(parse_scan_options({"--fast", "/a"}).error().detail == "unknown option --fast");
  CHECK(parse_scan_options({"--help"}).value().help);
}

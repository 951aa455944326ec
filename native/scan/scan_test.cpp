#include "scan/scanner.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <stdlib.h>

#include "formats/lv2/world/index_file.hpp"
#include "scan/explain.hpp"
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

namespace {

const char* const prefixes =
    "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n@prefix doap: <http://usefulinc.com/ns/doap#> .\n"
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n";

/// A bundle with two plugins, whose binary is not looked at but has to be there; returns its path.
std::string write_bundle(const Folder& folder, const std::string& name, const std::string& more = "") {
  std::string manifest = prefixes;
  std::string about = prefixes;
  for (const std::string plugin : {"one", "two"}) {
    const std::string uri = "<urn:omx-scan:" + plugin + ">";
    manifest += uri + " a lv2:Plugin ; lv2:binary <a.so> ; rdfs:seeAlso <a.ttl> .\n";
    about += uri + " a lv2:Plugin ; doap:name \"" + plugin +
             "\" ; lv2:port [ a lv2:InputPort, lv2:ControlPort ;" +
             " lv2:index 0 ; lv2:symbol \"level\" ; lv2:name \"Level\" ; lv2:default 0.5 ;" +
             " lv2:minimum 0.25 ; lv2:maximum 2.0 ] , [ a lv2:InputPort, lv2:AudioPort ; lv2:index 1 ;" +
             " lv2:symbol \"left\" ; lv2:name \"Left\" ] .\n";
  }
  folder.file(name + "/a.so");
  folder.file(name + "/a.ttl", about + more);
  return std::filesystem::path(folder.file(name + "/manifest.ttl", manifest)).parent_path();
}

}  // namespace

TEST_CASE("a bundle's plugins are described by their Turtle, parameters by symbol") {
  const Folder folder;
  const std::string path = write_bundle(folder, "two plugins #1.lv2");
  const ScannedFile file = scan_one(path);
  CHECK(file.failures.empty());
  REQUIRE(file.plugins.size() == 2);
  CHECK(file.plugins[0].starts_with("{\"uri\":\"lv2:urn:omx-scan:one\",\"id\":\"urn:omx-scan:one\""));
  CHECK(holds(file.plugins[0], "\"format\":\"lv2\",\"bundle\":\"" + path + "\""));
  CHECK(holds(
      file.plugins[0], "\"params\":[{\"symbol\":\"level\",\"name\":\"Level\",\"module\":\"\",\"min\":0.25,"));
  CHECK(holds(file.plugins[0], "\"channels\":1,\"main\":true,\"symbols\":[\"left\"]"));
  CHECK(holds(file.plugins[1], "urn:omx-scan:two"));
}

TEST_CASE("a plugin that is refused is listed with the reason, its neighbour without") {
  const Folder folder;
  const ScannedFile file = scan_one(
      write_bundle(folder, "a.lv2", "<urn:omx-scan:one> lv2:requiredFeature <urn:omx-scan:feature> .\n"));
  REQUIRE(file.plugins.size() == 2);
  CHECK(holds(file.plugins[0], "\"refusal\":\"it requires the feature urn:omx-scan:feature\""));
  CHECK(!holds(file.plugins[1], "refusal"));
  CHECK(
      file.failures ==
      std::vector<std::string>{"urn:omx-scan:one: it requires the feature urn:omx-scan:feature"});
}

TEST_CASE("a manifest that cannot be read is told; a bundle without plugins is no failure") {
  const Folder folder;
  const std::string broken = folder.file("broken.lv2/manifest.ttl", "this is no Turtle\n");
  CHECK(scan_one(std::filesystem::path(broken).parent_path()).failures.size() == 1);
  const std::string empty = folder.file("empty.lv2/manifest.ttl", prefixes);
  CHECK(scan_one(std::filesystem::path(empty).parent_path()).failures.empty());
}

TEST_CASE("the index of bundles is read back as it was written, and not when a byte differs") {
  lv2::IndexContent content;
  content.folders = {{"/a\tb", 7}, {"/absent", -1}};
  content.bundles = {{"/a/x.lv2", {1, 2}, "line 3: a 100%\nfault", {{"urn:x", 2, 4}}, {"urn:y"}, {"urn:z"}}};
  std::string text = lv2::index_text(content);
  const auto read = lv2::parse_index(text);
  REQUIRE(read.has_value());
  CHECK(read->folders == content.folders);
  REQUIRE(read->bundles.size() == 1);
  CHECK(read->bundles[0].error == "line 3: a 100%\nfault");
  CHECK(read->bundles[0].plugins[0].uri == "urn:x");
  CHECK(read->bundles[0].extends == std::vector<std::string>{"urn:z"});
  text.back() = ' ';
  CHECK(!lv2::parse_index(text).has_value());
}

TEST_CASE("an explanation names what is missing") {
  const std::string json = explain_lv2_plugin("urn:omx-scan:nowhere");
  CHECK(holds(json, "\"status\":\"not-found\",\"reason\":\"no LV2 bundle holds urn:omx-scan:nowhere\""));
}

TEST_CASE("folders are searched through, each file once") {
  const Folder folder;
  const std::string b = folder.file("b.clap");
  const std::string a = folder.file("deep/er/a.clap");
  const std::string bundle = folder.file("deep/er/b.lv2/manifest.ttl");
  folder.file("deep/er/b.lv2/in-bundle.clap");
  folder.file("readme.txt");
  std::filesystem::create_directory_symlink(folder.path(), folder.path() + "/deep/loop");
  const auto files = find_plugin_files({folder.path(), b, "/absent.clap"});
  CHECK(std::ranges::count(files, a) == 1);
  CHECK(std::ranges::count(files, b) == 1);
  CHECK(std::ranges::count(files, std::filesystem::path(bundle).parent_path().string()) == 1);
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

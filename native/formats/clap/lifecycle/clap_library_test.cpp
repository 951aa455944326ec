#include "formats/clap/lifecycle/clap_library.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

#include "formats/clap/lifecycle/test_host.hpp"

namespace {

using namespace omx;

std::string open_error(const std::string& path, ErrorCode code) {
  auto library = ClapLibrary::open(path);
  REQUIRE_FALSE(library.has_value());
  CHECK(library.error().code == code);
  return library.error().detail;
}

/// A text file named broken.clap in a folder of its own.
class BrokenFile {
public:
  BrokenFile() {
    char folder[] = "/tmp/omx-test-XXXXXX";
    folder_ = mkdtemp(folder);
    std::FILE* const file = std::fopen(path().c_str(), "w");
    std::fputs("not a plugin\n", file);
    std::fclose(file);
  }
  ~BrokenFile() { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ + "/broken.clap"; }

private:
  std::string folder_;
};

}  // namespace

TEST_CASE("a file is loaded once, whichever way it is named, and lists its plugins") {
  const auto first = ClapLibrary::open(fixture_path("pair"));
  const auto second = ClapLibrary::open(std::string(OMX_FIXTURES_DIR) + "/./pair.clap");
  REQUIRE(first.has_value());
  REQUIRE(second.has_value());
  CHECK(first.value() == second.value());
  const auto& plugins = first.value()->plugins();
  REQUIRE(plugins.size() == 2);
  CHECK(plugins[0].id == "org.plugin-hostd.fixture.double");
  CHECK(plugins[1].name == "Fixture Invert");
  CHECK(plugins[0].vendor == "plugin-hostd");
  CHECK(plugins[0].features == std::vector<std::string>{"audio-effect"});
}

TEST_CASE("files that cannot be used say why") {
  const BrokenFile broken;
  CHECK(open_error("/nowhere/at.clap", ErrorCode::plugin_not_found) == "no such file: /nowhere/at.clap");
  CHECK(open_error(broken.path(), ErrorCode::plugin_failed).starts_with("not a CLAP file: "));
  CHECK(
      open_error(fixture_path("entry-fails"), ErrorCode::plugin_failed) == "its entry refused to initialise");
  CHECK(open_error(fixture_path("no-factory"), ErrorCode::plugin_failed) == "it has no plugin factory");
  CHECK(
      open_error(fixture_path("wrong-abi"), ErrorCode::plugin_failed) ==
      "made for CLAP 0.24.0, which is older than 1.0");
}

TEST_CASE("a failed file can be tried again") {
  for (int i = 0; i < 2; ++i) open_error(fixture_path("entry-fails"), ErrorCode::plugin_failed);
}

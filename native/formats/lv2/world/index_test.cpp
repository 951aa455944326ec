// The index of bundles: what it finds, what it keeps, when it looks again.
#include "formats/lv2/world/index.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/lv2/plugin/test_plugin.hpp"
#include "formats/lv2/world/index_file.hpp"

namespace {

using namespace omx;
using namespace omx::lv2;

namespace fs = std::filesystem;

/// A folder that is the whole LV2_PATH while it lives.
class World {
public:
  World() {
    char path[] = "/tmp/omx-lv2 world#XXXXXX";
    root = mkdtemp(path);
    fs::create_directories(root + "/lv2");
    use(root + "/lv2");
  }
  ~World() {
    use(std::string(OMX_FIXTURES_DIR) + "/lv2");
    fs::remove_all(root);
  }

  static void use(const std::string& path) { setenv("LV2_PATH", path.c_str(), 1); }

  std::string cache() const { return root + "/index"; }

  /// A bundle with one plugin that is nothing but a line of its manifest.
  std::string bundle(const std::string& folder, const std::string& uri, const std::string& more = "") const {
    const std::string path = root + "/" + folder;
    fs::create_directories(path);
    std::ofstream(path + "/manifest.ttl")
        << "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n<" << uri << "> a lv2:Plugin " << more << " .\n";
    return path;
  }

  /// The controls fixture under another name.
  std::string copy_of_controls(const std::string& folder) const {
    const std::string path = root + "/" + folder;
    fs::copy(std::string(OMX_FIXTURES_DIR) + "/lv2/controls.lv2", path, fs::copy_options::recursive);
    return path;
  }

  std::string root;
};

std::string path_of(Index& index, const char* uri) {
  const BundleEntry* const bundle = index.find(uri);
  return bundle != nullptr ? bundle->path : "";
}

}  // namespace

TEST_CASE("a plugin is found by its URI, and bundles that come and go are noticed") {
  const World world;
  Index index(world.cache());
  CHECK(path_of(index, "urn:a").empty());
  const std::string a = world.bundle("lv2/a.lv2", "urn:a");
  CHECK(path_of(index, "urn:a") == a);
  fs::remove_all(a);
  CHECK(path_of(index, "urn:a").empty());
}

TEST_CASE("what one process has read, the next need not read again") {
  const World world;
  const std::string a = world.bundle("lv2/a.lv2", "urn:a");
  Index(world.cache()).refresh();
  const auto kept = read_index_file(world.cache());
  REQUIRE(kept.has_value());
  REQUIRE(kept->bundles.size() == 1);
  CHECK(kept->bundles[0].path == a);
  // As good as read: the file is believed while the times fit.
  auto changed = *kept;
  changed.bundles[0].plugins[0].uri = "urn:from-the-file";
  write_index_file(world.cache(), changed);
  Index second(world.cache());
  CHECK(path_of(second, "urn:from-the-file") == a);
  // Another manifest is read.
  std::ofstream(a + "/manifest.ttl", std::ios::app) << "# longer\n";
  Index third(world.cache());
  CHECK(path_of(third, "urn:a") == a);
}

TEST_CASE("a damaged index file is built anew") {
  const World world;
  const std::string a = world.bundle("lv2/a.lv2", "urn:a");
  Index(world.cache()).refresh();
  std::string text = index_text(read_index_file(world.cache()).value());
  for (std::size_t i = 0; i < text.size(); i += 7) {
    std::string damaged = text;
    damaged[i] = damaged[i] == 'x' ? 'y' : 'x';
    CHECK_FALSE(parse_index(damaged).has_value());
    CHECK_FALSE(parse_index(text.substr(0, i)).has_value());
  }
  std::ofstream(world.cache()) << "rubbish";
  Index index(world.cache());
  CHECK(path_of(index, "urn:a") == a);
  CHECK(read_index_file(world.cache()).has_value());
}

TEST_CASE("a process that reads while another writes sees the old file or the new one") {
  const World world;
  IndexContent content;
  for (int i = 0; i < 500; ++i)
    content.bundles.push_back({"/bundle " + std::to_string(i), {i, i}, "", {}, {}, {}});
  write_index_file(world.cache(), content);
  const pid_t writer = fork();
  if (writer == 0) {
    for (int i = 0; i < 50; ++i) write_index_file(world.cache(), content);
    _exit(0);
  }
  for (int status = 0; waitpid(writer, &status, WNOHANG) == 0;) {
    const auto read = read_index_file(world.cache());
    REQUIRE(read.has_value());
    REQUIRE(read->bundles.size() == 500);
  }
  CHECK(read_index_file(world.cache()).has_value());
}

TEST_CASE("names with tabs, line ends and percent signs survive the file") {
  IndexContent content;
  content.folders = {{"/a b#c", -1}};
  content.bundles = {{"/a\tb\nc%d", {1, 2}, "an \"error\"", {{"urn:%09", 3, 4}}, {"urn:p"}, {"urn:e"}}};
  const auto back = parse_index(index_text(content));
  REQUIRE(back.has_value());
  CHECK(back->folders == content.folders);
  const BundleEntry& bundle = back->bundles.at(0);
  CHECK(bundle.path == "/a\tb\nc%d");
  CHECK(bundle.error == "an \"error\"");
  CHECK(bundle.plugins.at(0).uri == "urn:%09");
  CHECK(bundle.plugins.at(0).micro_version == 4);
  CHECK(bundle.applies_to == std::vector<std::string>{"urn:p"});
  CHECK(bundle.extends == std::vector<std::string>{"urn:e"});
}

TEST_CASE("of two bundles with one URI the newer version counts, then the first on the path") {
  const World world;
  fs::create_directories(world.root + "/other");
  World::use(world.root + "/lv2:" + world.root + "/other");
  const std::string old = world.bundle("lv2/old.lv2", "urn:a", "; lv2:minorVersion 1 ; lv2:microVersion 9");
  const std::string fresh =
      world.bundle("other/new.lv2", "urn:a", "; lv2:minorVersion 2 ; lv2:microVersion 0");
  const std::string first = world.bundle("lv2/b.lv2", "urn:b");
  world.bundle("other/b.lv2", "urn:b");
  Index index(world.cache());
  CHECK(path_of(index, "urn:a") == fresh);
  CHECK(path_of(index, "urn:b") == first);
  CHECK(index.uris() == std::vector<std::string>{"urn:a", "urn:b"});
}

TEST_CASE("bundles that are added come first, those that are removed are forgotten") {
  const World world;
  const std::string on_path = world.bundle("lv2/a.lv2", "urn:a", "; lv2:minorVersion 9");
  const std::string added = world.bundle("elsewhere.lv2", "urn:a");
  Index index(world.cache());
  CHECK(path_of(index, "urn:a") == on_path);
  CHECK(index.add(added + "/").error.empty());
  CHECK(path_of(index, "urn:a") == added);
  CHECK(index.remove(added));
  CHECK_FALSE(index.remove(added));
  CHECK(path_of(index, "urn:a") == on_path);
  CHECK(index.remove(on_path));
  CHECK(path_of(index, "urn:a").empty());
  index.add(on_path);
  CHECK(path_of(index, "urn:a") == on_path);
  CHECK(index.add("/no/such/folder").error == "it has no manifest.ttl");
}

TEST_CASE("a manifest that breaks off harms no other bundle") {
  const World world;
  const std::string good = world.bundle("lv2/good.lv2", "urn:good");
  const std::string bad = world.bundle("lv2/bad.lv2", "urn:bad", "; ; [ \"");
  Index index(world.cache());
  CHECK(path_of(index, "urn:good") == good);
  REQUIRE(index.broken_with("urn:bad") != nullptr);
  CHECK(index.broken_with("urn:bad")->path == bad);
  CHECK(index.broken_with("urn:else") == nullptr);
}

TEST_CASE("a bundle in a path with spaces and # works, also after its folder is gone") {
  const World world;
  const std::string path = world.copy_of_controls("lv2/my controls #1.lv2");
  REQUIRE(omx_clap_lv2_bundle_add(path.c_str()) == OMX_CLAP_LV2_OK);
  {
    const auto instance = load_lv2("controls");
    fs::remove_all(path);
    REQUIRE(instance->activate(48000, test_frames).has_value());
    TestBlocks blocks(*instance);
    std::ranges::fill(blocks.inputs[0], 1.0f);
    CHECK(blocks.run() == RtOutcome::ran);
    CHECK(blocks.outputs[0][3] == 1);
    CHECK(instance->save_state().has_value());
    blocks.stop();
    CHECK(omx_clap_lv2_explain("urn:plugin-hostd:fixture:controls", nullptr, 0) == OMX_CLAP_LV2_NOT_FOUND);
  }
  CHECK(omx_clap_lv2_bundle_add(path.c_str()) == OMX_CLAP_LV2_NOT_FOUND);
}

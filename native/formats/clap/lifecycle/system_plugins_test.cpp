// Every CLAP of the system's folder: loaded, run, saved, restored, destroyed.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <random>

#include "formats/clap/lifecycle/test_host.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__has_feature)
// LeakSanitizer asks here. Other people's plugins leak, and this test is not about them.
extern "C" int __lsan_is_turned_off();
extern "C" int __lsan_is_turned_off() {
  return 1;
}
#endif

namespace {

using namespace omx;

constexpr std::uint32_t seed = 20260101;
constexpr float noise_peak = 0.1f;  // -20 dBFS

std::vector<std::string> system_files() {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/clap", ignored)) {
    if (entry.path().extension() == ".clap") files.push_back(entry.path());
  }
  return files;
}

void process_noise(ClapInstance& instance, int blocks) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> noise(-noise_peak, noise_peak);
  TestBlocks buffers(instance);
  for (int block = 0; block < blocks; ++block) {
    for (auto& channel : buffers.inputs) {
      for (float& sample : channel) sample = noise(random);
    }
    REQUIRE(buffers.run() == RtOutcome::ran);
    for (const auto& channel : buffers.outputs) {
      for (const float sample : channel) REQUIRE(std::isfinite(sample));
    }
  }
  buffers.stop();
}

// The middle of every parameter's range must survive saving and restoring into another instance.
void round_trip(ClapInstance& from, ClapInstance& to) {
  for (const ClapParam& param : std::vector<ClapParam>(from.params())) {
    if (!param.readonly()) REQUIRE(from.set_param(param.id, (param.min + param.max) / 2).has_value());
  }
  const auto state = from.save_state();
  REQUIRE(state.has_value());
  REQUIRE(to.load_state(state.value()).has_value());
  for (const ClapParam& param : from.params()) {
    CAPTURE(param.name);
    if (!param.readonly()) CHECK(to.param(param.id)->value == doctest::Approx(param.value).epsilon(1e-4));
  }
}

void sweep(const std::shared_ptr<ClapLibrary>& library, const std::string& id) {
  auto instance = ClapInstance::create(library, id, {});
  auto other = ClapInstance::create(library, id, {});
  REQUIRE(instance.has_value());
  REQUIRE(other.has_value());
  round_trip(*instance.value(), *other.value());
  REQUIRE(instance.value()->activate(test_rate_hz, test_frames).has_value());
  process_noise(*instance.value(), 64);
  instance.value()->deactivate();
}

}  // namespace

TEST_CASE("every CLAP of the system loads, runs 64 blocks of noise, keeps its state and goes") {
  const auto files = system_files();
  if (files.empty()) {
    std::puts("skipped: no CLAP plugins in /usr/lib/clap (Debian: zam-plugins)");
    return;
  }
  std::printf("seed %u, %zu files\n", seed, files.size());
  for (const std::string& file : files) {
    CAPTURE(file);
    auto library = ClapLibrary::open(file);
    REQUIRE(library.has_value());
    CHECK_FALSE(library.value()->plugins().empty());
    for (const ClapDescriptor& plugin : library.value()->plugins()) sweep(library.value(), plugin.id);
  }
}

// RealtimeSanitizer on plugins: exempt by default, watched on request, and then the report names the plugin's
// file.
#include <cstdio>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>
#include <unistd.h>

#include "formats/clap/lifecycle/test_host.hpp"

namespace {

using namespace omx;

constexpr const char* run_variable = "OMX_TEST_RUN_MALLOC_PROCESS";

// The output and the exit status of this program, run again with other settings.
struct Run {
  std::string output;
  int status = 0;
};

Run run_again(const std::string& settings) {
  char self[4096] = {};
  REQUIRE(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  const std::string command = settings + " " + run_variable + "=1 " + self + " 2>&1";
  std::FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  Run run;
  char bytes[4096];
  while (const std::size_t count = std::fread(bytes, 1, sizeof bytes, pipe)) run.output.append(bytes, count);
  run.status = pclose(pipe);
  return run;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a plugin that allocates in process") {
  if (std::getenv(run_variable) != nullptr) {
    auto instance = load_fixture("malloc-process");
    REQUIRE(instance->activate(test_rate_hz, test_frames).has_value());
    TestBlocks blocks(*instance);
    CHECK(blocks.run() == RtOutcome::ran);
    return;
  }
  const Run exempt = run_again("RTSAN_OPTIONS=halt_on_error=1");
  CHECK(exempt.status == 0);
  CHECK_FALSE(holds(exempt.output, "RealtimeSanitizer"));
  const Run watched = run_again("OMX_RTSAN_PLUGINS=1 RTSAN_OPTIONS=halt_on_error=0");
  CHECK(holds(watched.output, "RealtimeSanitizer: unsafe-library-call"));
  CHECK(holds(watched.output, "malloc-process.clap"));
}

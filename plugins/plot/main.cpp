// Measures the effects for the manual's plots.
//
//   omx-plot --write FILE   writes the numbers; npm run generate draws them
//   omx-plot --check FILE   fails when the numbers in a file are not those of the code
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
#include <string_view>

#include "plot/plot.hpp"

namespace {

using namespace omx::plot;

std::vector<Plot> all_plots() {
  std::vector<Plot> all;
  for (const auto& part : {frequency_plots(), level_plots(), time_plots()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  std::stable_sort(all.begin(), all.end(), [](const Plot& a, const Plot& b) { return a.effect < b.effect; });
  return all;
}

int write(const char* path) {
  std::ofstream file(path);
  file << json(all_plots());
  file.close();
  return file ? 0 : 1;
}

int check(const char* path) {
  std::stringstream recorded;
  recorded << std::ifstream(path).rdbuf();
  std::string where;
  if (almost_equal(recorded.str(), json(all_plots()), where)) {
    return 0;
  }
  std::fprintf(
      stderr,
      "The plots are not those of the code from here on:\n%.300s\nRun omx-plot --write %s, then npm run "
      "generate.\n",
      where.c_str(), path);
  return 1;
}

}  // namespace

int main(int count, char** words) {
  const std::string_view verb = count == 3 ? words[1] : "";
  try {
    if (verb == "--write") {
      return write(words[2]);
    }
    if (verb == "--check") {
      return check(words[2]);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "omx-plot: %s\n", error.what());
    return 1;
  }
  std::fprintf(stderr, "usage: omx-plot --write FILE | --check FILE\n");
  return 2;
}

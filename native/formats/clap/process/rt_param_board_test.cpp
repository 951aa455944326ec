#include "formats/clap/process/rt_param_board.hpp"

#include <map>
#include <thread>

#include <doctest/doctest.h>

namespace {

std::map<clap_id, double> collected(omx::RtParamBoard& board) {
  std::map<clap_id, double> values;
  board.collect([&](clap_id id, double value) { values[id] = value; });
  return values;
}

}  // namespace

TEST_CASE("the board hands over the latest value of each parameter once") {
  omx::RtParamBoard board({30, 10, 4000000000u, 20});
  board.report(20, 1.0);
  board.report(20, 2.0);
  board.report(4000000000u, -3.5);
  CHECK(collected(board) == std::map<clap_id, double>{{20, 2.0}, {4000000000u, -3.5}});
  CHECK(collected(board).empty());
  board.report(10, 0.5);
  CHECK(collected(board) == std::map<clap_id, double>{{10, 0.5}});
}

TEST_CASE("a parameter that the plugin does not have is ignored") {
  omx::RtParamBoard board({10, 20});
  for (const clap_id id : {0u, 11u, 21u}) board.report(id, 1.0);
  CHECK(collected(board).empty());
  omx::RtParamBoard empty;
  empty.report(1, 1.0);
  CHECK(collected(empty).empty());
}

TEST_CASE("with the audio thread writing, control sees rising values and the last one") {
  constexpr int last = 20000;
  omx::RtParamBoard board({1, 2});
  std::thread writer([&] {
    for (int i = 1; i <= last; ++i) board.report(2, i);
  });
  double seen = 0;
  while (seen < last) {
    board.collect([&](clap_id id, double value) {
      CHECK(id == 2);
      CHECK(value >= seen);
      seen = value;
    });
  }
  writer.join();
  // A value can be taken just before its mark is set; the mark then hands it over a second time.
  for (const auto& [id, value] : collected(board)) CHECK(value == last);
  CHECK(collected(board).empty());
}

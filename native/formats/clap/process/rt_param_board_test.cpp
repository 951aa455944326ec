#include "formats/clap/process/rt_param_board.hpp"

#include <map>

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

#include <doctest/doctest.h>

#include "worker/options.hpp"

using namespace omx;

TEST_CASE("options are read in both spellings") {
  const auto options = parse_options(
      {"--name", "vocals", "--run-dir=/run/x", "--driver", "timer", "--rate", "96000", "--period=64",
       "--orphan-timeout", "0"});
  REQUIRE(options);
  CHECK(options.value().name == "vocals");
  CHECK(options.value().run_dir == "/run/x");
  CHECK(options.value().driver == DriverKind::timer);
  CHECK(options.value().sample_rate == 96000);
  CHECK(options.value().period_frames == 64);
  CHECK(options.value().orphan_timeout_s == 0.0);
}

TEST_CASE("mod-host's ports") {
  const auto options = parse_options({"-p", "5555", "-f", "5556"});
  REQUIRE(options);
  CHECK(options.value().port == 5555);
  CHECK(options.value().feedback_port == 5556);
  CHECK_FALSE(options.value().orphan_timeout_s);
}

TEST_CASE("wrong options are named") {
  CHECK(parse_options({"--nmae", "x"}).error().detail == "unknown option --nmae");
  CHECK(parse_options({"--rate"}).error().detail == "--rate needs a value");
  CHECK(parse_options({"--rate", "fast"}).error().detail == "--rate cannot be \"fast\"");
  CHECK(parse_options({"-p", "70000"}).error().detail == "-p cannot be \"70000\"");
  CHECK(parse_options({"--name", "a/b", "-p", "1"}).error().detail == "--name cannot be \"a/b\"");
  CHECK(parse_options({"--driver", "alsa", "-p", "1"}).error().code == ErrorCode::bad_request);
  CHECK_FALSE(parse_options({}));
  CHECK_FALSE(parse_options({"--run-dir", "/x", "-f", "1"}));
}

TEST_CASE("help needs nothing else") {
  CHECK(parse_options({"--help"}).value().help);
  CHECK(parse_options({"--version"}).value().version);
}

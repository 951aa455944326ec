#include "effect/param_text.hpp"

#include <cmath>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "effect/registry.hpp"
#include "effect/state_text.hpp"
#include "omx-delay/generated/params.hpp"

namespace {

using omx::EffectInfo;
using omx::OffAt;
using omx::ParamInfo;
using omx::parse_value;
using omx::Unit;
using omx::value_text;

constexpr const char* shapes[] = {"Bell", "Low shelf", "All-pass"};
constexpr const char* slopes[] = {"12 dB/oct", "24 dB/oct"};

ParamInfo param(Unit unit, double min, double max, OffAt off_at = OffAt::never) {
  const double step = unit == Unit::toggle || unit == Unit::choice ? 1.0 : 0.0;
  return {1, "symbol", "Symbol", "", unit, off_at, min, max, min, step, 20.0F, {}};
}

ParamInfo choice(std::span<const char* const> labels) {
  ParamInfo info = param(Unit::choice, 0.0, static_cast<double>(labels.size() - 1));
  info.labels = labels;
  return info;
}

const ParamInfo hz = param(Unit::hz, 20.0, 20000.0);
const ParamInfo db = param(Unit::db, -24.0, 24.0);
const ParamInfo ms = param(Unit::ms, 1.0, 2000.0);
const ParamInfo percent = param(Unit::percent, 0.0, 1.0);
const ParamInfo low_cut = param(Unit::hz, 10.0, 20000.0, OffAt::min);

}  // namespace

TEST_CASE("values are written with their units") {
  CHECK(value_text(hz, 80.0) == "80 Hz");
  CHECK(value_text(hz, 31.25) == "31.25 Hz");
  CHECK(value_text(hz, 1200.0) == "1.2 kHz");
  CHECK(value_text(hz, 12345.0) == "12.35 kHz");
  CHECK(value_text(db, -12.5) == "-12.5 dB");
  CHECK(value_text(db, -0.0001) == "0 dB");
  CHECK(value_text(ms, 250.0) == "250 ms");
  CHECK(value_text(ms, 1500.0) == "1.5 s");
  CHECK(value_text(percent, 0.2) == "20 %");
  CHECK(value_text(param(Unit::ratio, 1.0, 20.0), 4.0) == "4:1");
  CHECK(value_text(param(Unit::q, 0.1, 40.0), 0.71) == "0.71");
  CHECK(value_text(param(Unit::s, 0.0, 10.0), 2.5) == "2.5 s");
  CHECK(value_text(param(Unit::degrees, -180.0, 180.0), -90.0) == "-90°");
  CHECK(value_text(param(Unit::octaves, 0.0, 4.0), 0.5) == "0.5 oct");
  CHECK(value_text(param(Unit::semitones, -12.0, 12.0), 7.0) == "7 st");
  CHECK(value_text(param(Unit::beats, 0.0, 4.0), 0.75) == "0.75 beats");
  CHECK(value_text(param(Unit::count, 1.0, 4.0), 3.0) == "3");
  CHECK(value_text(param(Unit::toggle, 0.0, 1.0), 1.0) == "On");
  CHECK(value_text(choice(shapes), 1.0) == "Low shelf");
  CHECK(value_text(low_cut, 10.0) == "Off");
  CHECK(value_text(param(Unit::ratio, 1.0, 20.0, OffAt::max), 20.0) == "Inf:1");
}

TEST_CASE("typed values are read with and without units") {
  CHECK(parse_value(hz, "80") == 80.0);
  CHECK(parse_value(hz, " 80 hz ") == 80.0);
  CHECK(parse_value(hz, "1.2 kHz") == 1200.0);
  CHECK(parse_value(hz, "1.2K") == 1200.0);
  CHECK(parse_value(db, "-12.5dB") == -12.5);
  CHECK(parse_value(db, "+6 DB") == 6.0);
  CHECK(parse_value(ms, "0.25 s") == 250.0);
  CHECK(parse_value(percent, "0.2") == 0.2);
  CHECK(parse_value(percent, "20%") == doctest::Approx(0.2));
  CHECK(parse_value(percent, "100 percent") == 1.0);
  CHECK(parse_value(param(Unit::ratio, 1.0, 20.0), "4:1") == 4.0);
  CHECK(parse_value(param(Unit::degrees, -180.0, 180.0), "-90°") == -90.0);
  CHECK(parse_value(param(Unit::degrees, -180.0, 180.0), "45 deg") == 45.0);
  CHECK(parse_value(param(Unit::octaves, 0.0, 4.0), "1.5 Octaves") == 1.5);
  CHECK(parse_value(param(Unit::semitones, -12.0, 12.0), "-7 st") == -7.0);
  CHECK(parse_value(param(Unit::beats, 0.0, 4.0), "1 beat") == 1.0);
  CHECK_FALSE(parse_value(param(Unit::count, 1.0, 4.0), "3 st"));
  CHECK(parse_value(param(Unit::toggle, 0.0, 1.0), "ON") == 1.0);
  CHECK(parse_value(param(Unit::toggle, 0.0, 1.0), "off") == 0.0);
  CHECK(parse_value(param(Unit::toggle, 0.0, 1.0), "1") == 1.0);
  CHECK(parse_value(choice(shapes), "low shelf") == 1.0);
  CHECK(parse_value(choice(shapes), "LowShelf") == 1.0);
  CHECK(parse_value(choice(shapes), "allpass") == 2.0);
  CHECK(parse_value(choice(shapes), "2") == 2.0);
  CHECK(parse_value(choice(slopes), "24") == 1.0);
  CHECK(parse_value(choice(slopes), "12") == 0.0);
  CHECK(parse_value(low_cut, "off") == 10.0);
  CHECK(parse_value(param(Unit::ratio, 1.0, 20.0, OffAt::max), "inf:1") == 20.0);
  CHECK(parse_value(param(Unit::ratio, 1.0, 20.0, OffAt::max), "Infinity") == 20.0);
}

TEST_CASE("what makes no sense or is out of range is refused") {
  for (const char* text :
       {"", "loud", "80 dB", "1e999", "nan", "inf", "19", "20001", "80 Hz please", "--80", "off"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_value(hz, text));
  }
  CHECK_FALSE(parse_value(percent, "20"));
  CHECK_FALSE(parse_value(choice(shapes), "3"));
}

TEST_CASE("text of every parameter of every effect leads back to the value, to what it shows") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    for (const ParamInfo& info : entry.info->params) {
      CAPTURE(std::string(info.symbol));
      for (int i = 0; i <= 20; ++i) {
        const double value =
            accepted_value(info, info.min_value + i * (info.max_value - info.min_value) / 20.0);
        const auto back = parse_value(info, value_text(info, value));
        REQUIRE(back);
        CHECK(
            std::fabs(*back - value) <= 1e-3 * std::fabs(value) + 1e-3 * (info.unit == Unit::db ? 1.0 : 0.0));
        CHECK(value_text(info, *back) == value_text(info, value));
      }
    }
  }
}

TEST_CASE("the name of every parameter, folded, is its symbol") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    for (const ParamInfo& info : entry.info->params) {
      std::string folded;
      for (const char c : std::string(info.name)) {
        folded += c == ' ' ? '_' : static_cast<char>(std::tolower(c));
      }
      CHECK(folded == info.symbol);
    }
  }
}

TEST_CASE("a state comes back to the last bit") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    std::vector<double> values;
    for (const ParamInfo& info : entry.info->params) {
      values.push_back(accepted_value(info, info.min_value + (info.max_value - info.min_value) / 3.0));
    }
    CHECK(omx::parse_state(*entry.info, omx::state_text(*entry.info, values)) == values);
  }
}

TEST_CASE("a state of a version that had fewer or other parameters keeps what it has") {
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    const auto params = entry.info->params;
    std::vector<double> values;
    for (const ParamInfo& info : params) {
      values.push_back(accepted_value(info, info.min_value + (info.max_value - info.min_value) / 3.0));
    }
    const std::string text = omx::state_text(*entry.info, values);
    for (std::size_t missing = 0; missing < params.size(); ++missing) {
      CAPTURE(std::string(params[missing].symbol));
      std::string older = text;
      const std::size_t line = older.find("\n" + std::string(params[missing].symbol) + " ") + 1;
      older.replace(line, older.find('\n', line) - line, "gone_since 0.5");
      std::vector<double> wanted = values;
      wanted[missing] = params[missing].default_value;
      CHECK(omx::parse_state(*entry.info, older) == wanted);
    }
  }
}

TEST_CASE("a state with unknown, missing and broken lines is read as far as it goes") {
  const EffectInfo& info = omx::delay::info;  // time, feedback, mix, ...
  const std::string text = "omx-state 1\r\neffect org.plugin-hostd.omx-delay\r\nwobble 3\ntime 99999\nmix "
                           "nan\nfeedback 0.5\n\nmode";
  const auto values = omx::parse_state(info, text);
  REQUIRE(values);
  CHECK((*values)[0] == 2000.0);  // clamped
  CHECK((*values)[1] == 0.5);
  CHECK((*values)[2] == info.params[2].default_value);
  CHECK((*values)[4] == info.params[4].default_value);
}

TEST_CASE("a state of another format, version or effect is refused") {
  const EffectInfo& info = omx::delay::info;
  CHECK_FALSE(omx::parse_state(info, ""));
  CHECK_FALSE(omx::parse_state(info, "omx-state 2\neffect org.plugin-hostd.omx-delay\n"));
  CHECK_FALSE(omx::parse_state(info, "omx-state 1\neffect org.plugin-hostd.omx-eq8\n"));
  CHECK_FALSE(omx::parse_state(info, std::string("\0\0\0\1", 4)));
}

TEST_CASE("states and typed values that were damaged are read or refused, and give nothing out of range") {
  std::mt19937 random(20240501);
  for (const omx::RegisteredEffect& entry : omx::effects()) {
    CAPTURE(std::string(entry.info->name));
    const auto params = entry.info->params;
    std::vector<double> values;
    for (const ParamInfo& info : params) {
      values.push_back(info.default_value);
    }
    const std::string state = omx::state_text(*entry.info, values);
    for (int round = 0; round < 300; ++round) {
      std::string damaged = state;
      for (unsigned i = 0; i < 1 + random() % 8; ++i) {
        damaged[random() % damaged.size()] = static_cast<char>(random());
      }
      damaged.resize(damaged.size() - random() % damaged.size() / 2);
      const auto read = omx::parse_state(*entry.info, damaged);
      for (std::size_t i = 0; read && i < params.size(); ++i) {
        REQUIRE((*read)[i] >= params[i].min_value);
        REQUIRE((*read)[i] <= params[i].max_value);
      }
      const ParamInfo& param = params[random() % params.size()];
      std::string text = value_text(param, param.default_value);
      text[random() % text.size()] = static_cast<char>(random());
      const auto value = parse_value(param, text);
      REQUIRE((!value || (*value >= param.min_value && *value <= param.max_value)));
    }
  }
}

#include <doctest/doctest.h>

#include "text/words.hpp"

using namespace omx;

TEST_CASE("words are separated by spaces and grouped by quotes") {
  using Words = std::vector<std::string>;
  CHECK(split_words("  a  b\tc \r\n") == Words{"a", "b", "c"});
  CHECK(
      split_words("add \"clap:/my plugins/x.clap#id\" 3") == Words{"add", "clap:/my plugins/x.clap#id", "3"});
  CHECK(split_words(R"(say "a \"quoted\" \\ word" "")") == Words{"say", R"(a "quoted" \ word)", ""});
  CHECK(split_words("open \"never closed") == Words{"open", "never closed"});
  CHECK(split_words("").empty());
}

TEST_CASE("the last word of a verb may take the rest") {
  using Words = std::vector<std::string>;
  CHECK(split_words("param_parse 0 1 -12.5 dB", 4) == Words{"param_parse", "0", "1", "-12.5 dB"});
  CHECK(split_words("param_parse 0 1 \"-12.5 dB\"", 4) == Words{"param_parse", "0", "1", "-12.5 dB"});
  CHECK(split_words("param_parse 0 1 \"a\" b", 4) == Words{"param_parse", "0", "1", "\"a\" b"});
}

TEST_CASE("a quoted word is read back") {
  for (const std::string word : {"plain", "", "two words", "a\"b", "c:\\d", "\\\" x"}) {
    CHECK(split_words(quote_word(word)) == std::vector<std::string>{word});
  }
}

TEST_CASE("numbers are read whole or not at all, and printed as mod-host does when that is exact") {
  CHECK(parse_integer("-1") == -1);
  CHECK_FALSE(parse_integer("1x"));
  CHECK_FALSE(parse_integer(""));
  CHECK(parse_number("+2.5e1") == 25.0);
  CHECK_FALSE(parse_number("nan"));
  CHECK_FALSE(parse_number("inf"));
  CHECK_FALSE(parse_number("1,5"));
  CHECK(format_number(0.5) == "0.5000");
  CHECK(format_number(-20) == "-20.0000");
  CHECK(format_number(0.00001) == "1e-05");
  CHECK(parse_number(format_number(double{0.1f})) == double{0.1f});
  CHECK(parse_number(format_number(1e300)) == 1e300);
}

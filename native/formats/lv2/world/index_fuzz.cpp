// Arbitrary text as an index file: what is read can be written and read again.
#include <cstdlib>
#include <string>

#include "formats/lv2/world/index_file.hpp"

namespace {

using namespace omx::lv2;

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string body(reinterpret_cast<const char*>(data), size);
  static_cast<void>(parse_index(body));
  // With the first line and the checksum right, so that the lines behind them are looked into.
  const auto read = parse_index(signed_index(body));
  if (!read) return 0;
  const std::string written = index_text(*read);
  const auto again = parse_index(written);
  require(again.has_value());
  require(index_text(*again) == written);
  return 0;
}

// Arbitrary bytes as a state: what is read can be written and read again.
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "formats/lv2/state/saved_state.hpp"

namespace {

using namespace omx::lv2;

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Behind the mark and the version, which nothing would find by chance.
  std::vector<std::byte> bytes(8 + size);
  std::memcpy(bytes.data(), "omx-lv2\1", 8);
  if (size > 0) std::memcpy(bytes.data() + 8, data, size);
  const auto read = decode_state(bytes);
  if (const SavedState* const state = std::get_if<SavedState>(&read)) {
    const std::vector<std::byte> written = encode_state(*state);
    const auto again = decode_state(written);
    require(std::holds_alternative<SavedState>(again));
    require(encode_state(std::get<SavedState>(again)) == written);
  }
  return 0;
}

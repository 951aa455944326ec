// Arbitrary bytes as what a plugin leaves in an event port, and as an object in it: nothing is read beyond
// them.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "formats/lv2/process/rt_object.hpp"
#include "formats/lv2/process/rt_sequence.hpp"

namespace {

using namespace omx::lv2;

constexpr LV2_URID sequence_type = 1;

/// Looks at every byte, so that a sanitizer sees it.
std::uint32_t sum_of(const void* data, std::uint32_t size) {
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < size; ++i) sum += static_cast<const std::uint8_t*>(data)[i];
  return sum;
}

std::uint32_t look_at_object(const LV2_Atom& atom) {
  RtObjectReader reader(&atom + 1, atom.size);
  std::uint32_t sum = reader.type();
  while (const LV2_Atom_Property_Body* const property = reader.next())
    sum += sum_of(&property->value + 1, property->value.size);
  return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < sizeof(LV2_Atom_Sequence)) return 0;
  std::vector<std::uint64_t> memory(size / sizeof(std::uint64_t));  // on the heap, its end guarded
  const auto capacity = static_cast<std::uint32_t>(memory.size() * sizeof(std::uint64_t));
  std::memcpy(memory.data(), data, capacity);
  auto* const buffer = reinterpret_cast<LV2_Atom_Sequence*>(memory.data());
  buffer->atom.type = sequence_type;
  RtSequenceReader reader(buffer, capacity, sequence_type);
  std::uint32_t sum = 0;
  std::uint32_t events = 0;
  while (const LV2_Atom_Event* const event = reader.next()) {
    sum += sum_of(event + 1, event->body.size) + look_at_object(event->body);
    if (++events > capacity / sizeof(LV2_Atom_Event)) std::abort();  // it goes round in circles
  }
  return sum == 0xFFFFFFFF ? -1 : 0;
}

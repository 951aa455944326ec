/// Replaces the numbers of URIs in atoms.
#pragma once

#include <cstdint>
#include <functional>

#include "formats/lv2/process/rt_urids.hpp"

namespace omx::lv2 {

/// Which types are containers, in this process.
struct AtomTypes {
  AtomTypes();

  std::uint32_t urid, tuple, object, blank, resource, sequence, vector, property, literal;
};

/// Replaces every URID in the body of an atom of `type` (a number of this process): in URID atoms, and in the
/// types and keys of tuples, objects, sequences, vectors and literals, however deep. `number` gives the
/// replacement. With `foreign` set, the body's numbers are those to be replaced by this process's: types are
/// looked at after their replacement. False when a size leads out of the body: it is then in an undefined
/// state.
bool replace_urids(
    const AtomTypes& types, std::uint32_t type, void* body, std::uint32_t size, bool foreign,
    const std::function<std::uint32_t(std::uint32_t)>& number);

}  // namespace omx::lv2

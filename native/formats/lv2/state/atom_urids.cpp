#include "formats/lv2/state/atom_urids.hpp"

#include <cstddef>
#include <cstring>

#include <lv2/atom/atom.h>

#include "formats/lv2/features/urid_map.hpp"
#include "formats/lv2/process/rt_sequence.hpp"

namespace omx::lv2 {

namespace {

/// Deeper than any sane message; a bound for hostile ones.
constexpr int deepest = 32;

class Replacer {
public:
  Replacer(const AtomTypes& types, bool foreign, const std::function<std::uint32_t(std::uint32_t)>& number)
      : types_(types), foreign_(foreign), number_(number) {}

  bool body(std::uint32_t type, std::byte* at, std::uint32_t size, int depth) const {
    if (depth > deepest) return false;
    if (type == types_.urid && size >= sizeof(LV2_URID)) replace(at);
    if (type == types_.tuple) return atoms(at, size, depth);
    if (type == types_.object || type == types_.blank || type == types_.resource)
      return object(at, size, depth);
    if (type == types_.sequence) return sequence(at, size, depth);
    if (type == types_.vector) return vector(at, size, depth);
    if (type == types_.property) return property(at, size, depth).first;
    if (type == types_.literal) {
      if (size < 2 * sizeof(LV2_URID)) return true;
      replace(at);                     // datatype
      replace(at + sizeof(LV2_URID));  // language
    }
    return true;
  }

private:
  /// Hostile sizes may put it at any address.
  static std::uint32_t number_at(const std::byte* at) {
    std::uint32_t number = 0;
    std::memcpy(&number, at, sizeof number);
    return number;
  }

  /// The number in this process of what stood there.
  std::uint32_t replace(std::byte* at) const {
    const LV2_URID before = number_at(at);
    const LV2_URID after = before != 0 ? number_(before) : 0;
    std::memcpy(at, &after, sizeof after);
    return foreign_ ? after : before;
  }

  /// An atom with its head; its whole size, padded, or 0 when it does not fit.
  std::uint32_t atom(std::byte* at, std::uint32_t size, int depth) const {
    if (size < sizeof(LV2_Atom)) return 0;
    const std::uint32_t body_size = number_at(at + offsetof(LV2_Atom, size));
    if (body_size > size - sizeof(LV2_Atom)) return 0;
    const std::uint32_t type = replace(at + offsetof(LV2_Atom, type));
    if (!body(type, at + sizeof(LV2_Atom), body_size, depth + 1)) return 0;
    return padded(static_cast<std::uint32_t>(sizeof(LV2_Atom)) + body_size);
  }

  bool atoms(std::byte* at, std::uint32_t size, int depth) const {
    for (std::uint32_t done = 0; done < size;) {
      const std::uint32_t step = atom(at + done, size - done, depth);
      if (step == 0) return false;
      done += step;
    }
    return true;
  }

  std::pair<bool, std::uint32_t> property(std::byte* at, std::uint32_t size, int depth) const {
    constexpr std::uint32_t head = 2 * sizeof(LV2_URID);  // key and context
    if (size < head) return {false, 0};
    replace(at);
    replace(at + sizeof(LV2_URID));
    const std::uint32_t value = atom(at + head, size - head, depth);
    return {value > 0, head + value};
  }

  bool object(std::byte* at, std::uint32_t size, int depth) const {
    if (size < sizeof(LV2_Atom_Object_Body)) return false;
    replace(at + offsetof(LV2_Atom_Object_Body, id));
    replace(at + offsetof(LV2_Atom_Object_Body, otype));
    for (std::uint32_t done = sizeof(LV2_Atom_Object_Body); done < size;) {
      const auto [good, step] = property(at + done, size - done, depth);
      if (!good) return false;
      done += step;
    }
    return true;
  }

  bool sequence(std::byte* at, std::uint32_t size, int depth) const {
    if (size < sizeof(LV2_Atom_Sequence_Body)) return false;
    replace(at);  // its unit
    for (std::uint32_t done = sizeof(LV2_Atom_Sequence_Body); done < size;) {
      constexpr std::uint32_t time = sizeof(std::int64_t);
      if (size - done < time) return false;
      const std::uint32_t step = atom(at + done + time, size - done - time, depth);
      if (step == 0) return false;
      done += time + step;
    }
    return true;
  }

  bool vector(std::byte* at, std::uint32_t size, int depth) const {
    if (size < sizeof(LV2_Atom_Vector_Body)) return false;
    const std::uint32_t child_size = number_at(at);
    const std::uint32_t child = replace(at + offsetof(LV2_Atom_Vector_Body, child_type));
    if (child_size == 0) return true;
    for (std::uint32_t done = sizeof(LV2_Atom_Vector_Body); done + child_size <= size; done += child_size) {
      if (!body(child, at + done, child_size, depth + 1)) return false;
    }
    return true;
  }

  const AtomTypes& types_;
  const bool foreign_;
  const std::function<std::uint32_t(std::uint32_t)>& number_;
};

}  // namespace

AtomTypes::AtomTypes() {
  UridMap& map = UridMap::process();
  urid = map.map(LV2_ATOM__URID);
  tuple = map.map(LV2_ATOM__Tuple);
  object = map.map(LV2_ATOM__Object);
  blank = map.map(LV2_ATOM__Blank);
  resource = map.map(LV2_ATOM__Resource);
  sequence = map.map(LV2_ATOM__Sequence);
  vector = map.map(LV2_ATOM__Vector);
  property = map.map(LV2_ATOM__Property);
  literal = map.map(LV2_ATOM__Literal);
}

bool replace_urids(
    const AtomTypes& types, std::uint32_t type, void* body, std::uint32_t size, bool foreign,
    const std::function<std::uint32_t(std::uint32_t)>& number) {
  return Replacer(types, foreign, number).body(type, static_cast<std::byte*>(body), size, 0);
}

}  // namespace omx::lv2

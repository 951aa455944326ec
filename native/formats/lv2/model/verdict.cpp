#include "formats/lv2/model/verdict.hpp"

namespace omx::lv2 {

namespace {

Verdict& kept() {
  static Verdict verdict;
  return verdict;
}

}  // namespace

void note_failure(const Verdict& verdict) {
  kept() = verdict;
}

const Verdict& last_failure() {
  return kept();
}

}  // namespace omx::lv2

#include "formats/clap/process/rt_param_board.hpp"

#include <algorithm>

namespace omx {

namespace {

std::vector<clap_id> sorted(std::vector<clap_id> ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace

RtParamBoard::RtParamBoard(std::vector<clap_id> ids)
    : ids_(sorted(std::move(ids))), slots_(std::make_unique<Slot[]>(ids_.size())) {}

void RtParamBoard::report(clap_id id, double value) noexcept OMX_RT {
  std::size_t first = 0;
  std::size_t count = ids_.size();
  const clap_id* const ids = ids_.data();
  while (count > 0) {
    const std::size_t half = count / 2;
    if (ids[first + half] < id) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  if (first == ids_.size() || ids[first] != id) return;
  Slot& slot = slots_.get()[first];
  slot.value.store(value, std::memory_order_relaxed);
  slot.changed.store(true, std::memory_order_release);
  any_.store(true, std::memory_order_release);
}

}  // namespace omx

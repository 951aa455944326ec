#include "bridge/stage/turn_word.hpp"

#include <climits>
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/rt_exempt.hpp"

namespace omx {

namespace {

// Shared between processes, so without FUTEX_PRIVATE_FLAG; never blocks.
void wake(std::atomic<std::uint32_t>& word) noexcept OMX_RT {
  const RtExempt allowed_by_design;
  OMX_RT_UNCHECKED_BEGIN
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  OMX_RT_UNCHECKED_END
}

// Sleeps while the word is `expected`, until the deadline; may return early.
void sleep(
    std::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline_ns) noexcept OMX_RT {
  constexpr std::uint64_t second_ns = 1'000'000'000;
  timespec until{};
  until.tv_sec = static_cast<time_t>(deadline_ns / second_ns);
  until.tv_nsec = static_cast<long>(deadline_ns % second_ns);
  const RtExempt waiting_for_the_stage_is_its_purpose;
  OMX_RT_UNCHECKED_BEGIN
  syscall(
      SYS_futex, &word, FUTEX_WAIT_BITSET, expected, deadline_ns == TurnWord::forever ? nullptr : &until,
      nullptr, FUTEX_BITSET_MATCH_ANY);
  OMX_RT_UNCHECKED_END
}

bool is_over(std::uint64_t deadline_ns) noexcept OMX_RT {
  if (deadline_ns == TurnWord::forever) return false;
  timespec now{};
  OMX_RT_UNCHECKED_BEGIN  // answered by the vDSO
      clock_gettime(CLOCK_MONOTONIC, &now);
  OMX_RT_UNCHECKED_END
  const std::uint64_t now_ns =
      static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
  return now_ns >= deadline_ns;
}

using Move = std::optional<Turn> (*)(Turn) noexcept OMX_RT;

// Makes a move as soon as nobody comes between. The word before it, or nothing when it is not allowed.
template <Move next>
std::optional<Turn> make(std::atomic<std::uint32_t>& word) noexcept OMX_RT {
  Turn now{word.load(std::memory_order_acquire)};
  for (;;) {
    const std::optional<Turn> then = next(now);
    if (!then) return std::nullopt;
    if (word.compare_exchange_weak(
            now.word, then->word, std::memory_order_acq_rel, std::memory_order_acquire))
      return now;
  }
}

}  // namespace

bool TurnWord::pass() noexcept OMX_RT {
  if (!make<turn_pass>(word_)) return false;
  wake(word_);
  return true;
}

bool TurnWord::wait_for_answer(std::uint64_t deadline_ns) noexcept OMX_RT {
  for (;;) {
    const Turn turn = now();
    if (turn.holder() == TurnHolder::client) return true;
    if (turn.holder() != TurnHolder::stage) return false;
    if (is_over(deadline_ns)) break;
    sleep(word_, turn.word, deadline_ns);
  }
  // Lost only to an answer that came this moment, or to a stage that left.
  return !make<turn_give_up>(word_) && now().holder() == TurnHolder::client;
}

TurnHolder TurnWord::wait_for_turn(std::uint64_t deadline_ns) noexcept OMX_RT {
  for (;;) {
    const Turn turn = now();
    if (turn.holder() != TurnHolder::client || is_over(deadline_ns)) return turn.holder();
    sleep(word_, turn.word, deadline_ns);
  }
}

bool TurnWord::give_back() noexcept OMX_RT {
  const std::optional<Turn> before = make<turn_give_back>(word_);
  if (!before) return false;
  if (before->holder() == TurnHolder::missed) return false;
  wake(word_);
  return true;
}

void TurnWord::leave() noexcept OMX_RT {
  make<turn_leave>(word_);
  wake(word_);
}

}  // namespace omx

/// The turn between a client and a stage: a word that says which cycle it is and who may act, and its moves.
#pragma once

#include <cstdint>
#include <optional>

#include "base/rt.hpp"
#include "omx_contracts/bridge_stage.hpp"

namespace omx {

/// A value of the turn word. Each move takes the word as it was read and gives the word to put in its place
/// by compare-and-swap, or nothing when the move is not allowed; whoever loses the swap reads again. The
/// model in turn_model_test.cpp tries every order of these moves.
///
///   client --pass--> stage --give_back--> client
///                    stage --give_up--> missed --give_back--> client
///   any --leave--> gone
struct Turn {
  std::uint32_t word = 0;

  constexpr TurnHolder holder() const noexcept OMX_RT { return static_cast<TurnHolder>(word & 3); }
  /// Counts passes, modulo 2^30.
  constexpr std::uint32_t cycle() const noexcept OMX_RT { return word >> 2; }
  constexpr bool operator==(const Turn&) const noexcept = default;

  static constexpr Turn of(std::uint32_t cycle, TurnHolder holder) noexcept OMX_RT {
    return {cycle << 2 | static_cast<std::uint32_t>(holder)};
  }
};

/// [client] Begins the next cycle. Not while the stage still owes an answer: that is its quarantine.
constexpr std::optional<Turn> turn_pass(Turn now) noexcept OMX_RT {
  if (now.holder() != TurnHolder::client) return std::nullopt;
  return Turn::of(now.cycle() + 1, TurnHolder::stage);
}

/// [client] Stops waiting. Not when the answer is there after all.
constexpr std::optional<Turn> turn_give_up(Turn now) noexcept OMX_RT {
  if (now.holder() != TurnHolder::stage) return std::nullopt;
  return Turn::of(now.cycle(), TurnHolder::missed);
}

/// [stage] Hands the turn back: with an answer in time, or late, which acknowledges that it was missed.
/// Either way the stage touches nothing of its part until the turn is passed again.
constexpr std::optional<Turn> turn_give_back(Turn now) noexcept OMX_RT {
  if (now.holder() != TurnHolder::stage && now.holder() != TurnHolder::missed) return std::nullopt;
  return Turn::of(now.cycle(), TurnHolder::client);
}

/// [either] Ends the exchange for good.
constexpr std::optional<Turn> turn_leave(Turn now) noexcept OMX_RT {
  if (now.holder() == TurnHolder::gone) return std::nullopt;
  return Turn::of(now.cycle(), TurnHolder::gone);
}

}  // namespace omx

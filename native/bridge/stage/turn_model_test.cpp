// Every order in which the steps of a client and a stage can fall, over a few cycles: loads, swaps, sleeps
// and wake-ups one by one, deadlines that pass at any moment, a stage that stops, is killed or crashes
// anywhere.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "bridge/stage/turn.hpp"

namespace {

using namespace omx;

constexpr std::uint8_t cycle_count = 3;

/// Ways to get it wrong, each of which the model must notice.
enum class Flaw : std::uint8_t {
  none,
  no_quarantine,
  no_wake_by_client,
  no_wake_by_stage,
  blind_sleep,
  early_return
};

enum class At : std::uint8_t {
  // client
  begin,
  write,
  written,
  pass,
  pass_swap,
  wake_stage,
  look,
  choose,
  asleep,
  give_up,
  give_up_swap,
  read,
  read_done,
  finished,
  // stage
  s_look,
  s_sleep,
  s_asleep,
  s_read,
  s_read_done,
  s_write,
  s_write_done,
  s_return,
  s_return_swap,
  s_wake,
  s_end,
  s_dead,
};

struct State {
  Turn word{}, client_seen{}, stage_seen{};
  At client = At::begin, stage = At::s_look;
  std::uint8_t cycles = 0;
  std::uint32_t input = 0, output = 0;  // cycle that each part holds
  bool client_writes = false, client_reads = false, stage_reads = false, stage_writes = false;

  auto key() const {
    return std::tuple(
        word.word, client_seen.word, stage_seen.word, client, stage, cycles, input, output,
        client_writes << 3 | client_reads << 2 | stage_reads << 1 | int{stage_writes});
  }
};

class Model {
public:
  explicit Model(Flaw flaw) : flaw_(flaw) {}

  /// Explores all; what went wrong first, or nothing.
  std::string explore() {
    std::vector<State> open{State{}};
    while (!open.empty() && wrong_.empty()) {
      const State state = open.back();
      open.pop_back();
      if (!seen_.insert(state.key()).second) continue;
      check(state);
      next_.clear();
      step_client(state);
      step_stage(state);
      open.insert(open.end(), next_.begin(), next_.end());
    }
    return wrong_;
  }

  std::size_t states() const { return seen_.size(); }
  bool missed_and_came_back = false;  ///< the model reached an answer after a miss

private:
  void require(bool holds, const char* rule) {
    if (!holds && wrong_.empty()) wrong_ = rule;
  }

  void check(const State& s) {
    require(!(s.client_writes && s.stage_reads), "the client writes inputs while the stage reads them");
    require(!(s.client_reads && s.stage_writes), "the stage writes outputs while the client reads them");
    const TurnHolder holder = s.word.holder();
    require(
        !(s.stage == At::s_asleep && holder == TurnHolder::stage && s.client != At::wake_stage),
        "the stage sleeps through its turn");
    const bool answered = s.client == At::asleep && holder == TurnHolder::client;
    require(
        !(answered && s.stage != At::s_wake && s.stage != At::s_dead),
        "the client sleeps through the answer");
  }

  template <typename Change>
  void add(const State& from, At client, Change change) {
    State s = from;
    s.client = client;
    change(s);
    next_.push_back(s);
  }
  void add(const State& from, At client) {
    add(from, client, [](State&) {});
  }
  template <typename Change>
  void add_stage(const State& from, At stage, Change change) {
    State s = from;
    s.stage = stage;
    change(s);
    next_.push_back(s);
  }
  void add_stage(const State& from, At stage) {
    add_stage(from, stage, [](State&) {});
  }

  std::optional<Turn> passed(Turn now) const {
    if (flaw_ == Flaw::no_quarantine && now.holder() == TurnHolder::missed)
      return Turn::of(now.cycle() + 1, TurnHolder::stage);
    return turn_pass(now);
  }

  // The cycle is over, with or without an answer.
  void over(const State& s) {
    add(s, At::begin, [](State& n) {
      n.client_reads = false;
      ++n.cycles;
    });
  }

  void step_client(const State& s) {
    switch (s.client) {
    case At::begin:
      if (s.cycles == cycle_count) return add(s, At::finished);
      return passed(s.word) ? add(s, At::write) : over(s);
    case At::write:
      return add(s, At::written, [](State& n) { n.client_writes = true; });
    case At::written:
      return add(s, At::pass, [](State& n) {
        n.client_writes = false;
        n.input = n.word.cycle() + 1;
      });
    case At::pass:
      if (!passed(s.word)) return over(s);
      return add(s, At::pass_swap, [](State& n) { n.client_seen = n.word; });
    case At::pass_swap:
      if (s.word != s.client_seen) return add(s, At::pass);
      return add(s, flaw_ == Flaw::no_wake_by_client ? At::look : At::wake_stage, [&](State& n) {
        n.word = *passed(n.word);
      });
    case At::wake_stage:
      return add(s, At::look, [](State& n) {
        if (n.stage == At::s_asleep) n.stage = At::s_look;
      });
    case At::look:
      if (s.word.holder() == TurnHolder::client) return add(s, At::read);
      if (s.word.holder() != TurnHolder::stage) return over(s);
      return add(s, At::choose, [](State& n) { n.client_seen = n.word; });
    case At::choose:
      add(s, At::give_up);
      if (s.word == s.client_seen || flaw_ == Flaw::blind_sleep) return add(s, At::asleep);
      return add(s, At::look);
    case At::asleep:
      return add(s, At::look);  // the deadline; the stage's wake-up is in step_stage
    case At::give_up:
      if (!turn_give_up(s.word)) return s.word.holder() == TurnHolder::client ? add(s, At::read) : over(s);
      return add(s, At::give_up_swap, [](State& n) { n.client_seen = n.word; });
    case At::give_up_swap:
      if (s.word != s.client_seen) return add(s, At::give_up);
      add(s, At::begin, [](State& n) {
        n.word = *turn_give_up(n.word);
        ++n.cycles;
      });
      return;
    case At::read:
      require(s.output == s.word.cycle(), "the client takes the output of another cycle");
      if (s.word.cycle() < s.cycles + 1u) missed_and_came_back = true;
      return add(s, At::read_done, [](State& n) { n.client_reads = true; });
    case At::read_done:
      return over(s);
    default:
      return;
    }
  }

  void step_stage(const State& s) {
    if (s.stage == At::s_dead || s.stage == At::s_end) return;
    // Killed: it reads and writes no more, and says nothing.
    add_stage(s, At::s_dead, [](State& n) { n.stage_reads = n.stage_writes = false; });
    // Crashed: its handler leaves.
    if (const auto left = turn_leave(s.word)) {
      add_stage(s, At::s_dead, [&](State& n) {
        n.stage_reads = n.stage_writes = false;
        n.word = *left;
        if (n.client == At::asleep) n.client = At::look;
      });
    }
    switch (s.stage) {
    case At::s_look:
      if (s.word.holder() == TurnHolder::gone) return add_stage(s, At::s_end);
      if (s.word.holder() != TurnHolder::client) return add_stage(s, At::s_read);  // a missed turn too
      return add_stage(s, At::s_sleep, [](State& n) { n.stage_seen = n.word; });
    case At::s_sleep:
      return add_stage(s, s.word == s.stage_seen || flaw_ == Flaw::blind_sleep ? At::s_asleep : At::s_look);
    case At::s_read:
      return add_stage(s, At::s_read_done, [](State& n) { n.stage_reads = true; });
    case At::s_read_done:
      return add_stage(s, flaw_ == Flaw::early_return ? At::s_return : At::s_write, [](State& n) {
        n.stage_reads = false;
      });
    case At::s_write:
      return add_stage(s, At::s_write_done, [](State& n) {
        n.stage_writes = true;
        n.output = n.input;
      });
    case At::s_write_done:
      return add_stage(s, At::s_return, [](State& n) { n.stage_writes = false; });
    case At::s_return:
      if (!turn_give_back(s.word)) return add_stage(s, At::s_look);
      return add_stage(s, At::s_return_swap, [](State& n) { n.stage_seen = n.word; });
    case At::s_return_swap: {
      if (s.word != s.stage_seen) return add_stage(s, At::s_return);
      const bool waits = s.word.holder() == TurnHolder::stage && flaw_ != Flaw::no_wake_by_stage;
      return add_stage(
          s, waits ? At::s_wake : At::s_look, [](State& n) { n.word = *turn_give_back(n.word); });
    }
    case At::s_wake:
      return add_stage(s, At::s_look, [](State& n) {
        if (n.client == At::asleep) n.client = At::look;
      });
    default:
      return;
    }
  }

  using Key = decltype(State{}.key());
  const Flaw flaw_;
  std::set<Key> seen_;
  std::vector<State> next_;
  std::string wrong_;
};

TEST_CASE(
    "in every order of steps the parts are never shared, no wake-up is lost, and an answer is of its cycle") {
  Model model(Flaw::none);
  CHECK(model.explore() == "");
  CHECK(model.states() > 1000);  // it did look around
  CHECK(model.missed_and_came_back);
}

TEST_CASE("the model notices each way of getting it wrong") {
  CHECK(Model(Flaw::no_quarantine).explore() != "");
  CHECK(Model(Flaw::no_wake_by_client).explore() == "the stage sleeps through its turn");
  CHECK(Model(Flaw::no_wake_by_stage).explore() == "the client sleeps through the answer");
  CHECK(Model(Flaw::blind_sleep).explore() != "");
  CHECK(Model(Flaw::early_return).explore() == "the client takes the output of another cycle");
}

}  // namespace

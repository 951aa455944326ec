/// For tests: a machine that runs small programs of several threads in every order that C++'s memory model
/// allows.
///
/// Memory is that of view machines (Kang, Hur, Lahav, Vafeiadis and Dreyer 2017, "A promising semantics for
/// relaxed-memory concurrency", without promises): a word keeps all its values in order of modification, a
/// thread has a view of how far into each word's history it must have come, a release hands that view on, an
/// acquire takes it over, and a full fence exchanges views with all full fences before it. So a relaxed load
/// may give any old value, a store may stay unseen for as long as nothing forbids it (store buffers and
/// more), and loads may pass one another. What the machine leaves out: a load that reads from a store later
/// in its own thread's program.
///
/// A thread is a function of the values that its operations gave. To go one operation on, it runs anew with
/// the values it had before, makes one new operation, and goes through the rest without any effect
/// (stopped()). States that were visited before are not visited again, so the search ends.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace omx::model {

constexpr std::size_t most_words = 9;
using View = std::array<std::uint8_t, most_words>;

inline void join(View& into, const View& other) {
  for (std::size_t i = 0; i < most_words; ++i) into[i] = std::max(into[i], other[i]);
}

enum class Action : std::uint8_t { load, store, exchange, fence, wait, wake, fail };

struct Operation {
  Action action{};
  std::size_t word = 0;
  std::uint64_t value = 0;  // to store; what a wait expects
  bool acquire = false;
  bool release = false;
};

struct Written {
  std::uint64_t value = 0;
  bool by_exchange = false;  // belongs directly after the write before it
  View view{};
};

struct Thread {
  std::vector<std::uint64_t> results;
  std::string local;         // what the program knew at its last checkpoint
  std::size_t local_at = 0;  // results until then, which count no more
  View view{};
  View relaxed_view{};  // seen by relaxed loads: counts from the next fence on
  View released{};      // at the last fence: what relaxed stores hand on
  std::size_t waits_on = most_words;
  bool done = false;
};

struct State {
  std::array<std::vector<Written>, most_words> words;
  std::vector<Thread> threads;
  View fences{};
  bool failed = false;
};

/// Runs one thread up to its next operation; see the head of this file.
class Machine {
public:
  static Machine& current() {
    static Machine machine;
    return machine;
  }

  /// True once the thread made its operation: what it computes from now on is thrown away.
  bool stopped() const { return stopped_; }

  /// What the last step was. A store may as well come first: whatever others could do before it they can do
  /// after it, since nothing makes them see it.
  Action action() const { return action_; }

  /// In a program: all that it remembers from here on. Two states that differ in how that came about are one.
  void checkpoint(std::string local);

  /// In a program: one operation; its result.
  std::uint64_t perform(const Operation& operation);

  /// Lets thread `index` take choice number `choice` of its next operation; how many choices it has. The
  /// thread is done when there are none.
  std::size_t step(State& state, std::size_t index, std::size_t choice, const std::function<void()>& program);

private:
  std::vector<std::size_t> places(const Operation& operation, const Thread& thread) const;
  std::size_t options(const Operation& operation, Thread thread) const;
  std::uint64_t apply(const Operation& operation, Thread& thread);
  std::uint64_t load(const Operation& operation, Thread& thread);
  void write(const Operation& operation, Thread& thread, std::size_t after, bool by_exchange);
  void make_room(std::size_t word, std::size_t after);
  void take_fences(Thread& thread) const;
  void full_fence(Thread& thread);
  std::uint64_t wait(const Operation& operation, Thread& thread);
  std::uint64_t wake(std::size_t word);

  State* state_ = nullptr;
  std::size_t index_ = 0;
  std::size_t choice_ = 0;
  std::size_t replayed_ = 0;
  std::size_t options_ = 0;
  Action action_{};
  bool stopped_ = false;
};

/// What a search found.
struct Verdict {
  std::size_t states = 0;
  bool failed = false;      // a program called fail()
  bool deadlocked = false;  // a thread slept for ever
};

/// Tries everything, until the first thing that is wrong.
Verdict explore(const std::vector<std::function<void()>>& programs);

/// In a program: something happened that must not.
inline void fail() {
  Machine::current().perform({.action = Action::fail});
}

inline bool acquires(std::memory_order order) {
  return order == std::memory_order_acquire || order == std::memory_order_acq_rel;
}
inline bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel;
}

/// Stands for std::atomic in the code under test; only the orders that it uses.
template <typename T>
struct Word {
  std::size_t number;

  T load(std::memory_order order) const noexcept {
    return static_cast<T>(Machine::current().perform({Action::load, number, 0, acquires(order), false}));
  }
  void store(T value, std::memory_order order) noexcept {
    Machine::current().perform({Action::store, number, value, false, releases(order)});
  }
  T exchange(T value, std::memory_order order) noexcept {
    return static_cast<T>(
        Machine::current().perform({Action::exchange, number, value, acquires(order), releases(order)}));
  }
};

}  // namespace omx::model

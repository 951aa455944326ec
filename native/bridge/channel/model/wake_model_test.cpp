// That no wake-up of a ring is lost, and nothing read before it is written: every interleaving of both ends,
// with every value that a load may give by C++'s memory model. The code under test is ring_end.hpp itself.
#include <doctest/doctest.h>

#include <array>
#include <string>

#include "bridge/channel/model/memory_model.hpp"
#include "bridge/channel/ring_end.hpp"

namespace {

using namespace omx;
using model::explore;
using model::Machine;

/// The rules as they are.
struct Sound {
  template <typename T>
  using Atomic = model::Word<T>;
  static void full_fence() noexcept { Machine::current().perform({.action = model::Action::fence}); }
};

/// Broken on purpose: nothing between showing progress and looking for a sleeper.
struct WithoutFence : Sound {
  static void full_fence() noexcept {}
};

/// Broken on purpose: a position may be seen before the bytes that it speaks of.
struct WithoutRelease : Sound {
  template <typename T>
  struct Atomic : model::Word<T> {
    void store(T value, std::memory_order) noexcept {
      model::Word<T>::store(value, std::memory_order_relaxed);
    }
  };
};

enum WordNumber : std::size_t {
  written,
  read,
  writer_at,
  writer_sleeps,
  reader_at,
  reader_sleeps,
  stop,
  slots
};

/// The words of a ring of `capacity` bytes; every packet is one byte, and has a slot of its own in the model.
template <typename Sync>
struct Ring {
  template <typename T>
  using Atomic = typename Sync::template Atomic<T>;
  using Word64 = Atomic<std::uint64_t>;
  using Word32 = Atomic<std::uint32_t>;

  std::uint32_t capacity;
  Word64 written_word{{written}}, read_word{{read}}, writer_at_word{{writer_at}}, reader_at_word{{reader_at}};
  Word32 writer_sleeps_word{{writer_sleeps}}, reader_sleeps_word{{reader_sleeps}}, stop_word{{stop}};

  auto writer() {
    return RtRingEnd<RingRole::writer, Sync>(
        {written_word, read_word, writer_at_word, writer_sleeps_word, reader_at_word, reader_sleeps_word,
         stop_word},
        capacity);
  }
  auto reader() {
    return RtRingEnd<RingRole::reader, Sync>(
        {read_word, written_word, reader_at_word, reader_sleeps_word, writer_at_word, writer_sleeps_word,
         stop_word},
        capacity);
  }
  Word64 slot(std::uint64_t packet) const { return {{slots + packet % capacity}}; }
};

/// What an end remembers between two packets.
template <typename End>
void checkpoint(const End& end, std::uint64_t packet) {
  const auto memory = end.memory();
  std::string local(reinterpret_cast<const char*>(memory.data()), sizeof memory);
  Machine::current().checkpoint(local.append(1, static_cast<char>(packet)));
}

void wake(std::uint32_t kind, std::size_t sleeping) {
  if (kind != sleep_awake) Machine::current().perform({model::Action::wake, sleeping});
}

void sleep(std::size_t sleeping) {
  Machine::current().perform({model::Action::wait, sleeping, sleep_futex});
}

template <typename Sync>
void write_packets(std::uint32_t capacity, std::uint64_t packets, std::uint32_t batch) {
  Ring<Sync> ring{capacity};
  auto end = ring.writer();
  for (std::uint64_t i = 0; i < packets && !Machine::current().stopped();) {
    checkpoint(end, i);
    if (end.room(1) > 0) {
      ring.slot(i).store(i + 1, std::memory_order_relaxed);
      ++i;
      end.advance(1);
      if (i % batch == 0 || i == packets) wake(end.publish(), reader_sleeps);
    } else {
      wake(end.publish(), reader_sleeps);
      // Until the ring is half empty.
      if (end.arm(end.position() - capacity / 2, sleep_futex)) sleep(writer_sleeps);
      end.disarm();
    }
  }
}

template <typename Sync>
void read_packets(std::uint32_t capacity, std::uint64_t packets) {
  Ring<Sync> ring{capacity};
  auto end = ring.reader();
  for (std::uint64_t i = 0; i < packets && !Machine::current().stopped();) {
    checkpoint(end, i);
    if (end.room(1) > 0) {
      const bool right = ring.slot(i).load(std::memory_order_relaxed) == i + 1;
      if (!right && !Machine::current().stopped()) model::fail();
      ++i;
      end.advance(1);
      wake(end.publish(), writer_sleeps);
    } else {
      if (end.arm(end.position() + 1, sleep_futex)) sleep(reader_sleeps);
      end.disarm();
    }
  }
}

template <typename Sync>
model::Verdict pass(std::uint32_t capacity, std::uint64_t packets, std::uint32_t batch = 1) {
  return explore(
      {[=] { write_packets<Sync>(capacity, packets, batch); },
       [=] { read_packets<Sync>(capacity, packets); }});
}

/// A reader that nobody writes to, and a thread that ends its sleep.
template <typename Sync>
model::Verdict interrupt() {
  const auto reads = [] {
    Ring<Sync> ring{1};
    auto end = ring.reader();
    while (!Machine::current().stopped() && end.arm(1, sleep_futex)) sleep(reader_sleeps);
  };
  const auto interrupts = [] {
    Ring<Sync> ring{1};
    wake(ring.reader().interrupt(), reader_sleeps);
  };
  return explore({reads, interrupts});
}

TEST_CASE("no wake-up is lost and no packet is read too soon") {
  for (const auto& [capacity, packets, batch] :
       {std::array<std::uint32_t, 3>{1, 3, 1}, {2, 3, 1}, {2, 3, 2}}) {
    const auto verdict = pass<Sound>(capacity, packets, batch);
    MESSAGE(capacity, " bytes, ", packets, " packets: ", verdict.states, " states");
    CHECK_FALSE(verdict.deadlocked);
    CHECK_FALSE(verdict.failed);
    CHECK(verdict.states > 100);
  }
}

TEST_CASE("an interruption is not lost") {
  const auto verdict = interrupt<Sound>();
  CHECK_FALSE(verdict.deadlocked);
  CHECK(verdict.states > 10);
}

TEST_CASE("the search finds what is broken on purpose") {
  CHECK(pass<WithoutFence>(1, 2).deadlocked);
  CHECK(interrupt<WithoutFence>().deadlocked);
  CHECK(pass<WithoutRelease>(1, 2).failed);
}

}  // namespace

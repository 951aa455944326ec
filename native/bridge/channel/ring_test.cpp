#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>

#include "bridge/channel/ring_reader.hpp"
#include "bridge/channel/ring_writer.hpp"

namespace {

using namespace omx;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

struct Pair {
  SealedMemory memory;
  RtRingWriter writer{memory.to_server()};
  RtRingReader reader{memory.to_server()};
  std::array<std::byte, 65536> buffer{};
  PacketHeader header{};

  explicit Pair(std::uint32_t ring_bytes) : memory(SealedMemory::create(ring_bytes).value()) {}
  Passed send(std::string_view text, std::uint32_t type = 64) {
    const Passed passed = writer.write(type, bytes_of(text));
    writer.flush();
    return passed;
  }
  std::string receive() {
    const Passed passed = reader.read(header, buffer);
    if (passed != Passed::yes) return passed == Passed::later ? "<later>" : "<broken>";
    reader.flush();
    return {reinterpret_cast<const char*>(buffer.data()), header.length};
  }
};

TEST_CASE("packets arrive whole, in order, with their types and numbers") {
  Pair pair(4096);
  CHECK(pair.receive() == "<later>");
  CHECK(pair.send("first") == Passed::yes);
  CHECK(pair.send("", 65) == Passed::yes);
  CHECK(pair.receive() == "first");
  CHECK(pair.header.type == 64);
  CHECK(pair.header.sequence == 0);
  CHECK(pair.receive().empty());
  CHECK(pair.header.type == 65);
  CHECK(pair.header.sequence == 1);
  CHECK(pair.receive() == "<later>");
}

TEST_CASE("what is not flushed is not seen, and room that is not given back is not had") {
  Pair pair(4096);
  CHECK(pair.writer.write(64, bytes_of("hidden")) == Passed::yes);
  CHECK(pair.receive() == "<later>");
  pair.writer.flush();
  // 4096 bytes hold four packets of 1008 + 16; the one of 6 bytes takes 32 of them.
  const std::string quarter(1008, 'q');
  for (int i = 0; i < 3; ++i) CHECK(pair.send(quarter) == Passed::yes);
  CHECK(pair.send(quarter) == Passed::later);
  CHECK(pair.reader.read(pair.header, pair.buffer) == Passed::yes);
  CHECK(pair.send(std::string(992, 'q')) == Passed::later);
  pair.reader.flush();
  CHECK(pair.send(std::string(992, 'q')) == Passed::yes);
}

TEST_CASE("payloads of every length pass the end of the ring unharmed") {
  Pair pair(4096);
  const std::uint32_t longest = pair.writer.max_payload();
  CHECK(longest == 2032);  // half the ring less a header
  for (std::uint32_t length = 0; length <= longest; ++length) {
    std::string text(length, '\0');
    for (std::uint32_t i = 0; i < length; ++i) text[i] = static_cast<char>(length + 7 * i);
    REQUIRE(pair.send(text) == Passed::yes);
    REQUIRE(pair.receive() == text);
  }
  CHECK(pair.send(std::string(longest + 1, 'x')) == Passed::no_fit);
  CHECK(pair.send("after") == Passed::yes);
  std::array<std::byte, 4> small{};
  CHECK(pair.reader.read(pair.header, small) == Passed::no_fit);
  CHECK(pair.receive() == "after");
}

TEST_CASE("two threads that sleep for each other pass everything") {
  Pair pair(4096);
  constexpr std::uint64_t packets = 20'000;
  std::thread other([&pair] {
    for (std::uint64_t i = 0; i < packets;) {
      const std::string text(i % 700, static_cast<char>('a' + i % 26));
      if (pair.writer.write(static_cast<std::uint32_t>(64 + i % 3), bytes_of(text)) == Passed::yes) {
        if (++i % 5 == 0) pair.writer.flush();
      } else {
        pair.writer.sleep(pair.writer.when_half_free(), never_ns);
      }
    }
    pair.writer.flush();
  });
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < packets;) {
    const Passed passed = pair.reader.read(pair.header, pair.buffer);
    if (passed == Passed::later) {
      pair.reader.sleep(pair.reader.when_readable(), never_ns);
      continue;
    }
    REQUIRE(passed == Passed::yes);
    const std::string text(reinterpret_cast<const char*>(pair.buffer.data()), pair.header.length);
    wrong += text != std::string(i % 700, static_cast<char>('a' + i % 26)) || pair.header.type != 64 + i % 3;
    ++i;
  }
  other.join();
  CHECK(wrong == 0);
}

TEST_CASE("a sleep ends when somebody interrupts it, and at its deadline") {
  Pair pair(4096);
  pair.reader.sleep(pair.reader.when_readable(), channel_clock_ns() + 1000, 1000);
  std::thread other([&pair] { pair.reader.sleep(pair.reader.when_readable(), never_ns); });
  pair.reader.interrupt();
  other.join();
  CHECK(pair.reader.interrupted());
  CHECK_FALSE(pair.reader.arm(pair.reader.when_readable()));
}

TEST_CASE("memory that is not what it should be is refused") {
  const auto refused = [](UniqueFd fd) {
    const auto opened = SealedMemory::open(std::move(fd));
    return !opened && opened.error().code == ErrorCode::channel_broken;
  };
  const auto memfd = [](off_t bytes, int seals) {
    UniqueFd fd(memfd_create("omx-test", MFD_ALLOW_SEALING | MFD_CLOEXEC));
    REQUIRE(ftruncate(fd.get(), bytes) == 0);
    REQUIRE(fcntl(fd.get(), F_ADD_SEALS, seals) == 0);
    return fd;
  };
  constexpr int all = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  const SealedMemory good = SealedMemory::create(5000).value();
  CHECK(good.ring_bytes() == 8192);  // the next power of two
  CHECK(SealedMemory::open(UniqueFd(dup(good.fd()))));
  CHECK(ftruncate(good.fd(), 4096) != 0);
  CHECK(ftruncate(good.fd(), 1 << 20) != 0);

  CHECK(refused(UniqueFd()));
  CHECK(refused(UniqueFd(open("/dev/null", O_RDWR | O_CLOEXEC))));
  CHECK(refused(memfd(rings_offset + 2 * 8192, F_SEAL_SHRINK | F_SEAL_GROW)));
  CHECK(refused(memfd(rings_offset + 2 * 8192, all)));  // no magic
  CHECK(refused(memfd(0, all)));
  CHECK(refused(memfd(rings_offset + 2 * 8192 + 1, all)));
  CHECK(refused(memfd(rings_offset + 2 * 5000, all)));
  CHECK(refused(memfd(off_t{1} << 40, all)));

  const auto with_header = [&](std::uint32_t version, std::uint32_t total, std::uint32_t ring) {
    UniqueFd fd = memfd(rings_offset + 2 * 8192, all);
    const std::array<std::uint32_t, 4> words{channel_magic, version, total, ring};
    REQUIRE(pwrite(fd.get(), words.data(), sizeof words, 0) == sizeof words);
    return fd;
  };
  constexpr std::uint32_t total = rings_offset + 2 * 8192;
  CHECK_FALSE(refused(with_header(channel_version, total, 8192)));
  CHECK(refused(with_header(channel_version + 1, total, 8192)));
  CHECK(refused(with_header(channel_version, total + 1, 8192)));
  CHECK(refused(with_header(channel_version, total, 1u << 20)));
}

}  // namespace

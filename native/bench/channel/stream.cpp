#include "bench/channel/stream.hpp"

#include "bridge/channel/peer_watch.hpp"

#include <cmath>
#include <cstring>
#include <ctime>
#include <numbers>
#include <vector>

namespace omx::bench {

namespace {

constexpr double rate_hz = 48'000;
constexpr std::uint64_t second_ns = 1'000'000'000;
constexpr std::uint32_t data = static_cast<std::uint32_t>(PacketType::data);
constexpr std::uint32_t credit = data + 1;  // the server took a packet
/// Packets that a flood shows its peer at once.
constexpr std::uint32_t flood_batch = 8;
/// How long an end of a flood looks for work before it sleeps.
constexpr std::uint64_t spin_ns = 50'000;

/// One packet's worth of a sine on both sides.
std::vector<std::byte> make_sound(const Load& load) {
  std::vector<std::byte> bytes(load.payload_bytes());
  for (std::uint32_t i = 0; i < 2 * load.packet_frames; ++i) {
    const double value = 0.5 * std::sin(2 * std::numbers::pi * 440 * (i / 2) / rate_hz);
    if (load.format == Format::s16) {
      const auto sample = static_cast<std::int16_t>(std::lrint(32767 * value));
      std::memcpy(bytes.data() + 2 * i, &sample, sizeof sample);
    } else {
      const auto sample = static_cast<float>(value);
      std::memcpy(bytes.data() + 4 * i, &sample, sizeof sample);
    }
  }
  return bytes;
}

/// What a server does with sound: adds it to what others play.
class Mix {
public:
  explicit Mix(const Load& load) : format_(load.format), sum_(2 * load.packet_frames) {}

  void add(std::span<const std::byte> payload) {
    if (format_ == Format::s16)
      add_as<std::int16_t>(payload, 1.0f / 32768);
    else
      add_as<float>(payload, 1);
  }

private:
  template <typename Sample>
  void add_as(std::span<const std::byte> payload, float scale) {
    const std::size_t count = std::min(payload.size() / sizeof(Sample), sum_.size());
    const auto* const samples = reinterpret_cast<const Sample*>(payload.data());
    for (std::size_t i = 0; i < count; ++i) sum_[i] = 0.5f * sum_[i] + scale * static_cast<float>(samples[i]);
  }

  const Format format_;
  std::vector<float> sum_;
};

void sleep_until(std::uint64_t at_ns) {
  const timespec at{static_cast<time_t>(at_ns / second_ns), static_cast<long>(at_ns % second_ns)};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, nullptr);
}

/// Until both directions go the way that they shall.
void settle(Channel& channel, Carrier carrier) {
  Packet packet;
  while (!channel.broken() && carrier == Carrier::ring &&
         (channel.sends_by() != Transport::ring || channel.receives_by() != Transport::ring)) {
    if (channel.receive(packet) == Passed::later) channel.wait(channel_clock_ns() + second_ns / 100);
  }
}

void feed_ring(RtRingWriter& writer, std::span<const std::byte> sound) {
  const std::uint32_t one = ring_bytes_of(static_cast<std::uint32_t>(sound.size()));
  writer.write(data, sound);
  while (!writer.interrupted()) {
    writer.write(data, sound);
    writer.sleep(writer.when_unread(one), never_ns);
  }
}

void feed_socket(Channel& channel, std::span<const std::byte> sound) {
  channel.send(data, sound);
  Packet packet;
  do {
    channel.send(data, sound);
  } while (channel.await(packet) == Passed::yes);
}

}  // namespace

void serve_clock(std::unique_ptr<Channel> channel, const Load& load, Progress& progress) {
  settle(*channel, load.carrier);
  Mix mix(load);
  std::vector<std::byte> buffer(load.payload_bytes());
  const auto period_ns = static_cast<std::uint64_t>(1e9 * load.packet_frames / rate_hz);
  RtRingReader* const reader = channel->ring_reader();
  for (std::uint64_t at_ns = channel_clock_ns() + period_ns;; at_ns += period_ns) {
    sleep_until(at_ns);
    Passed passed = Passed::later;
    if (load.carrier == Carrier::ring) {
      PacketHeader header{};
      passed = reader->read(header, buffer);
      if (passed == Passed::yes) mix.add(std::span(buffer).first(header.length));
      reader->flush();
    } else if (load.carrier == Carrier::socket) {
      Packet packet;
      passed = channel->receive(packet);
      if (passed == Passed::yes) mix.add(packet.payload);
      if (passed == Passed::yes) channel->send(credit, {});
    } else {
      passed = Passed::yes;
    }
    if (passed == Passed::broken) return;
    ++(passed == Passed::yes ? progress.packets : progress.missing);
  }
}

void feed_clock(std::unique_ptr<Channel> channel, const Load& load) {
  settle(*channel, load.carrier);
  const std::vector<std::byte> sound = make_sound(load);
  if (load.carrier == Carrier::ring) {
    const PeerWatch watch(*channel);
    return feed_ring(*channel->ring_writer(), sound);
  }
  if (load.carrier == Carrier::socket) return feed_socket(*channel, sound);
  Packet packet;
  while (channel->await(packet) == Passed::yes) {
  }
}

void serve_flood(std::unique_ptr<Channel> channel, const Load& load, Progress& progress) {
  settle(*channel, load.carrier);
  Packet packet;
  while (channel->await(packet, spin_ns) == Passed::yes) {
    progress.packets.store(progress.packets.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
}

void feed_flood(std::unique_ptr<Channel> channel, const Load& load) {
  settle(*channel, load.carrier);
  const std::vector<std::byte> sound = make_sound(load);
  RtRingWriter* const writer = channel->ring_writer();
  std::uint32_t unflushed = 0;
  for (;;) {
    const Passed passed = channel->send(data, sound);
    if (passed == Passed::broken) return;
    unflushed += passed == Passed::yes;
    if (passed == Passed::later || unflushed == flood_batch) {
      channel->flush();
      unflushed = 0;
    }
    if (passed == Passed::yes) continue;
    if (writer != nullptr)
      writer->sleep(writer->when_half_free(), channel_clock_ns() + second_ns, spin_ns);
    else
      channel->wait(channel_clock_ns() + second_ns, true);
  }
}

}  // namespace omx::bench

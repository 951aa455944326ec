/// What server and client of a measurement do.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "bridge/channel/channel.hpp"

namespace omx::bench {

/// idle: the server's clock runs, and nothing passes.
enum class Carrier { idle, socket, ring };
enum class Format { s16, f32 };

/// What is to pass.
struct Load {
  Carrier carrier = Carrier::ring;
  Format format = Format::f32;
  std::uint32_t packet_frames = 0;  ///< stereo; at 48 kHz
  std::uint32_t payload_bytes() const { return packet_frames * (format == Format::s16 ? 4 : 8); }
};

/// In memory that both processes and the one that measures share.
struct Progress {
  std::atomic<std::uint64_t> packets{0};  ///< that the server took
  std::atomic<std::uint64_t> missing{0};  ///< times that the server found none
};

/// A player: the server's clock takes a packet each time that its frames have passed; the client keeps two
/// under way. Both end when the other does, or when they are killed.
void serve_clock(std::unique_ptr<Channel> channel, const Load& load, Progress& progress);
void feed_clock(std::unique_ptr<Channel> channel, const Load& load);

/// As fast as it goes, in one direction; nothing is done with what arrives.
void serve_flood(std::unique_ptr<Channel> channel, const Load& load, Progress& progress);
void feed_flood(std::unique_ptr<Channel> channel, const Load& load);

}  // namespace omx::bench

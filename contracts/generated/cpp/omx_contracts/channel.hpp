// Generated from contracts/src by `npm run generate`. Do not edit.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace omx {

inline constexpr std::uint32_t channel_magic = 1129860431u;
inline constexpr std::uint32_t channel_version = 1;
inline constexpr std::uint32_t ring_bytes_least = 4096;
inline constexpr std::uint32_t ring_bytes_most = 1048576;
inline constexpr std::uint32_t rings_offset = 4096;
inline constexpr std::uint32_t packet_bytes_limit = 65536;

inline constexpr std::uint32_t sleep_awake = 0;
inline constexpr std::uint32_t sleep_futex = 1;
inline constexpr std::uint32_t sleep_doorbell = 2;

/// Types of packets; an application numbers its own from data on.
enum class PacketType : std::uint32_t {
    hello = 1,  ///< client: first packet; payload PacketHello
    offer = 2,  ///< server: PacketHello with the size of a ring, and two descriptors: memory, doorbell
    refuse = 3,  ///< either: no shared memory; payload: the reason as text. The socket stays in use
    enter = 4,  ///< either: my last packet on the socket; what follows comes through the ring
    leave = 5,  ///< either: my last packet in the ring; what follows comes over the socket
    data = 64,  ///< the first type of the application
};

/// Before every packet, on the socket and in the ring.
struct PacketHeader {
    std::uint32_t length;  ///< bytes of the payload that follows
    std::uint32_t type;  ///< a PacketType, or one of the application
    std::uint64_t sequence;  ///< counts the packets of one direction from 0, across both transports
};
static_assert(sizeof(PacketHeader) == 16);

/// What an end says of itself when shared memory is negotiated.
struct PacketHello {
    std::uint32_t magic;  ///< channelMagic
    std::uint32_t version;  ///< channelVersion
    std::uint32_t ring_bytes;  ///< bytes of one ring: wanted (hello) or given (offer); 0 for no ring
    std::uint32_t reserved;  ///< 0
};
static_assert(sizeof(PacketHello) == 16);

/// First record of the memory; whoever opens it checks all of it against the sealed size.
struct alignas(64) ChannelHeader {
    std::atomic<std::uint32_t> magic;  ///< channelMagic
    std::atomic<std::uint32_t> version;  ///< channelVersion
    std::atomic<std::uint32_t> total_bytes;  ///< size of the whole memory
    std::atomic<std::uint32_t> ring_bytes;  ///< size of each ring
};
static_assert(sizeof(ChannelHeader) == 64);
static_assert(offsetof(ChannelHeader, magic) == 0);
static_assert(offsetof(ChannelHeader, version) == 4);
static_assert(offsetof(ChannelHeader, total_bytes) == 8);
static_assert(offsetof(ChannelHeader, ring_bytes) == 12);

/// How far one end of a ring has come; written by it alone, on a cache line of its own.
struct alignas(64) RingPosition {
    std::atomic<std::uint64_t> bytes;  ///< bytes written or read since the beginning; never wraps
};
static_assert(sizeof(RingPosition) == 64);
static_assert(offsetof(RingPosition, bytes) == 0);

/// Whether and until when one end of a ring sleeps. Apart from its position, since this line is seldom written.
struct alignas(64) RingSleep {
    std::atomic<std::uint64_t> wake_at;  ///< wake me once your position has reached this
    std::atomic<std::uint32_t> sleeping;  ///< one of sleepKinds; also the word that a futex waits on
};
static_assert(sizeof(RingSleep) == 64);
static_assert(offsetof(RingSleep, wake_at) == 0);
static_assert(offsetof(RingSleep, sleeping) == 8);

/// What the two ends of one ring share beside its bytes.
struct RingRecords {
    RingPosition written;
    RingPosition read;
    RingSleep writer;
    RingSleep reader;
};
static_assert(sizeof(RingRecords) == 256);

/// The memory's beginning; the rings follow at rings_offset.
struct ChannelPage {
    ChannelHeader header;
    RingRecords to_server;
    RingRecords to_client;
};
static_assert(sizeof(ChannelPage) == 576 && sizeof(ChannelPage) <= rings_offset);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<std::uint32_t>::is_always_lock_free);

}  // namespace omx

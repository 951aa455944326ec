// Generated from contracts/src by `npm run generate`. Do not edit.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace omx {

inline constexpr std::uint32_t stage_magic = 1113083215u;
inline constexpr std::uint32_t stage_version = 1;
inline constexpr std::uint32_t stage_page_bytes = 4096;
inline constexpr std::uint32_t stage_event_capacity = 512;
inline constexpr std::uint32_t stage_event_bytes = 64;
inline constexpr std::uint32_t stage_channel_limit = 64;
inline constexpr std::uint32_t stage_frame_limit = 65536;

/// Who holds the turn.
enum class TurnHolder : std::uint32_t { client, stage, missed, gone };

inline constexpr std::uint32_t order_block = 1;
inline constexpr std::uint32_t order_flush = 2;
inline constexpr std::uint32_t order_reset = 4;

/// One event of CLAP, as bytes.
struct alignas(64) StageEvent {
    std::byte bytes[stage_event_bytes];
};

/// First record of the memory, written before it is shared; the stage checks all of it against the sealed size.
struct alignas(64) StageHeader {
    std::atomic<std::uint32_t> magic;  ///< stageMagic
    std::atomic<std::uint32_t> version;  ///< stageVersion
    std::atomic<std::uint32_t> memory_bytes;  ///< size of the whole memory
    std::atomic<std::uint32_t> max_frames;  ///< longest block
    std::atomic<std::uint32_t> input_channels;  ///< audio channels from the client to the stage
    std::atomic<std::uint32_t> output_channels;  ///< audio channels from the stage to the client
};
static_assert(sizeof(StageHeader) == 64);
static_assert(offsetof(StageHeader, magic) == 0);
static_assert(offsetof(StageHeader, version) == 4);
static_assert(offsetof(StageHeader, memory_bytes) == 8);
static_assert(offsetof(StageHeader, max_frames) == 12);
static_assert(offsetof(StageHeader, input_channels) == 16);
static_assert(offsetof(StageHeader, output_channels) == 20);

/// What the client wants of a cycle, written before it passes the turn.
struct alignas(64) StageRequest {
    std::atomic<std::uint32_t> orders;  ///< bits of stageOrders
    std::atomic<std::uint32_t> frames;  ///< frames of the block
    std::atomic<std::uint64_t> steady_frames;  ///< frame time of the block's begin
    std::atomic<std::uint32_t> events;  ///< events that follow the record
    std::atomic<std::uint32_t> priority;  ///< real-time priority of the client's thread, 0 for none
    std::atomic<std::uint64_t> silent_inputs;  ///< bit per input channel that holds silence
    std::atomic<std::uint64_t> passed_ns;  ///< CLOCK_MONOTONIC when the turn was passed
    std::atomic<std::uint32_t> processor;  ///< that a real-time client runs on, plus 1; 0 for any
};
static_assert(sizeof(StageRequest) == 64);
static_assert(offsetof(StageRequest, orders) == 0);
static_assert(offsetof(StageRequest, frames) == 4);
static_assert(offsetof(StageRequest, steady_frames) == 8);
static_assert(offsetof(StageRequest, events) == 16);
static_assert(offsetof(StageRequest, priority) == 20);
static_assert(offsetof(StageRequest, silent_inputs) == 24);
static_assert(offsetof(StageRequest, passed_ns) == 32);
static_assert(offsetof(StageRequest, processor) == 40);

/// The turn, changed by compare-and-swap only; a futex for both.
struct alignas(64) StageTurn {
    std::atomic<std::uint32_t> word;  ///< the cycle's number times four, plus the index of the holder
};
static_assert(sizeof(StageTurn) == 64);
static_assert(offsetof(StageTurn, word) == 0);

/// The stage's part: what came of the last cycle, what the plugin costs, and how its process ended.
struct alignas(64) StageAnswer {
    std::atomic<std::uint32_t> status;  ///< CLAP's process status of the block
    std::atomic<std::uint32_t> events;  ///< events that follow the record
    std::atomic<std::uint32_t> tail_frames;  ///< tail that the plugin reports
    std::atomic<std::uint32_t> busy_last_ns;  ///< time inside the last process call
    std::atomic<std::uint64_t> busy_ns;  ///< time inside process, summed
    std::atomic<std::uint64_t> calls;  ///< process calls
    std::atomic<std::uint64_t> returned_ns;  ///< CLOCK_MONOTONIC when the last block was done
    std::atomic<std::uint32_t> dropped_events;  ///< events of the plugin that found no room
    std::atomic<std::uint32_t> nonfinite_blocks;  ///< blocks whose output held NaN or infinity and was silenced
    std::atomic<std::uint32_t> thread;  ///< thread id of the stage
    std::atomic<std::uint32_t> priority;  ///< real-time priority of the stage's thread, 0 when it got none
    std::atomic<std::uint32_t> blame_call;  ///< the call that the stage is in, an index of calls; 0 for none
    std::atomic<std::uint32_t> crash_signal;  ///< signal that ended the process, 0 while it lives
    std::atomic<std::uint32_t> crash_thread;  ///< thread that it met
    std::atomic<std::uint32_t> crash_call;  ///< the call of the plugin that the thread was in
    std::atomic<std::uint64_t> crash_address;  ///< faulting address
};
static_assert(sizeof(StageAnswer) == 128);
static_assert(offsetof(StageAnswer, status) == 0);
static_assert(offsetof(StageAnswer, events) == 4);
static_assert(offsetof(StageAnswer, tail_frames) == 8);
static_assert(offsetof(StageAnswer, busy_last_ns) == 12);
static_assert(offsetof(StageAnswer, busy_ns) == 16);
static_assert(offsetof(StageAnswer, calls) == 24);
static_assert(offsetof(StageAnswer, returned_ns) == 32);
static_assert(offsetof(StageAnswer, dropped_events) == 40);
static_assert(offsetof(StageAnswer, nonfinite_blocks) == 44);
static_assert(offsetof(StageAnswer, thread) == 48);
static_assert(offsetof(StageAnswer, priority) == 52);
static_assert(offsetof(StageAnswer, blame_call) == 56);
static_assert(offsetof(StageAnswer, crash_signal) == 60);
static_assert(offsetof(StageAnswer, crash_thread) == 64);
static_assert(offsetof(StageAnswer, crash_call) == 68);
static_assert(offsetof(StageAnswer, crash_address) == 72);

/// Begin of the client's part; its input channels follow, each at a multiple of 64 bytes.
struct StageClientPart {
    StageHeader header;
    StageRequest request;
    StageEvent events[stage_event_capacity];
};
static_assert(offsetof(StageClientPart, events) == 128);

/// Begin of the stage's part; its output channels follow, each at a multiple of 64 bytes.
struct StageOwnPart {
    StageAnswer answer;
    StageEvent events[stage_event_capacity];
};
static_assert(offsetof(StageOwnPart, events) == 128);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace omx

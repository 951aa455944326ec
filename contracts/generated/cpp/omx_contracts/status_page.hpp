// Generated from contracts/src by `npm run generate`. Do not edit.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace omx {

inline constexpr std::uint32_t status_magic = 1398295887u;
inline constexpr std::uint32_t status_version = 1;
inline constexpr std::uint32_t client_capacity = 32;
inline constexpr std::uint32_t instance_capacity = 256;
inline constexpr std::uint32_t metered_channels = 8;
inline constexpr std::uint32_t histogram_buckets = 104;

/// What a thread is calling inside a plugin.
enum class PluginCall : std::uint32_t { none, process, start_processing, stop_processing, reset, flush, load, init, activate, deactivate, destroy, state, params, main_thread };

inline constexpr std::uint32_t flag_bypassed = 1;
inline constexpr std::uint32_t flag_asleep = 2;
inline constexpr std::uint32_t flag_isolated = 4;
inline constexpr std::uint32_t flag_inactive = 8;

/// First record of the page; the daemon checks magic, version and sizes before it reads on.
struct alignas(64) StatusHeader {
    std::atomic<std::uint32_t> magic;  ///< statusMagic
    std::atomic<std::uint32_t> version;  ///< statusVersion
    std::atomic<std::uint32_t> page_bytes;  ///< size of the whole page
    std::atomic<std::uint32_t> client_capacity;  ///< client records that follow
    std::atomic<std::uint32_t> instance_capacity;  ///< instance records after those
    std::atomic<std::uint32_t> pid;  ///< process id of the worker
    std::atomic<std::uint64_t> start_ns;  ///< CLOCK_MONOTONIC when the worker started
    std::atomic<std::uint32_t> control_instance;  ///< blame register of the control thread: instance number + 1, 0 for none
    std::atomic<std::uint32_t> control_call;  ///< the call it is in, an index of calls
    std::atomic<std::uint32_t> crash_signal;  ///< signal that ended the worker, 0 while it lives
    std::atomic<std::uint32_t> crash_from_outside;  ///< 1 when another process sent the signal
    std::atomic<std::uint32_t> crash_instance;  ///< instance number + 1 when the faulting thread was inside its code, else 0
    std::atomic<std::uint32_t> crash_call;  ///< the call it was in
    std::atomic<std::uint32_t> crash_thread;  ///< thread id
    std::atomic<std::uint32_t> reserved;  ///< keeps the next field aligned
    std::atomic<std::uint64_t> crash_address;  ///< faulting address
    char control_uri[256];  ///< plugin that the control thread is loading
};
static_assert(sizeof(StatusHeader) == 384);
static_assert(offsetof(StatusHeader, magic) == 0);
static_assert(offsetof(StatusHeader, version) == 4);
static_assert(offsetof(StatusHeader, page_bytes) == 8);
static_assert(offsetof(StatusHeader, client_capacity) == 12);
static_assert(offsetof(StatusHeader, instance_capacity) == 16);
static_assert(offsetof(StatusHeader, pid) == 20);
static_assert(offsetof(StatusHeader, start_ns) == 24);
static_assert(offsetof(StatusHeader, control_instance) == 32);
static_assert(offsetof(StatusHeader, control_call) == 36);
static_assert(offsetof(StatusHeader, crash_signal) == 40);
static_assert(offsetof(StatusHeader, crash_from_outside) == 44);
static_assert(offsetof(StatusHeader, crash_instance) == 48);
static_assert(offsetof(StatusHeader, crash_call) == 52);
static_assert(offsetof(StatusHeader, crash_thread) == 56);
static_assert(offsetof(StatusHeader, reserved) == 60);
static_assert(offsetof(StatusHeader, crash_address) == 64);
static_assert(offsetof(StatusHeader, control_uri) == 72);

/// One client. Counters are written by its audio thread alone, with relaxed stores.
struct alignas(64) StatusClient {
    std::atomic<std::uint32_t> used;  ///< 1 while the client exists
    std::atomic<std::uint32_t> sequence;  ///< sequence lock over name, sample_rate and block_frames: odd while written
    std::atomic<std::uint32_t> sample_rate;  ///< Hz
    std::atomic<std::uint32_t> block_frames;  ///< frames per period
    char name[64];  ///< client name in the audio server
    std::atomic<std::uint64_t> cycles;  ///< callbacks run
    std::atomic<std::uint64_t> frames;  ///< frames run
    std::atomic<std::uint64_t> busy_ns;  ///< time inside callbacks, summed
    std::atomic<std::uint32_t> busy_last_ns;  ///< time inside the last callback
    std::atomic<std::uint32_t> busy_max_ns;  ///< longest callback
    std::atomic<std::uint64_t> late_cycles;  ///< callbacks that began more than half a period after their due time
    std::atomic<std::uint64_t> missed_cycles;  ///< periods skipped, from gaps in the frame time
    std::atomic<std::uint64_t> xruns;  ///< xruns that the server reported
    std::atomic<std::uint32_t> blame_instance;  ///< blame register: instance number + 1 being called now, 0 for none
    std::atomic<std::uint32_t> blame_call;  ///< the call it is in, an index of calls
    std::atomic<std::uint32_t> latency_frames;  ///< longest latency from an input to an output of the client
    std::atomic<std::uint32_t> thread;  ///< thread id of the audio thread, 0 before its first cycle
    std::atomic<std::uint32_t> histogram[104];  ///< calls per time bucket since the start
};
static_assert(sizeof(StatusClient) == 576);
static_assert(offsetof(StatusClient, used) == 0);
static_assert(offsetof(StatusClient, sequence) == 4);
static_assert(offsetof(StatusClient, sample_rate) == 8);
static_assert(offsetof(StatusClient, block_frames) == 12);
static_assert(offsetof(StatusClient, name) == 16);
static_assert(offsetof(StatusClient, cycles) == 80);
static_assert(offsetof(StatusClient, frames) == 88);
static_assert(offsetof(StatusClient, busy_ns) == 96);
static_assert(offsetof(StatusClient, busy_last_ns) == 104);
static_assert(offsetof(StatusClient, busy_max_ns) == 108);
static_assert(offsetof(StatusClient, late_cycles) == 112);
static_assert(offsetof(StatusClient, missed_cycles) == 120);
static_assert(offsetof(StatusClient, xruns) == 128);
static_assert(offsetof(StatusClient, blame_instance) == 136);
static_assert(offsetof(StatusClient, blame_call) == 140);
static_assert(offsetof(StatusClient, latency_frames) == 144);
static_assert(offsetof(StatusClient, thread) == 148);
static_assert(offsetof(StatusClient, histogram) == 152);

/// One instance. Counters are written by the audio thread of its client alone.
struct alignas(64) StatusInstance {
    std::atomic<std::uint32_t> used;  ///< 1 while the instance exists
    std::atomic<std::uint32_t> instance;  ///< instance number
    std::atomic<std::uint32_t> client;  ///< index of its client record
    std::atomic<std::uint32_t> flags;  ///< instanceFlags
    std::atomic<std::uint64_t> calls;  ///< process calls
    std::atomic<std::uint64_t> busy_ns;  ///< time inside process, summed
    std::atomic<std::uint32_t> busy_last_ns;  ///< time inside the last process call
    std::atomic<std::uint32_t> busy_max_ns;  ///< longest process call
    std::atomic<std::uint32_t> nonfinite_blocks;  ///< blocks whose output held NaN or infinity and was silenced
    std::atomic<std::uint32_t> clamped_blocks;  ///< blocks whose output was clamped at +24 dBFS
    std::atomic<std::uint32_t> error_blocks;  ///< process calls that returned an error
    std::atomic<std::uint32_t> latency_frames;  ///< latency that the plugin reports
    std::atomic<float> input_peaks[8];  ///< linear peak per input channel, falling 20 dB/s
    std::atomic<float> output_peaks[8];  ///< linear peak per output channel, falling 20 dB/s
    std::atomic<std::uint32_t> histogram[104];  ///< calls per time bucket since the start
};
static_assert(sizeof(StatusInstance) == 576);
static_assert(offsetof(StatusInstance, used) == 0);
static_assert(offsetof(StatusInstance, instance) == 4);
static_assert(offsetof(StatusInstance, client) == 8);
static_assert(offsetof(StatusInstance, flags) == 12);
static_assert(offsetof(StatusInstance, calls) == 16);
static_assert(offsetof(StatusInstance, busy_ns) == 24);
static_assert(offsetof(StatusInstance, busy_last_ns) == 32);
static_assert(offsetof(StatusInstance, busy_max_ns) == 36);
static_assert(offsetof(StatusInstance, nonfinite_blocks) == 40);
static_assert(offsetof(StatusInstance, clamped_blocks) == 44);
static_assert(offsetof(StatusInstance, error_blocks) == 48);
static_assert(offsetof(StatusInstance, latency_frames) == 52);
static_assert(offsetof(StatusInstance, input_peaks) == 56);
static_assert(offsetof(StatusInstance, output_peaks) == 88);
static_assert(offsetof(StatusInstance, histogram) == 120);

/// The whole page. The file is mapped shared; every word is lock-free.
struct StatusPage {
    StatusHeader header;
    StatusClient clients[client_capacity];
    StatusInstance instances[instance_capacity];
};
static_assert(sizeof(StatusPage) == 166272);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<float>::is_always_lock_free);

}  // namespace omx

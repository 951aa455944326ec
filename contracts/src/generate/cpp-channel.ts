import {
  channelHeaderRecord,
  channelLayout,
  channelMagic,
  channelVersion,
  packetBytesLimit,
  packetHeaderRecord,
  packetHelloRecord,
  packetTypes,
  ringBytesLimits,
  ringPositionRecord,
  ringSleepRecord,
  ringsOffset,
  sleepKinds,
} from '../channel.js';
import { layout, type RecordSpec } from '../status-page.js';
import { notice, record } from './cpp.js';

/** A record that is copied as bytes: no atomics, no padding at its end. */
function plainRecord(spec: RecordSpec): string {
  const { fields } = layout(spec);
  const last = fields.at(-1)!;
  const members = fields.map((f) => `    std::uint${f.type === 'u64' ? 64 : 32}_t ${f.name};  ///< ${f.doc}`);
  return `/// ${spec.doc}
struct ${spec.name} {
${members.join('\n')}
};
static_assert(sizeof(${spec.name}) == ${last.offset + (last.type === 'u64' ? 8 : 4)});
`;
}

/** C++ structs and constants of the channel. */
export function channelHeader(): string {
  const types = Object.entries(packetTypes).map(
    ([name, spec]) => `    ${name} = ${spec.value},  ///< ${spec.doc}`,
  );
  const kinds = Object.entries(sleepKinds).map(
    ([name, value]) => `inline constexpr std::uint32_t sleep_${name} = ${value};`,
  );
  return `${notice}
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace omx {

inline constexpr std::uint32_t channel_magic = ${channelMagic}u;
inline constexpr std::uint32_t channel_version = ${channelVersion};
inline constexpr std::uint32_t ring_bytes_least = ${ringBytesLimits.least};
inline constexpr std::uint32_t ring_bytes_most = ${ringBytesLimits.most};
inline constexpr std::uint32_t rings_offset = ${ringsOffset};
inline constexpr std::uint32_t packet_bytes_limit = ${packetBytesLimit};

${kinds.join('\n')}

/// Types of packets; an application numbers its own from data on.
enum class PacketType : std::uint32_t {
${types.join('\n')}
};

${[packetHeaderRecord, packetHelloRecord].map(plainRecord).join('\n')}
${[channelHeaderRecord, ringPositionRecord, ringSleepRecord].map(record).join('\n')}
/// What the two ends of one ring share beside its bytes.
struct RingRecords {
    RingPosition written;
    RingPosition read;
    RingSleep writer;
    RingSleep reader;
};
static_assert(sizeof(RingRecords) == ${channelLayout.ringRecords});

/// The memory's beginning; the rings follow at rings_offset.
struct ChannelPage {
    ChannelHeader header;
    RingRecords to_server;
    RingRecords to_client;
};
static_assert(sizeof(ChannelPage) == ${channelLayout.pageBytes} && sizeof(ChannelPage) <= rings_offset);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<std::uint32_t>::is_always_lock_free);

}  // namespace omx
`;
}

import {
  stageAnswerRecord,
  stageEventBytes,
  stageEventCapacity,
  stageEventOffsets,
  stageHeaderRecord,
  stageLimits,
  stageMagic,
  stageOrders,
  stagePageBytes,
  stageRequestRecord,
  stageTurnRecord,
  stageVersion,
  turnHolders,
} from '../bridge-stage.js';
import { notice, record } from './cpp.js';

/** C++ structs of the memory between a client and a bridged plugin's process. */
export function bridgeStageHeader(): string {
  const orders = Object.entries(stageOrders).map(
    ([name, bit]) => `inline constexpr std::uint32_t order_${name} = ${bit};`,
  );
  return `${notice}
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace omx {

inline constexpr std::uint32_t stage_magic = ${stageMagic}u;
inline constexpr std::uint32_t stage_version = ${stageVersion};
inline constexpr std::uint32_t stage_page_bytes = ${stagePageBytes};
inline constexpr std::uint32_t stage_event_capacity = ${stageEventCapacity};
inline constexpr std::uint32_t stage_event_bytes = ${stageEventBytes};
inline constexpr std::uint32_t stage_channel_limit = ${stageLimits.channels};
inline constexpr std::uint32_t stage_frame_limit = ${stageLimits.frames};

/// Who holds the turn.
enum class TurnHolder : std::uint32_t { ${turnHolders.join(', ')} };

${orders.join('\n')}

/// One event of CLAP, as bytes.
struct alignas(64) StageEvent {
    std::byte bytes[stage_event_bytes];
};

${[stageHeaderRecord, stageRequestRecord, stageTurnRecord, stageAnswerRecord].map(record).join('\n')}
/// Begin of the client's part; its input channels follow, each at a multiple of 64 bytes.
struct StageClientPart {
    StageHeader header;
    StageRequest request;
    StageEvent events[stage_event_capacity];
};
static_assert(offsetof(StageClientPart, events) == ${stageEventOffsets.client});

/// Begin of the stage's part; its output channels follow, each at a multiple of 64 bytes.
struct StageOwnPart {
    StageAnswer answer;
    StageEvent events[stage_event_capacity];
};
static_assert(offsetof(StageOwnPart, events) == ${stageEventOffsets.stage});
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace omx
`;
}

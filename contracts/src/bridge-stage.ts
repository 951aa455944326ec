import { layout, type RecordSpec } from './status-page.js';

/**
 * The memory that a bridged plugin's process (the stage) shares with the audio thread that drives it (the client). Three
 * parts, each on pages of its own: the client's, which the stage maps read-only; the turn; the stage's, which the client
 * maps read-only. Whoever holds the turn may read the other's part and write its own.
 */
export const stageMagic = 0x4258_4d4f; // "OMXB" in little-endian memory order
export const stageVersion = 1;

/** Parts of the memory begin at multiples of this. */
export const stagePageBytes = 4096;
/** Events of one block in each direction; a block with more hands on the first ones and counts the others. */
export const stageEventCapacity = 512;
/** An event of CLAP's core space; the longest takes 56 bytes. */
export const stageEventBytes = 64;
/** Audio channels in each direction, and frames per block, at most. */
export const stageLimits = { channels: 64, frames: 65_536 } as const;

/**
 * Who holds the turn: the low two bits of the turn word, above them the cycle's number. `missed`: the client has stopped
 * waiting, and passes nothing more until the stage has handed the turn back. `gone`: one of the two has left for good.
 */
export const turnHolders = ['client', 'stage', 'missed', 'gone'] as const;

/** What the client asks for with a turn: bits of `orders`. */
export const stageOrders = { block: 1, flush: 2, reset: 4 } as const;

export const stageHeaderRecord: RecordSpec = {
  name: 'StageHeader',
  doc: 'First record of the memory, written before it is shared; the stage checks all of it against the sealed size.',
  fields: [
    { name: 'magic', type: 'u32', doc: 'stageMagic' },
    { name: 'version', type: 'u32', doc: 'stageVersion' },
    { name: 'memory_bytes', type: 'u32', doc: 'size of the whole memory' },
    { name: 'max_frames', type: 'u32', doc: 'longest block' },
    { name: 'input_channels', type: 'u32', doc: 'audio channels from the client to the stage' },
    { name: 'output_channels', type: 'u32', doc: 'audio channels from the stage to the client' },
  ],
};

export const stageRequestRecord: RecordSpec = {
  name: 'StageRequest',
  doc: 'What the client wants of a cycle, written before it passes the turn.',
  fields: [
    { name: 'orders', type: 'u32', doc: 'bits of stageOrders' },
    { name: 'frames', type: 'u32', doc: 'frames of the block' },
    { name: 'steady_frames', type: 'u64', doc: "frame time of the block's begin" },
    { name: 'events', type: 'u32', doc: 'events that follow the record' },
    { name: 'priority', type: 'u32', doc: "real-time priority of the client's thread, 0 for none" },
    { name: 'silent_inputs', type: 'u64', doc: 'bit per input channel that holds silence' },
    { name: 'passed_ns', type: 'u64', doc: 'CLOCK_MONOTONIC when the turn was passed' },
    { name: 'processor', type: 'u32', doc: 'that a real-time client runs on, plus 1; 0 for any' },
  ],
};

export const stageTurnRecord: RecordSpec = {
  name: 'StageTurn',
  doc: 'The turn, changed by compare-and-swap only; a futex for both.',
  fields: [{ name: 'word', type: 'u32', doc: "the cycle's number times four, plus the index of the holder" }],
};

export const stageAnswerRecord: RecordSpec = {
  name: 'StageAnswer',
  doc: "The stage's part: what came of the last cycle, what the plugin costs, and how its process ended.",
  fields: [
    { name: 'status', type: 'u32', doc: "CLAP's process status of the block" },
    { name: 'events', type: 'u32', doc: 'events that follow the record' },
    { name: 'tail_frames', type: 'u32', doc: 'tail that the plugin reports' },
    { name: 'busy_last_ns', type: 'u32', doc: 'time inside the last process call' },
    { name: 'busy_ns', type: 'u64', doc: 'time inside process, summed' },
    { name: 'calls', type: 'u64', doc: 'process calls' },
    { name: 'returned_ns', type: 'u64', doc: 'CLOCK_MONOTONIC when the last block was done' },
    { name: 'dropped_events', type: 'u32', doc: 'events of the plugin that found no room' },
    {
      name: 'nonfinite_blocks',
      type: 'u32',
      doc: 'blocks whose output held NaN or infinity and was silenced',
    },
    { name: 'thread', type: 'u32', doc: 'thread id of the stage' },
    { name: 'priority', type: 'u32', doc: "real-time priority of the stage's thread, 0 when it got none" },
    { name: 'blame_call', type: 'u32', doc: 'the call that the stage is in, an index of calls; 0 for none' },
    { name: 'crash_signal', type: 'u32', doc: 'signal that ended the process, 0 while it lives' },
    { name: 'crash_thread', type: 'u32', doc: 'thread that it met' },
    { name: 'crash_call', type: 'u32', doc: 'the call of the plugin that the thread was in' },
    { name: 'crash_address', type: 'u64', doc: 'faulting address' },
  ],
};

export const stageRecords = [
  stageHeaderRecord,
  stageRequestRecord,
  stageTurnRecord,
  stageAnswerRecord,
] as const;

/** Where the events lie behind the record of their part, in bytes from the part's begin. */
export const stageEventOffsets = {
  client: layout(stageHeaderRecord).bytes + layout(stageRequestRecord).bytes,
  stage: layout(stageAnswerRecord).bytes,
};

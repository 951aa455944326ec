/** Types of a field: unsigned words, a float, or a run of bytes holding NUL-terminated text. */
export type FieldType = 'u32' | 'u64' | 'f32' | 'text';

export interface FieldSpec {
  readonly name: string;
  readonly type: FieldType;
  /** Elements of an array, or bytes of a text; 1 if left out. */
  readonly count?: number;
  readonly doc: string;
}

export interface RecordSpec {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly FieldSpec[];
}

export const statusMagic = 0x5358_4d4f; // "OMXS" in little-endian memory order
export const statusVersion = 1;
export const clientCapacity = 32;
export const instanceCapacity = 256;
export const meteredChannels = 8;

/**
 * Time histograms are log-linear: four buckets per octave of nanoseconds. Bucket 0 holds all below 16 ns, the last all above;
 * bucket index = 4·(⌊log2 ns⌋ − 4) + the two bits of ns below its leading one.
 */
export const histogramBuckets = 104;

/** Lowest time in ns that falls into `bucket`. */
export function bucketFloorNs(bucket: number): number {
  const octave = Math.floor(bucket / 4) + 4;
  return bucket === 0 ? 0 : 2 ** octave * (1 + (bucket % 4) / 4);
}

/** What a thread is calling inside a plugin; the blame registers hold one of these. */
export const calls = [
  'none',
  'process',
  'start_processing',
  'stop_processing',
  'reset',
  'flush',
  'load',
  'init',
  'activate',
  'deactivate',
  'destroy',
  'state',
  'params',
  'main_thread',
] as const;
export type PluginCall = (typeof calls)[number];

const histogram: FieldSpec = {
  name: 'histogram',
  type: 'u32',
  count: histogramBuckets,
  doc: 'calls per time bucket since the start',
};

export const headerRecord: RecordSpec = {
  name: 'StatusHeader',
  doc: 'First record of the page; the daemon checks magic, version and sizes before it reads on.',
  fields: [
    { name: 'magic', type: 'u32', doc: 'statusMagic' },
    { name: 'version', type: 'u32', doc: 'statusVersion' },
    { name: 'page_bytes', type: 'u32', doc: 'size of the whole page' },
    { name: 'client_capacity', type: 'u32', doc: 'client records that follow' },
    { name: 'instance_capacity', type: 'u32', doc: 'instance records after those' },
    { name: 'pid', type: 'u32', doc: 'process id of the worker' },
    { name: 'start_ns', type: 'u64', doc: 'CLOCK_MONOTONIC when the worker started' },
    {
      name: 'control_instance',
      type: 'u32',
      doc: 'blame register of the control thread: instance number + 1, 0 for none',
    },
    { name: 'control_call', type: 'u32', doc: 'the call it is in, an index of calls' },
    { name: 'crash_signal', type: 'u32', doc: 'signal that ended the worker, 0 while it lives' },
    { name: 'crash_from_outside', type: 'u32', doc: '1 when another process sent the signal' },
    {
      name: 'crash_instance',
      type: 'u32',
      doc: 'instance number + 1 when the faulting thread was inside its code, else 0',
    },
    { name: 'crash_call', type: 'u32', doc: 'the call it was in' },
    { name: 'crash_thread', type: 'u32', doc: 'thread id' },
    { name: 'reserved', type: 'u32', doc: 'keeps the next field aligned' },
    { name: 'crash_address', type: 'u64', doc: 'faulting address' },
    { name: 'control_uri', type: 'text', count: 256, doc: 'plugin that the control thread is loading' },
  ],
};

export const clientRecord: RecordSpec = {
  name: 'StatusClient',
  doc: 'One client. Counters are written by its audio thread alone, with relaxed stores.',
  fields: [
    { name: 'used', type: 'u32', doc: '1 while the client exists' },
    {
      name: 'sequence',
      type: 'u32',
      doc: 'sequence lock over name, sample_rate and block_frames: odd while written',
    },
    { name: 'sample_rate', type: 'u32', doc: 'Hz' },
    { name: 'block_frames', type: 'u32', doc: 'frames per period' },
    { name: 'name', type: 'text', count: 64, doc: 'client name in the audio server' },
    { name: 'cycles', type: 'u64', doc: 'callbacks run' },
    { name: 'frames', type: 'u64', doc: 'frames run' },
    { name: 'busy_ns', type: 'u64', doc: 'time inside callbacks, summed' },
    { name: 'busy_last_ns', type: 'u32', doc: 'time inside the last callback' },
    { name: 'busy_max_ns', type: 'u32', doc: 'longest callback' },
    {
      name: 'late_cycles',
      type: 'u64',
      doc: 'callbacks that began more than half a period after their due time',
    },
    { name: 'missed_cycles', type: 'u64', doc: 'periods skipped, from gaps in the frame time' },
    { name: 'xruns', type: 'u64', doc: 'xruns that the server reported' },
    {
      name: 'blame_instance',
      type: 'u32',
      doc: 'blame register: instance number + 1 being called now, 0 for none',
    },
    { name: 'blame_call', type: 'u32', doc: 'the call it is in, an index of calls' },
    { name: 'latency_frames', type: 'u32', doc: 'longest latency from an input to an output of the client' },
    { name: 'thread', type: 'u32', doc: 'thread id of the audio thread, 0 before its first cycle' },
    histogram,
  ],
};

export const instanceRecord: RecordSpec = {
  name: 'StatusInstance',
  doc: 'One instance. Counters are written by the audio thread of its client alone.',
  fields: [
    { name: 'used', type: 'u32', doc: '1 while the instance exists' },
    { name: 'instance', type: 'u32', doc: 'instance number' },
    { name: 'client', type: 'u32', doc: 'index of its client record' },
    { name: 'flags', type: 'u32', doc: 'instanceFlags' },
    { name: 'calls', type: 'u64', doc: 'process calls' },
    { name: 'busy_ns', type: 'u64', doc: 'time inside process, summed' },
    { name: 'busy_last_ns', type: 'u32', doc: 'time inside the last process call' },
    { name: 'busy_max_ns', type: 'u32', doc: 'longest process call' },
    {
      name: 'nonfinite_blocks',
      type: 'u32',
      doc: 'blocks whose output held NaN or infinity and was silenced',
    },
    { name: 'clamped_blocks', type: 'u32', doc: 'blocks whose output was clamped at +24 dBFS' },
    { name: 'error_blocks', type: 'u32', doc: 'process calls that returned an error' },
    { name: 'latency_frames', type: 'u32', doc: 'latency that the plugin reports' },
    {
      name: 'input_peaks',
      type: 'f32',
      count: meteredChannels,
      doc: 'linear peak per input channel, falling 20 dB/s',
    },
    {
      name: 'output_peaks',
      type: 'f32',
      count: meteredChannels,
      doc: 'linear peak per output channel, falling 20 dB/s',
    },
    histogram,
  ],
};

/** Bits of an instance's flags. */
export const instanceFlags = { bypassed: 1, asleep: 2, isolated: 4, inactive: 8 } as const;

export const fieldBytes = { u32: 4, u64: 8, f32: 4, text: 1 } as const satisfies Record<FieldType, number>;

export interface FieldLayout extends FieldSpec {
  readonly offset: number;
  readonly count: number;
}

/** Offsets of a record's fields in bytes, and its size rounded up to a cache line of 64 bytes. */
export function layout(record: RecordSpec): {
  readonly fields: readonly FieldLayout[];
  readonly bytes: number;
} {
  let offset = 0;
  const fields = record.fields.map((field) => {
    const alignment = fieldBytes[field.type];
    offset = Math.ceil(offset / alignment) * alignment;
    const placed = { ...field, count: field.count ?? 1, offset };
    offset += alignment * placed.count;
    return placed;
  });
  return { fields, bytes: Math.ceil(offset / 64) * 64 };
}

/** Where the records of a page begin, in bytes. */
export const statusLayout = {
  clientsOffset: layout(headerRecord).bytes,
  instancesOffset: layout(headerRecord).bytes + clientCapacity * layout(clientRecord).bytes,
  pageBytes:
    layout(headerRecord).bytes +
    clientCapacity * layout(clientRecord).bytes +
    instanceCapacity * layout(instanceRecord).bytes,
};

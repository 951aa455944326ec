import { layout, type RecordSpec } from './status-page.js';

/**
 * A channel between two processes: packets over a Unix socket, and, once both have agreed, over two rings in shared memory.
 * The socket and the rings frame a packet alike: a header, then `length` bytes. In a ring a packet begins at a multiple of
 * the header's size; what pads the one before it means nothing. The end that listens is the server.
 */
export const channelMagic = 0x4358_4d4f; // "OMXC" in little-endian memory order
export const channelVersion = 1;

/** Bytes of one ring: a power of two within these limits. The memory holds two: to the server, then to the client. */
export const ringBytesLimits = { least: 4096, most: 1 << 20 } as const;
/** Where the rings begin in the memory; the page's records lie before. */
export const ringsOffset = 4096;
/** Payload of a packet at most. A ring takes a packet of half its bytes, header counted, at most. */
export const packetBytesLimit = 65_536;

/** What a sleeping end waits with, in its `sleeping` word; its peer wakes it by the same. */
export const sleepKinds = { awake: 0, futex: 1, doorbell: 2 } as const;

/** Types of packets. Those below `data` belong to the channel itself; an application numbers its own from `data` on. */
export const packetTypes = {
  hello: { value: 1, doc: 'client: first packet; payload PacketHello' },
  offer: {
    value: 2,
    doc: 'server: PacketHello with the size of a ring, and two descriptors: memory, doorbell',
  },
  refuse: { value: 3, doc: 'either: no shared memory; payload: the reason as text. The socket stays in use' },
  enter: { value: 4, doc: 'either: my last packet on the socket; what follows comes through the ring' },
  leave: { value: 5, doc: 'either: my last packet in the ring; what follows comes over the socket' },
  data: { value: 64, doc: 'the first type of the application' },
} as const satisfies Record<string, { value: number; doc: string }>;

export const packetHeaderRecord: RecordSpec = {
  name: 'PacketHeader',
  doc: 'Before every packet, on the socket and in the ring.',
  fields: [
    { name: 'length', type: 'u32', doc: 'bytes of the payload that follows' },
    { name: 'type', type: 'u32', doc: 'a PacketType, or one of the application' },
    {
      name: 'sequence',
      type: 'u64',
      doc: 'counts the packets of one direction from 0, across both transports',
    },
  ],
};

export const packetHelloRecord: RecordSpec = {
  name: 'PacketHello',
  doc: 'What an end says of itself when shared memory is negotiated.',
  fields: [
    { name: 'magic', type: 'u32', doc: 'channelMagic' },
    { name: 'version', type: 'u32', doc: 'channelVersion' },
    {
      name: 'ring_bytes',
      type: 'u32',
      doc: 'bytes of one ring: wanted (hello) or given (offer); 0 for no ring',
    },
    { name: 'reserved', type: 'u32', doc: '0' },
  ],
};

export const channelHeaderRecord: RecordSpec = {
  name: 'ChannelHeader',
  doc: 'First record of the memory; whoever opens it checks all of it against the sealed size.',
  fields: [
    { name: 'magic', type: 'u32', doc: 'channelMagic' },
    { name: 'version', type: 'u32', doc: 'channelVersion' },
    { name: 'total_bytes', type: 'u32', doc: 'size of the whole memory' },
    { name: 'ring_bytes', type: 'u32', doc: 'size of each ring' },
  ],
};

export const ringPositionRecord: RecordSpec = {
  name: 'RingPosition',
  doc: 'How far one end of a ring has come; written by it alone, on a cache line of its own.',
  fields: [{ name: 'bytes', type: 'u64', doc: 'bytes written or read since the beginning; never wraps' }],
};

export const ringSleepRecord: RecordSpec = {
  name: 'RingSleep',
  doc: 'Whether and until when one end of a ring sleeps. Apart from its position, since this line is seldom written.',
  fields: [
    { name: 'wake_at', type: 'u64', doc: 'wake me once your position has reached this' },
    { name: 'sleeping', type: 'u32', doc: 'one of sleepKinds; also the word that a futex waits on' },
  ],
};

const ringRecords = 2 * layout(ringPositionRecord).bytes + 2 * layout(ringSleepRecord).bytes;

/** Sizes in bytes. */
export const channelLayout = {
  pageBytes: layout(channelHeaderRecord).bytes + 2 * ringRecords,
  ringRecords,
} as const;

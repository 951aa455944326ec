import { err, ok, type Result } from '@plugin-hostd/base';
import {
  calls,
  clientCapacity,
  clientRecord,
  type FieldLayout,
  fieldBytes,
  headerRecord,
  instanceCapacity,
  instanceRecord,
  layout,
  type PluginCall,
  statusLayout,
  statusMagic,
  statusVersion,
} from '@plugin-hostd/contracts';

/** A plugin call that a thread is or was in. */
export interface Blame {
  readonly instance: number;
  readonly call: PluginCall;
}

/** A crash as the worker's signal handler recorded it. */
export interface CrashRecord {
  readonly signal: number;
  readonly fromOutside: boolean;
  /** Instance whose code the faulting thread was in: certain when not null. */
  readonly instance: number | null;
  readonly call: PluginCall;
  /** Plugin that control was loading, '' for none. */
  readonly uri: string;
}

export interface ClientStatus {
  readonly index: number;
  readonly name: string;
  readonly sampleRate: number;
  readonly blockFrames: number;
  readonly cycles: number;
  readonly busyNs: number;
  readonly busyMaxNs: number;
  readonly lateCycles: number;
  readonly missedCycles: number;
  readonly xruns: number;
  readonly blame: Blame | null;
  readonly latencyFrames: number;
  readonly thread: number;
  readonly histogram: readonly number[];
}

export interface InstanceStatus {
  readonly instance: number;
  /** Index of its client's record. */
  readonly client: number;
  readonly flags: number;
  readonly calls: number;
  readonly busyNs: number;
  readonly busyMaxNs: number;
  readonly nonfiniteBlocks: number;
  readonly clampedBlocks: number;
  readonly errorBlocks: number;
  readonly latencyFrames: number;
  /** Linear, per channel. */
  readonly inputPeaks: readonly number[];
  readonly outputPeaks: readonly number[];
  readonly histogram: readonly number[];
}

/** One reading of a worker's status page. */
export interface StatusPage {
  readonly pid: number;
  readonly startNs: number;
  readonly controlBlame: (Blame & { readonly uri: string }) | null;
  readonly crash: CrashRecord | null;
  readonly clients: readonly ClientStatus[];
  readonly instances: readonly InstanceStatus[];
}

type Values = Readonly<Record<string, number | string | readonly number[]>>;

const layouts = {
  header: layout(headerRecord),
  client: layout(clientRecord),
  instance: layout(instanceRecord),
};

function readNumber(page: Buffer, type: 'u32' | 'u64' | 'f32', at: number): number {
  if (type === 'u32') return page.readUInt32LE(at);
  if (type === 'f32') return page.readFloatLE(at);
  return Number(page.readBigUInt64LE(at));
}

function readField(page: Buffer, base: number, field: FieldLayout): number | string | readonly number[] {
  const at = base + field.offset;
  if (field.type === 'text') {
    const bytes = page.subarray(at, at + field.count);
    const end = bytes.indexOf(0);
    return bytes.toString('utf8', 0, end < 0 ? field.count : end);
  }
  const type = field.type;
  if (field.count === 1) return readNumber(page, type, at);
  return Array.from({ length: field.count }, (_, i) => readNumber(page, type, at + i * fieldBytes[type]));
}

function readRecord(page: Buffer, base: number, fields: readonly FieldLayout[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, readField(page, base, field)]));
}

const number = (values: Values, name: string) => values[name] as number;
const text = (values: Values, name: string) => values[name] as string;
const list = (values: Values, name: string) => values[name] as readonly number[];

/** The contents of a blame register pair; registers hold the instance number + 1, 0 for none. */
function blameOf(instance: number, call: number): Blame | null {
  const name = calls[call];
  return instance === 0 || !name || name === 'none' ? null : { instance: instance - 1, call: name };
}

function crashOf(header: Values): CrashRecord | null {
  const signal = number(header, 'crash_signal');
  if (signal === 0) return null;
  const instance = number(header, 'crash_instance');
  return {
    signal,
    fromOutside: number(header, 'crash_from_outside') === 1,
    instance: instance === 0 ? null : instance - 1,
    call: calls[number(header, 'crash_call')] ?? 'none',
    uri: text(header, 'control_uri'),
  };
}

function clientOf(values: Values, index: number): ClientStatus {
  return {
    index,
    name: text(values, 'name'),
    sampleRate: number(values, 'sample_rate'),
    blockFrames: number(values, 'block_frames'),
    cycles: number(values, 'cycles'),
    busyNs: number(values, 'busy_ns'),
    busyMaxNs: number(values, 'busy_max_ns'),
    lateCycles: number(values, 'late_cycles'),
    missedCycles: number(values, 'missed_cycles'),
    xruns: number(values, 'xruns'),
    blame: blameOf(number(values, 'blame_instance'), number(values, 'blame_call')),
    latencyFrames: number(values, 'latency_frames'),
    thread: number(values, 'thread'),
    histogram: list(values, 'histogram'),
  };
}

function instanceOf(values: Values): InstanceStatus {
  return {
    instance: number(values, 'instance'),
    client: number(values, 'client'),
    flags: number(values, 'flags'),
    calls: number(values, 'calls'),
    busyNs: number(values, 'busy_ns'),
    busyMaxNs: number(values, 'busy_max_ns'),
    nonfiniteBlocks: number(values, 'nonfinite_blocks'),
    clampedBlocks: number(values, 'clamped_blocks'),
    errorBlocks: number(values, 'error_blocks'),
    latencyFrames: number(values, 'latency_frames'),
    inputPeaks: list(values, 'input_peaks'),
    outputPeaks: list(values, 'output_peaks'),
    histogram: list(values, 'histogram'),
  };
}

/** Records that are in use; the `used` word is looked at before the rest is decoded. */
function usedRecords<T>(
  page: Buffer,
  begin: number,
  capacity: number,
  record: { readonly fields: readonly FieldLayout[]; readonly bytes: number },
  decode: (values: Values, index: number) => T,
): T[] {
  const records: T[] = [];
  for (let index = 0; index < capacity; index += 1) {
    const base = begin + index * record.bytes;
    if (page.readUInt32LE(base) === 1) records.push(decode(readRecord(page, base, record.fields), index));
  }
  return records;
}

/** Why a page cannot be read, as a reason that continues a sentence. */
function refusal(page: Buffer): string | null {
  if (page.length < statusLayout.pageBytes) return `it is ${page.length} bytes short or long`;
  if (page.readUInt32LE(0) !== statusMagic) return 'it is not a status page';
  const version = page.readUInt32LE(4);
  if (version !== statusVersion) return `its version is ${version}, not ${statusVersion}`;
  if (page.readUInt32LE(8) !== statusLayout.pageBytes) return 'it declares another size';
  return null;
}

/** Decodes a status page by the layout of the contracts; checks magic, version and size first. */
export function decodeStatusPage(page: Buffer): Result<StatusPage, string> {
  const reason = refusal(page);
  if (reason) return err(reason);
  const header = readRecord(page, 0, layouts.header.fields);
  const { clientsOffset, instancesOffset } = statusLayout;
  const blame = blameOf(number(header, 'control_instance'), number(header, 'control_call'));
  return ok({
    pid: number(header, 'pid'),
    startNs: number(header, 'start_ns'),
    controlBlame: blame && { ...blame, uri: text(header, 'control_uri') },
    crash: crashOf(header),
    clients: usedRecords(page, clientsOffset, clientCapacity, layouts.client, clientOf),
    instances: usedRecords(page, instancesOffset, instanceCapacity, layouts.instance, instanceOf),
  });
}

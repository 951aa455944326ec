import { atLeast, atMost, type Bar } from '../bar.js';
import { figure, type Table } from '../report/table.js';
import type { Estimate } from '../statistics/bootstrap.js';
import type { ChannelCase } from './cases.js';
import { floodFrames } from './cases.js';
import type { CaseFigures, FloodFigures } from './figures.js';
import type { Calls } from './measure.js';
import type { PulseSample } from './pulseaudio.js';

/** Everything that a run found. */
export interface ChannelResult {
  readonly cases: readonly { readonly channelCase: ChannelCase; readonly figures: CaseFigures }[];
  readonly floods: readonly { readonly format: string; readonly figures: FloodFigures }[];
  readonly calls: Calls;
  readonly pulse: readonly PulseSample[];
}

const interval = ({ low, high }: Estimate) => `${figure(low)} to ${figure(high)}`;

/** The promises of `bench channel`. */
export function channelBars({ cases, floods, calls }: ChannelResult): readonly Bar[] {
  return [
    ...cases
      .filter(({ channelCase }) => channelCase.barred)
      .map(({ channelCase, figures }) =>
        atLeast(
          `CPU below that of the socket at ${channelCase.latencyMs} ms, at least`,
          figures.saving.median,
          '%',
          25,
        ),
      ),
    ...floods.map(({ format, figures }) =>
      atLeast(
        `saturated, ${format}: packets over those by the socket, at least`,
        figures.times.median,
        'ratio',
        3,
      ),
    ),
    atMost('saturated: system calls per packet', calls.flood.ring, 'per packet', 0.05),
  ];
}

function clockTable({ cases }: ChannelResult): Table {
  return {
    title: 'A player: stereo, 48 kHz, two packets under way',
    columns: [
      'latency ms',
      'format',
      'packet every ms',
      'ring: server %',
      'client %',
      'ns per packet',
      'wake-ups',
      'socket: server %',
      'client %',
      'ns per packet',
      'wake-ups',
      'saved %',
      '95 % interval',
      'saved % with idle',
      'missing ring, socket',
      'rounds',
      'disturbed',
    ],
    rows: cases.map(({ channelCase, figures }) => [
      String(channelCase.latencyMs),
      channelCase.format,
      figure(figures.intervalMs),
      ...[figures.ring, figures.socket].flatMap((each) => [
        figure(each.serverPercent),
        figure(each.clientPercent),
        figure(each.nsPerPacket),
        figure(each.wakeUpsPerPacket),
      ]),
      figure(figures.saving.median),
      interval(figures.saving),
      figure(figures.rawSaving.median),
      `${figures.ring.missing}, ${figures.socket.missing}`,
      String(figures.saving.count),
      String(figures.disturbedRounds),
    ]),
  };
}

function floodTable({ floods }: ChannelResult): Table {
  return {
    title: `Saturated: packets of ${floodFrames} stereo frames`,
    columns: ['format', 'ring, packets/s', 'socket, packets/s', 'ratio', '95 % interval', 'pairs'],
    rows: floods.map(({ format, figures }) => [
      format,
      figure(figures.ringPerSecond),
      figure(figures.socketPerSecond),
      figure(figures.times.median),
      interval(figures.times),
      String(figures.times.count),
    ]),
  };
}

function callsTable({ calls }: ChannelResult): Table {
  return {
    title: 'System calls per packet, server and client together',
    columns: ['', 'ring', 'socket'],
    rows: [
      ['a player at 5 ms', figure(calls.clock.ring), figure(calls.clock.socket)],
      ['saturated', figure(calls.flood.ring), figure(calls.flood.socket)],
    ],
  };
}

function pulseTable({ pulse }: ChannelResult): Table {
  return {
    title: 'PulseAudio with a null sink, beside',
    columns: ['latency ms', 'transport', 'main %', 'I/O %', 'client %', 'wake-ups of the client per s'],
    rows: pulse.map((sample) => [
      String(sample.latencyMs),
      sample.transport,
      figure(sample.mainPercent),
      figure(sample.ioPercent),
      figure(sample.clientPercent),
      figure(sample.wakeUpsPerSecond),
    ]),
  };
}

export function channelTables(result: ChannelResult): readonly Table[] {
  const ours = [clockTable(result), floodTable(result), callsTable(result)];
  return result.pulse.length === 0 ? ours : [...ours, pulseTable(result)];
}

/** How it was measured, and what was not. */
export function channelNotes(held: boolean, pulse: boolean): readonly string[] {
  return [
    "The server's clock takes a packet each time that its frames have passed; the client sends the next when one was taken. By the " +
      'socket a packet is one sendmsg, and the client learns by a packet that one was taken, for which it waits in one recvmsg; by ' +
      'the ring it sleeps on a futex until the server has read far enough. Neither side looks at its transport more often than that. ' +
      'The kernel wakes whoever waits in recvmsg for free room, too, now and then; waiting by poll is rid of that and was no cheaper.',
    'Server and client are processes of one thread, each on a processor of its own, in SCHED_FIFO where that is permitted. What a ' +
      "thread used is the kernel's account (schedstat), wake-ups are the times that it was put on a processor. Per round both " +
      "transports and the server's clock alone are measured, in processes started anew; saved is the share of the socket's CPU, " +
      'server and client together, that the ring does not use, the clock alone (median of all rounds) subtracted from both; beside it without subtracting.',
    'Saturated, the client writes eight packets before it shows them, and each end of the ring looks for 50 µs before it sleeps. ' +
      'Nothing is done with what arrives.',
    'System calls are counted in a run apart, by tracing both processes, which slows them.',
    'A round is disturbed when others used more than a fifth of a processor, or the hypervisor took more than 1 %, in either window; ' +
      'it counts all the same.',
    held
      ? 'Deep idle states were held off (/dev/cpu_dma_latency).'
      : 'Deep idle states were not held off: /dev/cpu_dma_latency may not be opened.',
    pulse
      ? "PulseAudio does more than ours with a packet (it mixes, can rewind, and its player decides the packets' sizes): its figures show " +
        'what a whole server costs, and the difference that its own shared memory makes.'
      : 'PulseAudio was not measured: it is not installed, or does not run here (npm run setup -- bench).',
    'Not measured: symbols by perf, more than one client, packets that come late.',
  ];
}

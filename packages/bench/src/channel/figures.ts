import { type Estimate, estimateMedian } from '../statistics/bootstrap.js';
import { median } from '../statistics/quantile.js';
import type { Random } from '../statistics/random.js';
import type { Carrier, ChannelWindow } from './times-program.js';

/** One round: both carriers, and the server's clock alone. */
export interface Round {
  readonly idle: ChannelWindow;
  readonly socket: ChannelWindow;
  readonly ring: ChannelWindow;
}

/** What server and client used per packet, in ns. */
export function rawNsPerPacket({ server, client, packets }: ChannelWindow): number {
  return (server.runNs + client.runNs) / packets;
}

/** What the server's clock takes by itself per packet: the median of all rounds, which disturb it the less. */
export function idleNsPerPacket(rounds: readonly Round[]): number {
  return median(rounds.map(({ idle }) => rawNsPerPacket(idle)));
}

/** By how much the ring is below the socket, in percent of the socket. */
export function savingPercent(socket: number, ring: number): number {
  return 100 * (1 - ring / socket);
}

export interface CarrierFigures {
  readonly serverPercent: number;
  readonly clientPercent: number;
  /** Idle subtracted. */
  readonly nsPerPacket: number;
  /** Of both threads. */
  readonly wakeUpsPerPacket: number;
  readonly missing: number;
}

/** Medians over rounds. */
export interface CaseFigures {
  readonly intervalMs: number;
  readonly socket: CarrierFigures;
  readonly ring: CarrierFigures;
  /** Of ns per packet, round by round: idle subtracted, and as it is. */
  readonly saving: Estimate;
  readonly rawSaving: Estimate;
  readonly disturbedRounds: number;
}

function carrierFigures(rounds: readonly Round[], carrier: Carrier, idleNs: number): CarrierFigures {
  const windows = rounds.map((round) => round[carrier]);
  const of = (value: (window: ChannelWindow) => number) => median(windows.map(value));
  return {
    serverPercent: of(({ server, ns }) => (100 * server.runNs) / ns),
    clientPercent: of(({ client, ns }) => (100 * client.runNs) / ns),
    nsPerPacket: of(rawNsPerPacket) - idleNs,
    wakeUpsPerPacket: of(({ server, client, packets }) => (server.runs + client.runs) / packets),
    missing: windows.reduce((sum, { missing }) => sum + missing, 0),
  };
}

const isDisturbed = ({ socket, ring }: Round) => socket.disturbance.disturbed || ring.disturbance.disturbed;

export function caseFigures(rounds: readonly Round[], random: Random): CaseFigures {
  const idleNs = idleNsPerPacket(rounds);
  const savings = rounds.map(({ socket, ring }) =>
    savingPercent(rawNsPerPacket(socket) - idleNs, rawNsPerPacket(ring) - idleNs),
  );
  const rawSavings = rounds.map(({ socket, ring }) =>
    savingPercent(rawNsPerPacket(socket), rawNsPerPacket(ring)),
  );
  return {
    intervalMs: median(rounds.map(({ ring }) => ring.ns / ring.packets)) / 1e6,
    socket: carrierFigures(rounds, 'socket', idleNs),
    ring: carrierFigures(rounds, 'ring', idleNs),
    saving: estimateMedian(savings, random),
    rawSaving: estimateMedian(rawSavings, random),
    disturbedRounds: rounds.filter(isDisturbed).length,
  };
}

/** A flood by both carriers, one after the other. */
export interface FloodPair {
  readonly socket: ChannelWindow;
  readonly ring: ChannelWindow;
}

export interface FloodFigures {
  readonly socketPerSecond: number;
  readonly ringPerSecond: number;
  /** Packets per second by the ring over those by the socket, pair by pair. */
  readonly times: Estimate;
}

const perSecond = ({ packets, ns }: ChannelWindow) => (1e9 * packets) / ns;

export function floodFigures(pairs: readonly FloodPair[], random: Random): FloodFigures {
  return {
    socketPerSecond: median(pairs.map(({ socket }) => perSecond(socket))),
    ringPerSecond: median(pairs.map(({ ring }) => perSecond(ring))),
    times: estimateMedian(
      pairs.map(({ socket, ring }) => perSecond(ring) / perSecond(socket)),
      random,
    ),
  };
}

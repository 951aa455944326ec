import { expect, test } from 'vitest';
import { seededRandom } from '../statistics/random.js';
import { caseSeconds, channelCases, effortFor, floodPairs, packetFrames } from './cases.js';
import { caseFigures, floodFigures, idleNsPerPacket } from './figures.js';
import type { ChannelWindow } from './times-program.js';

const quiet = { stealPercent: 0, othersPercent: 0, disturbed: false };

/** A window of a second with 100 packets. */
function window(serverNs: number, clientNs: number, change: Partial<ChannelWindow> = {}): ChannelWindow {
  const thread = (runNs: number) => ({ runNs, waitNs: 0, runs: 100 });
  return {
    ns: 1e9,
    packets: 100,
    missing: 0,
    server: thread(serverNs),
    client: thread(clientNs),
    disturbance: quiet,
    ...change,
  };
}

// Idle takes 4 µs a packet; the socket 14 µs with it, the ring 9 µs: 10 and 5 µs without, so half is saved.
const round = { idle: window(4e5, 0), socket: window(8e5, 6e5), ring: window(6e5, 3e5) };

test('idle is subtracted per packet', () => {
  const { socket, ring } = caseFigures([round], seededRandom(1));
  expect(socket.nsPerPacket).toBe(10_000);
  expect(ring.nsPerPacket).toBe(5000);
});

test('one disturbed idle window of three moves nothing', () => {
  const noisy = { ...round, idle: window(9e5, 0) };
  expect(idleNsPerPacket([round, noisy, round])).toBe(4000);
  expect(caseFigures([round, noisy, round], seededRandom(1)).saving.low).toBeCloseTo(50);
});

test('the saving is that of each round, with idle and without', () => {
  const figures = caseFigures([round, round, round], seededRandom(1));
  expect(figures.saving.median).toBeCloseTo(50);
  expect(figures.rawSaving.median).toBeCloseTo(100 * (1 - 9 / 14));
  expect(figures.intervalMs).toBe(10);
  expect(figures.ring.serverPercent).toBeCloseTo(0.06);
  expect(figures.socket.clientPercent).toBeCloseTo(0.06);
  expect(figures.ring.wakeUpsPerPacket).toBe(2);
  expect(figures.disturbedRounds).toBe(0);
});

test('an idle window of another length counts by its packets', () => {
  const short = { ...round, idle: window(1e5, 0, { ns: 25e7, packets: 25 }) };
  expect(idleNsPerPacket([short])).toBe(4000);
});

test('a round is disturbed when either carrier was', () => {
  const disturbed = { ...round, ring: window(6e5, 3e5, { disturbance: { ...quiet, disturbed: true } }) };
  expect(caseFigures([round, disturbed], seededRandom(1)).disturbedRounds).toBe(1);
});

test('a flood is compared by packets per second', () => {
  const pair = { socket: window(0, 0), ring: window(0, 0, { packets: 900, ns: 2e9 }) };
  const { times, ringPerSecond } = floodFigures([pair], seededRandom(1));
  expect(times.median).toBeCloseTo(4.5);
  expect(ringPerSecond).toBe(450);
});

test('a player at 5 ms sends 2.5 ms at a time, and every window holds five packets', () => {
  expect(packetFrames({ latencyMs: 5, format: 'f32', barred: true })).toBe(120);
  for (const each of [...channelCases(true), ...channelCases(false)]) {
    expect(effortFor(each, true).windowMs).toBeGreaterThanOrEqual((5 * each.latencyMs) / 2);
  }
});

test('a quick run is quick, and has its ten pairs where there is a bar', () => {
  const seconds = channelCases(true).reduce((sum, each) => sum + caseSeconds(each, true), 0);
  expect(seconds).toBeLessThan(40);
  for (const each of channelCases(true).filter(({ barred }) => barred)) {
    expect(effortFor(each, true).pairs).toBeGreaterThanOrEqual(10);
  }
  expect(floodPairs.quick).toBeGreaterThanOrEqual(5);
});

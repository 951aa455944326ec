import { expect, test } from 'vitest';
import { judge, parseMachineTicks, readMachineTicks, readProcessTicks } from './disturbance.js';

test('busy time leaves out idle, waiting and steal', () => {
  const stat = 'cpu  100 20 30 5000 400 5 6 7 0 0\ncpu0 1 2 3\n';
  expect(parseMachineTicks(stat)).toEqual({ busy: 100 + 20 + 30 + 5 + 6, steal: 7 });
});

test('a window is disturbed by steal, or by others, but not by our own work', () => {
  expect(judge({ busy: 150, steal: 0 }, 145, 1).disturbed).toBe(false); // 5 % of one processor
  expect(judge({ busy: 150, steal: 0 }, 100, 1)).toEqual({
    stealPercent: 0,
    othersPercent: 50,
    disturbed: true,
  });
  expect(judge({ busy: 0, steal: 2 }, 0, 1).disturbed).toBe(true);
});

test('the machine has been busy at least as long as this process', () => {
  const own = readProcessTicks([process.pid]);
  expect(own).toBeGreaterThan(0);
  expect(readMachineTicks().busy).toBeGreaterThanOrEqual(own);
  expect(readProcessTicks([2 ** 30])).toBe(0);
});

// Graphs that are no chains, rendered offline: every expected sample is worked out on paper.
import { describe, expect, test } from 'vitest';
import { firstSound, impulse } from './support/wave.js';
import { clientName, fixture, offline, stereo } from './support/workers.js';

const frames = 4096;
const rate = 48_000;

function both(samples: Float32Array) {
  return { rate, channels: [samples, samples] };
}

describe('parallel branches', () => {
  test('of unequal latency arrive together: 0.5·x + 0.25·2·x = x', async () => {
    const input = impulse(frames, 100);
    const output = await offline(both(input), async (worker) => {
      await worker.say('add', fixture('latency'), 0, clientName); // 64 frames
      await worker.say('add', fixture('gain'), 1, clientName);
      await worker.say('param_set', 1, '1', 2);
      await worker.wire([
        ...stereo('in', 0),
        ...stereo('in', 1),
        ...stereo(0, 'out', 0.5),
        ...stereo(1, 'out', 0.25),
      ]);
    });
    expect(output.channels).toHaveLength(2);
    for (const channel of output.channels) {
      expect(firstSound(channel)).toBe(100);
      expect(channel[100]).toBe(1);
      expect(channel.slice(101).every((sample) => sample === 0)).toBe(true);
    }
  });
});

describe('a side chain', () => {
  test('is aligned with a main input that comes 64 frames later: x·x', async () => {
    const input = Float32Array.from({ length: frames }, (_, i) => (i < 1000 ? 0 : 0.5));
    const output = await offline(both(input), async (worker) => {
      await worker.say('add', fixture('latency'), 0, clientName);
      await worker.say('add', fixture('sidechain'), 1, clientName);
      await worker.wire([
        ...stereo('in', 0),
        ...stereo(0, 1),
        [`${clientName}:in_1`, 'effect_1:in2_1'],
        ...stereo(1, 'out'),
      ]);
    });
    // 0.5 · 0.5 from the very frame on which the input begins.
    const [left] = output.channels;
    expect(left?.[999]).toBe(0);
    expect(left?.[1000]).toBe(0.25);
    expect(left?.[frames - 1]).toBe(0.25);
  });

  test('left open hears silence, or the main input when told so', async () => {
    const input = Float32Array.from({ length: frames }, () => 0.5);
    for (const [source, expected] of [
      ['silence', 0],
      ['main', 0.25],
    ] as const) {
      const output = await offline(both(input), async (worker) => {
        await worker.say('add', fixture('sidechain'), 0, clientName);
        await worker.say('sidechain', 0, source);
        await worker.wire([...stereo('in', 0), ...stereo(0, 'out')]);
      });
      expect(output.channels[0]?.[2000], source).toBe(expected);
    }
  });
});

describe('a cycle', () => {
  test('is heard one block late: y = x + 0.5·y', async () => {
    const block = 256;
    const output = await offline(both(impulse(frames, 0)), async (worker) => {
      await worker.say('add', fixture('gain'), 0, clientName);
      await worker.say('add', fixture('gain'), 1, clientName);
      await worker.wire([...stereo('in', 0), ...stereo(0, 1), ...stereo(1, 'out')]);
      await worker.wire([1, 2].map((c) => [`effect_1:out1_${c}`, `effect_0:in1_${c}`, 0.5]));
    });
    expect([0, 1, 2, 3].map((k) => output.channels[0]?.[block * k])).toEqual([1, 0.5, 0.25, 0.125]);
    expect(output.channels[0]?.filter((sample) => sample !== 0)).toHaveLength(frames / block);
  });
});

describe('a mono plugin in a stereo chain', () => {
  test('runs as two copies with one set of parameters', async () => {
    const left = impulse(frames, 10);
    const right = impulse(frames, 20);
    const output = await offline({ rate, channels: [left, right] }, async (worker) => {
      await worker.say('add', fixture('mono-gain'), 0, clientName, 'dual');
      await worker.say('param_set', 0, '1', 3);
      await worker.wire([...stereo('in', 0), ...stereo(0, 'out')]);
    });
    expect(firstSound(output.channels[0] as Float32Array)).toBe(10);
    expect(firstSound(output.channels[1] as Float32Array)).toBe(20);
    expect(output.channels[0]?.[10]).toBe(3);
    expect(output.channels[1]?.[20]).toBe(3);
  });
});

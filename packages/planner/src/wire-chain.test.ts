import { describe, expect, test } from 'vitest';
import { edgeDifference } from './index.js';
import type { PlannedInstance } from './ports.js';
import { clientEnds, wireChain } from './wire-chain.js';

function plugin(
  instance: number,
  ins: number,
  outs: number,
  notes: [number, number] = [0, 0],
): PlannedInstance {
  const port = (channels: number) => (channels === 0 ? [] : [{ name: 'main', channels, main: true }]);
  return {
    instance,
    audioInputs: port(ins),
    audioOutputs: port(outs),
    noteInputs: notes[0],
    noteOutputs: notes[1],
  };
}

const edgesOf = (wiring: ReturnType<typeof wireChain>) =>
  wiring.edges.map((e) => `${e.from} ${e.to}${e.gain === 1 ? '' : ` ${e.gain}`}`);

describe('a chain with ends of its own', () => {
  const ends = clientEnds('v', 2);

  test('goes straight through stereo plugins', () => {
    expect(edgesOf(wireChain([plugin(0, 2, 2), plugin(1, 2, 2)], 2, ends))).toEqual([
      'v:in_1 effect_0:in1_1',
      'v:in_2 effect_0:in1_2',
      'effect_0:out1_1 effect_1:in1_1',
      'effect_0:out1_2 effect_1:in1_2',
      'effect_1:out1_1 v:out_1',
      'effect_1:out1_2 v:out_2',
    ]);
  });

  test('runs a mono plugin as two copies, channel c to copy c', () => {
    const wiring = wireChain([plugin(3, 1, 1)], 2, ends);
    expect(wiring.layouts.get(3)).toBe('dual');
    expect(edgesOf(wiring)).toEqual([
      'v:in_1 effect_3:in1_1',
      'v:in_2 effect_3:in1_2',
      'effect_3:out1_1 v:out_1',
      'effect_3:out1_2 v:out_2',
    ]);
  });

  test('sums two channels into a mono input at -6 dB each, and feeds both sides from a mono end', () => {
    expect(edgesOf(wireChain([plugin(0, 1, 2)], 2, ends)).slice(0, 2)).toEqual([
      'v:in_1 effect_0:in1_1 0.5',
      'v:in_2 effect_0:in1_1 0.5',
    ]);
    expect(edgesOf(wireChain([plugin(0, 2, 1)], 2, ends)).slice(2)).toEqual([
      'effect_0:out1_1 v:out_1',
      'effect_0:out1_1 v:out_2',
    ]);
  });

  test('passes its inputs on without plugins, and past a meter', () => {
    expect(edgesOf(wireChain([], 2, ends))).toEqual(['v:in_1 v:out_1', 'v:in_2 v:out_2']);
    expect(edgesOf(wireChain([plugin(0, 2, 0)], 2, ends))).toEqual([
      'v:in_1 effect_0:in1_1',
      'v:in_2 effect_0:in1_2',
      'v:in_1 v:out_1',
      'v:in_2 v:out_2',
    ]);
  });

  test('replaces the signal by an instrument, which gets the notes of what is before it', () => {
    const wiring = wireChain([plugin(0, 0, 0, [1, 1]), plugin(1, 0, 2, [1, 0])], 2, ends);
    expect(wiring.noteInputs).toEqual(['effect_0:events_in1']);
    expect(edgesOf(wiring)).toEqual([
      'effect_1:out1_1 v:out_1',
      'effect_1:out1_2 v:out_2',
      'effect_0:events_out1 effect_1:events_in1',
    ]);
  });
});

test('a mono chain feeds both sides of a stereo plugin', () => {
  const wiring = wireChain([plugin(0, 2, 2)], 1, clientEnds('v', 1));
  expect(edgesOf(wiring)).toEqual([
    'v:in_1 effect_0:in1_1',
    'v:in_1 effect_0:in1_2',
    'effect_0:out1_1 v:out_1 0.5',
    'effect_0:out1_2 v:out_1 0.5',
  ]);
});

test('without ends of its own, a chain ends with the ports of its plugins', () => {
  const wiring = wireChain([plugin(0, 2, 2), plugin(1, 2, 2)], 2, null);
  expect(wiring.ends).toEqual({
    inputs: ['effect_0:in1_1', 'effect_0:in1_2'],
    outputs: ['effect_1:out1_1', 'effect_1:out1_2'],
  });
  expect(wiring.edges).toHaveLength(2);
});

test('a side chain stays open: only the main port is wired, wherever it stands', () => {
  const it: PlannedInstance = {
    ...plugin(0, 0, 2),
    audioInputs: [
      { name: 'side', channels: 1, main: false },
      { name: 'main', channels: 2, main: true },
    ],
  };
  const wiring = wireChain([it], 2, clientEnds('v', 2));
  expect(edgesOf(wiring).slice(0, 2)).toEqual(['v:in_1 effect_0:in2_1', 'v:in_2 effect_0:in2_2']);
});

test('an insertion changes only the edges around it', () => {
  const ends = clientEnds('v', 2);
  const before = wireChain([plugin(0, 2, 2), plugin(1, 2, 2)], 2, ends).edges;
  const after = wireChain([plugin(0, 2, 2), plugin(2, 2, 2), plugin(1, 2, 2)], 2, ends).edges;
  const { removed, added } = edgeDifference(before, after);
  expect(removed).toHaveLength(2);
  expect(added).toHaveLength(4);
  expect(edgeDifference(after, after)).toEqual({ removed: [], added: [] });
});

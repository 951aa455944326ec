import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pipewireLibrary } from './find.js';
import { listens, physicalPorts } from './query.js';
import { findFreeCard } from './sound-card.js';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'omx-audio-'));
});

afterEach(() => rmSync(dir, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), text);
}

test('physical ports are told apart by direction; MIDI and clients are left out', () => {
  const listing = `system:capture_1
	properties: output,physical,terminal,
system:playback_1
	properties: input,physical,terminal,
system:midi_capture_1
	properties: output,physical,terminal,
synth:out_1
	properties: output,
`;
  expect(physicalPorts(listing)).toEqual({ capture: ['system:capture_1'], playback: ['system:playback_1'] });
  expect(physicalPorts('')).toEqual({ capture: [], playback: [] });
});

test('a card is free when nobody has its playback or capture open', () => {
  write(
    'cards',
    ' 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n                      at 0xf7\n 1 [USB            ]: USB-Audio - Scarlett\n',
  );
  write('card0/pcm0p/sub0/status', 'state: RUNNING\n');
  write('card0/pcm0c/sub0/status', 'closed\n');
  write('card1/pcm0p/sub0/status', 'closed\n');
  expect(findFreeCard(dir)).toEqual({ device: 'hw:1', name: 'USB-Audio - Scarlett', captures: false });
  write('card0/pcm0p/sub0/status', 'closed\n');
  expect(findFreeCard(dir)).toMatchObject({ device: 'hw:0', captures: true });
});

test('without cards, none is free', () => {
  expect(findFreeCard(dir)).toBeNull();
  write('cards', '--- no soundcards ---\n');
  expect(findFreeCard(dir)).toBeNull();
});

test("PipeWire's library is found under any architecture's folder", () => {
  mkdirSync(join(dir, 'some-arch'));
  expect(pipewireLibrary(dir)).toBeNull();
  write('some-arch/pipewire-0.3/jack/libjack.so.0', '');
  expect(pipewireLibrary(dir)).toBe(join(dir, 'some-arch/pipewire-0.3/jack'));
});

test('a socket is told from one that a dead server left', async () => {
  const path = join(dir, 's');
  expect(await listens(path)).toBe(false);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  expect(await listens(path)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
  expect(await listens(path)).toBe(false);
});

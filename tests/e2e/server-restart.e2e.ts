// The audio server of the user ends and comes back at another rate: everything is laid anew on it.
import type { Status, Top } from '@plugin-hostd/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommandLine } from './support/cli.js';
import { type AudioServer, privateName, startJack } from './support/jack-server.js';
import { playSine, record } from './support/probe.js';
import { until } from './support/processes.js';

const name = privateName();
let server: AudioServer;
let cli: CommandLine;

beforeEach(async () => {
  server = await startJack({ rate: 48_000 }, name);
  cli = await CommandLine.open(server.env);
});

afterEach(async () => {
  await cli.close();
  await server.stop();
});

test('a chain plays on with what was set, at the new rate', async () => {
  const gain = 'org.plugin-hostd.fixture.gain';
  await cli.json('start', '--server', 'jack');
  await cli.json('chain', `${gain} gain=0.5 | omx-eq8`, '--name', 'strip', '--no-connect');
  await server.stop();
  server = await startJack({ rate: 96_000 }, name);

  await until(
    'the chain at 96 kHz',
    async () => {
      const { server: found, graph, workers } = await cli.json<Status>('status');
      const running = graph.instances.every(({ state }) => state === 'running');
      return found?.sampleRate === 96_000 && running && workers.every(({ state }) => state === 'running');
    },
    30_000,
  );
  const source = await playSine(server, ['strip:in_1', 'strip:in_2']);
  const recorder = await record(server, ['strip:out_1'], 48_000, cli.folder);
  const { channels } = await recorder.recording();
  await source.end();
  // 0.5 · 0.5: the parameter is what it was.
  const peak = channels[0]?.subarray(-9600).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(peak).toBeCloseTo(0.25, 3);
  const top = await cli.json<Top>('top', '--once');
  expect(top.periodUs).toBeCloseTo((256 / 96_000) * 1e6, 0);
});

import { ok } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import { fail } from '@plugin-hostd/contracts';
import { commands } from './commands/index.js';
import { run } from './run.js';

/** What a command line wrote, and its exit status. */
export interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line with a client that the test made; without one, no daemon runs. For tests. */
export async function runWith(client: Partial<Client> | undefined, ...words: string[]): Promise<Outcome> {
  let out = '';
  let err = '';
  const found =
    client === undefined ? fail('daemon_absent', { where: ' in /run/test' }) : ok(client as Client);
  const streams = {
    out: { write: (text: string) => (out += text) },
    err: { write: (text: string) => (err += text) },
    environment: {},
  };
  const status = await run(words, {
    ...streams,
    commands,
    version: '1.2.3',
    context: ({ json, runDir }) => ({
      ...streams,
      json,
      runDir: runDir ?? '/run/test',
      signal: new AbortController().signal,
      findClient: async () => found,
      ensureClient: async () => found,
    }),
  });
  return { status, out, err };
}

import { readFileSync } from 'node:fs';
import { ok } from '@plugin-hostd/base';
import { clientOf, ensureDaemon, findClient } from '@plugin-hostd/client/node';
import { defaultRunDir } from '@plugin-hostd/contracts';
import { commands } from './commands/index.js';
import type { Context } from './context.js';
import { endSignal, onOutputGone } from './ending.js';
import { daemonCommand } from './program-path.js';
import type { World } from './run.js';

/** The version of this package. */
export function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The process that we are in: its streams, environment and signals. */
export function realWorld(): World {
  const { stdout, stderr, env } = process;
  return {
    commands,
    version: version(),
    out: stdout,
    err: stderr,
    environment: env,
    context: ({ json, runDir, endsBySignal }) => {
      const folder = runDir ?? defaultRunDir(env, process.getuid?.() ?? 0);
      const streams = { out: stdout, err: stderr, environment: env, json };
      return {
        ...streams,
        runDir: folder,
        signal: endsBySignal ? endSignal() : plainSignal(),
        findClient: async () => findClient(folder),
        ensureClient: () => ensureClient(folder, streams),
      };
    },
  };
}

async function ensureClient(
  runDir: string,
  { err, json }: Pick<Context, 'err' | 'json'>,
): ReturnType<Context['ensureClient']> {
  const command = [...daemonCommand, '--run-dir', runDir] as const;
  const ensured = await ensureDaemon({ runDir, command });
  if (!ensured.ok) return ensured;
  const client = clientOf(ensured.value.daemon);
  if (ensured.value.started && !json) {
    const status = await client.status();
    const server = status.ok && status.value.server !== null ? status.value.server.description : 'none yet';
    err.write(`Started the daemon (pid ${ensured.value.daemon.pid}). Audio server: ${server}\n`);
  }
  return ok(client);
}

/** For commands that a signal may end at once: one that is never aborted. A reader that has enough is no failure. */
function plainSignal(): AbortSignal {
  onOutputGone(() => process.exit(0));
  return new AbortController().signal;
}

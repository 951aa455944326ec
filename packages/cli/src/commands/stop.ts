import { setTimeout as sleep } from 'node:timers/promises';
import { ok } from '@plugin-hostd/base';
import { findDaemon, isAlive } from '@plugin-hostd/client/node';
import { fail } from '@plugin-hostd/contracts';
import { command } from '../declare/command.js';

const limitMs = 15_000;
const checkMs = 20;

export const stop = command({
  name: 'stop',
  group: 'daemon',
  summary: 'End the daemon with its workers and its private audio server.',
  arguments: {},
  options: {},
  examples: [{ command: 'plugin-hostd stop', explains: 'End everything; sound stops.' }],
  errors: ['daemon_absent', 'unauthorized'],
  run: async (_, __, context) => {
    const daemon = findDaemon(context.runDir);
    if (!daemon.ok) return daemon;
    const client = await context.findClient();
    if (!client.ok) return client;
    const stopped = await client.value.stop();
    if (!stopped.ok) return stopped;
    const { pid } = daemon.value;
    for (let waitedMs = 0; isAlive(pid); waitedMs += checkMs) {
      if (waitedMs > limitMs) return fail('internal', { reason: `the daemon (pid ${pid}) did not end` });
      await sleep(checkMs);
    }
    return ok({ pid });
  },
  text: ({ pid }) => `The daemon (pid ${pid}) ended.`,
});

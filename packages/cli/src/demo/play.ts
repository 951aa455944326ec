import { basename } from 'node:path';
import type { Result } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import { type Chain, type Failure, fail, type Server } from '@plugin-hostd/contracts';
import type { Context } from '../context.js';
import { watchTop } from '../live/watch.js';
import { startPlayer } from './player.js';
import type { PrivateDaemon } from './private-daemon.js';

const intervalMs = 1000;

/** What the demo plays. */
export interface Show {
  /** A sound file. */
  readonly recording: string;
  /** A chain expression. */
  readonly chain: string;
  /** How long to play; until asked to end if undefined. */
  readonly limitMs: number | undefined;
}

/**
 * Plays a recording through a chain of the daemon and shows what happens until the context's signal says to end. The chain is
 * connected to the server's playback when it has a sound card, and never to its capture.
 */
export async function play(
  { client }: PrivateDaemon,
  { recording, chain: expression, limitMs }: Show,
  context: Context,
): Promise<Result<undefined, Failure>> {
  const status = await client.status();
  if (!status.ok) return status;
  const { server } = status.value;
  if (server === null) return fail('server_absent', { reason: 'the daemon found none' });
  const chain = await loadChain(client, expression, server);
  if (!chain.ok) return chain;
  const playerName = `${chain.value.name}-player`;
  const ports = chain.value.inputs;
  const player = await startPlayer({ file: recording, client: playerName, ports, server });
  if (!player.ok) return player;
  const stopped = new AbortController();
  let playerWords = '';
  player.value.ended.then((words) => {
    playerWords = words;
    stopped.abort();
  });
  try {
    const heading = [`${basename(recording)}, looped -> ${expression}`, destination(server), ''];
    const footing = ['q ends everything'];
    const limit = limitMs === undefined ? [] : [AbortSignal.timeout(limitMs)];
    const signal = AbortSignal.any([context.signal, stopped.signal, ...limit]);
    const watched = await watchTop(client, { intervalMs, heading, footing }, { ...context, signal });
    if (!watched.ok || context.signal.aborted || !stopped.signal.aborted) return watched;
    return fail('server_absent', { reason: playerWords.replace(/^omx-probe: /, '') });
  } finally {
    await player.value.end();
  }
}

/** Loads the chain. At a server of others its name is ours alone, since another demo may run there. */
function loadChain(client: Client, expression: string, server: Server): Promise<Result<Chain, Failure>> {
  return client.createChain({
    expression,
    name: server.embedded ? 'demo' : `demo-${process.pid}`,
    connect: isAudible(server) ? 'playback' : false,
  });
}

function isAudible({ kind }: Server): boolean {
  return kind !== 'dummy';
}

/** Where the sound goes, for a person. */
function destination(server: Server): string {
  if (isAudible(server)) return `to the speakers, through ${server.description}`;
  return 'There is no sound card, so you see it instead of hearing it.';
}

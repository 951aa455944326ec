import { ok, type Result } from '@plugin-hostd/base';
import type { Client } from '@plugin-hostd/client';
import type { Failure, Status, Top } from '@plugin-hostd/contracts';
import type { Context } from '../context.js';
import { openScreen, type Screen } from './screen.js';
import { topLine, topLines } from './top-text.js';

export interface WatchOptions {
  readonly intervalMs: number;
  /** Lines above the view. */
  readonly heading: readonly string[];
  /** Lines below it. */
  readonly footing: readonly string[];
}

/**
 * Shows what the daemon does until the user or the system asks to end: on a terminal as a live view, for programs as a line of JSON
 * per interval, else as a line of text per interval.
 */
export async function watchTop(
  client: Client,
  options: WatchOptions,
  context: Context,
): Promise<Result<undefined, Failure>> {
  const asked = new AbortController();
  const signal = AbortSignal.any([context.signal, asked.signal]);
  const onTerminal = context.out.isTTY === true && process.stdin.isTTY === true && !context.json;
  const screen = onTerminal ? openKeys(context, asked) : undefined;
  try {
    // The first reading begins the first interval.
    const begun = await client.top();
    if (!begun.ok) return begun;
    screen?.draw(() => [...options.heading, 'Measuring ...', '', ...options.footing]);
    while (await pause(options.intervalMs, signal)) {
      // One after the other: the daemon knows who reads by the connection.
      const top = await client.top();
      const status = await client.status();
      if (signal.aborted) break;
      if (!top.ok) return top;
      if (!status.ok) return status;
      show(top.value, status.value, options, context, screen);
    }
    return ok(undefined);
  } finally {
    screen?.close();
  }
}

function openKeys(context: Context, asked: AbortController): Screen {
  return openScreen(context.out, process.stdin, (key) => {
    if (key === 'q' || key === 'Q' || key === '\x03') asked.abort();
  });
}

function show(
  top: Top,
  status: Status,
  options: WatchOptions,
  context: Context,
  screen: Screen | undefined,
): void {
  if (context.json) context.out.write(`${JSON.stringify(top)}\n`);
  else if (screen === undefined) context.out.write(`${topLine(top, new Date())}\n`);
  else {
    screen.draw((columns) => [
      ...options.heading,
      ...topLines(top, status.server, columns),
      '',
      ...options.footing,
    ]);
  }
}

/** Waits for an interval; false when `signal` ended the wait. */
export function pause(intervalMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onAbort = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve(true);
    }, intervalMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

import type { EndReason } from './context.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Once per second: a watched daemon shall be as still as another. */
const parentCheckMs = 1000;

/**
 * A signal that is aborted, with an {@link EndReason}, at the first SIGINT, SIGTERM or SIGHUP, or when nobody reads the output any
 * more. A second SIGINT or SIGTERM ends the program at once, in case that ending hangs.
 */
export function endSignal(): AbortSignal {
  const controller = new AbortController();
  const end = (reason: EndReason) => controller.abort(reason);
  for (const signal of signals) {
    process.on(signal, () => {
      if (controller.signal.aborted && signal !== 'SIGHUP') process.exit(signal === 'SIGINT' ? 130 : 143);
      end(signal);
    });
  }
  onOutputGone(() => end('output'));
  return controller.signal;
}

/** Calls `onGone` when nobody reads the output any more: `head` has enough, or the terminal is gone. */
export function onOutputGone(onGone: () => void): void {
  process.stdout.on('error', onGone);
  process.stderr.on('error', () => {});
}

/** Calls `onGone` once the process that started us has ended. Keeps nothing alive; returns what stops the watch. */
export function watchParent(onGone: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, parentCheckMs);
  timer.unref();
  return () => clearInterval(timer);
}

import { endChildren, hasChildren } from './children.mjs';

/**
 * How a command of ours ends: by its own work, by a signal, or because the process that started it is gone
 * (npm leaves its child running when it is killed or its terminal closes).
 */

const parentCheckMs = 250;
const graceMs = 5000;
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Call `onGone` once when this process's parent has ended. The watch does not keep the process alive.
 * @param {() => void} onGone
 * @returns {() => void} stops the watch
 */
export function watchParent(onGone) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, parentCheckMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * From now on a signal, or the parent's end, ends all children and then this process.
 * @returns {() => void} gives the signals back
 */
export function endCleanly() {
  let ending = false;
  /** @param {number} code @param {string} reason */
  const end = (code, reason) => {
    if (ending) return;
    ending = true;
    process.stderr.write(`\nEnding: ${reason}.\n`);
    // Not SIGINT: shells let their background children ignore it.
    endChildren('SIGTERM');
    const started = Date.now();
    const timer = setInterval(() => {
      if (hasChildren() && Date.now() - started < graceMs) return;
      endChildren('SIGKILL');
      clearInterval(timer);
      process.exit(code);
    }, 20);
  };
  const handlers = signals.map((signal) => {
    const code = 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];
    return /** @type {const} */ ([signal, () => end(code, signal)]);
  });
  for (const [signal, handler] of handlers) process.on(signal, handler);
  const stopWatch = watchParent(() => end(129, 'the process that started this one is gone'));
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
    stopWatch();
  };
}

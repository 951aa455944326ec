import { ok, type Result } from '@plugin-hostd/base';
import type { StartReport } from '@plugin-hostd/client/node';
import type { Failure, Settings } from '@plugin-hostd/contracts';
import { startDaemon } from '@plugin-hostd/daemon';
import type { Context } from '../context.js';
import { watchParent } from '../ending.js';
import { eventLine } from './event-line.js';

/**
 * Runs the daemon in this process until a signal or a request ends it, and prints its events. Whoever started this process with an
 * IPC channel gets one {@link StartReport}.
 */
export async function runDaemon(
  settings: Settings,
  { dieWithParent }: { readonly dieWithParent: boolean },
  context: Context,
): Promise<Result<undefined, Failure>> {
  const started = await startDaemon(settings);
  if (!started.ok) {
    await report({ ready: false, failure: started.error });
    return started;
  }
  const daemon = started.value;
  const say = (value: object, line: string) =>
    context.out.write(context.json ? `${JSON.stringify(value)}\n` : `${line}\n`);
  say(
    { type: 'ready', pid: process.pid, host: daemon.host, port: daemon.port, server: daemon.server },
    `plugin-hostd runs (pid ${process.pid}, port ${daemon.port}) with ${daemon.server.description}`,
  );
  const stopEvents = daemon.onEvent((event) => say(event, eventLine(event, new Date())));
  const stop = () => void daemon.stop();
  const stopWatch = dieWithParent ? watchParent(stop) : () => {};
  context.signal.addEventListener('abort', stop, { once: true });
  if (context.signal.aborted) stop();
  await report({ ready: true });
  await daemon.ended;
  stopWatch();
  stopEvents();
  return ok(undefined);
}

/** Tells the process that started us; resolves when it has been told, or there is none. */
function report(message: StartReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, () => resolve());
  });
}

import { ok, type Result } from '@plugin-hostd/base';
import type { StartReport } from '@plugin-hostd/client/node';
import type { Failure, Settings } from '@plugin-hostd/contracts';
import { type RunningDaemon, startDaemon } from '@plugin-hostd/daemon';
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
  sayModHost(daemon, say);
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

/** Says where mod-host's protocol is served, or why it is not. */
function sayModHost({ modHost }: RunningDaemon, say: (value: object, line: string) => void): void {
  if (!modHost.ok) {
    const { message } = modHost.error;
    const hint = 'Everything else works. Choose another port with --mod-host-port, or 0 for none.';
    say({ type: 'mod-host', state: 'off', reason: message }, `${message} ${hint}`);
  } else if (modHost.value) {
    const { address, port, feedbackPort } = modHost.value;
    const feedback = feedbackPort === null ? '' : `, feedback on ${feedbackPort}`;
    say(
      { type: 'mod-host', state: 'on', address, port, feedbackPort },
      `mod-host's protocol is served on ${address}:${port}${feedback}`,
    );
  }
}

/** Tells the process that started us; resolves when it has been told, or there is none. */
function report(message: StartReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, () => resolve());
  });
}

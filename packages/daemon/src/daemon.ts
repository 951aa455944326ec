import { randomBytes } from 'node:crypto';
import { ok, type Result } from '@plugin-hostd/base';
import { Catalogue } from '@plugin-hostd/catalogue';
import type { Failure, Server, Settings } from '@plugin-hostd/contracts';
import { spawnModHost, spawnWorker } from '@plugin-hostd/host';
import { findAudioServer } from './audio-server/find.js';
import { type FindServer, ServerKeeper } from './audio-server/follow.js';
import { endLeftover } from './audio-server/jackd.js';
import { EditQueue } from './edits/queue.js';
import { EventHub, type EventListener } from './events.js';
import { Graph } from './graph/graph.js';
import { createHandlers } from './http/handlers.js';
import { type HttpServer, listen } from './http/server.js';
import { type ModHostAddress, type ModHostServer, serveModHost } from './mod-host/server.js';
import { RunDir } from './run-dir.js';
import type { PluginCatalogue, Session } from './session.js';
import { version } from './version.js';
import { followLine } from './workers/feedback.js';
import { type SpawnWorker, WorkerPool } from './workers/pool.js';
import { recoverWorker } from './workers/recover.js';
import { endStrays } from './workers/strays.js';

/** Parts that a test may put its own in the place of. */
export interface DaemonParts {
  readonly spawn?: SpawnWorker;
  readonly spawnModHost?: SpawnWorker;
  /** Whether a worker is started in advance. */
  readonly spare?: boolean;
  readonly catalogue?: PluginCatalogue;
  readonly findServer?: FindServer;
  /** Where mod-host's protocol is served, instead of where the settings say. */
  readonly modHost?: ModHostAddress;
}

/** A daemon in this process. */
export interface RunningDaemon {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  /** The audio server as it was found. */
  readonly server: Server;
  /** Where mod-host's protocol is served; null when it is switched off, a failure when its ports could not be had. */
  readonly modHost: Result<ModHostServer | null, Failure>;
  /** Resolves when the daemon has ended and everything that it started is gone. */
  readonly ended: Promise<void>;
  onEvent(listener: EventListener): () => void;
  stop(): Promise<void>;
}

interface Built {
  readonly session: Session;
  readonly keeper: ServerKeeper;
}

function build(settings: Settings, parts: DaemonParts): Built {
  const events = new EventHub();
  const workers = new WorkerPool({
    runDir: settings.runDir,
    orphanTimeoutSeconds: settings.orphanTimeoutSeconds,
    commandLimitMs: settings.callLimitSeconds * 1000,
    spawn: parts.spawn ?? spawnWorker,
    spawnModHost: parts.spawnModHost ?? spawnModHost,
    spare: parts.spare ?? true,
    onLine: (worker, line) => {
      if (followLine(session, worker, line)) void keeper.lost('the audio server ended');
    },
    onDeath: (worker, death) => void session.edits.run(() => recoverWorker(session, worker, death)),
  });
  const session: Session = {
    settings,
    graph: new Graph(),
    workers,
    events,
    edits: new EditQueue(),
    catalogue: parts.catalogue ?? new Catalogue({ takesRefused: settings.lv2Fallback === 'mod-host' }),
    server: null,
    checkServer: () => keeper.check(),
  };
  const keeper = new ServerKeeper(session, parts.findServer ?? ((kind) => findAudioServer(settings, kind)));
  return { session, keeper };
}

/** What listens, as far as it does already. */
interface Servers {
  http?: HttpServer;
  modHost?: ModHostServer;
}

/** Ends everything, once, however often it is asked to. */
function stopper(built: Built, runDir: RunDir, servers: Servers) {
  let stopping: Promise<void> | undefined;
  let settle = () => {};
  const ended = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const end = async () => {
    const { session, keeper } = built;
    servers.modHost?.close();
    await session.edits.run(() => session.workers.endAll());
    await keeper.end();
    await servers.http?.close();
    runDir.release();
    settle();
  };
  const stop = () => {
    stopping ??= end();
    return stopping;
  };
  return { stop, ended };
}

function modHostAddress(settings: Settings): ModHostAddress | null {
  const { modHostAddress: address, modHostPort: port, modHostFeedbackPort } = settings;
  return port === 0 ? null : { address, port, feedbackPort: modHostFeedbackPort || null };
}

/** Serves mod-host's protocol where that is wanted. The daemon runs on without it when a port is taken. */
async function listenAsModHost(
  session: Session,
  address: ModHostAddress | null,
): Promise<Result<ModHostServer | null, Failure>> {
  return address ? serveModHost(session, address) : ok(null);
}

/**
 * Starts the daemon in this process: takes the run directory, finds the audio server, scans for plugins and serves the API. Signals are
 * the caller's business: it calls `stop`.
 */
export async function startDaemon(
  settings: Settings,
  parts: DaemonParts = {},
): Promise<Result<RunningDaemon, Failure>> {
  const runDir = new RunDir(settings.runDir);
  const taken = runDir.take();
  if (!taken.ok) return taken;
  const built = build(settings, parts);
  const servers: Servers = {};
  const { stop, ended } = stopper(built, runDir, servers);
  const { session, keeper } = built;
  const fail = async (failed: Result<never, Failure>) => {
    await stop();
    return failed;
  };
  await endStrays(settings.runDir);
  endLeftover(settings.runDir);
  const [server, scanned] = await Promise.all([keeper.start(), session.catalogue.scan()]);
  if (!server.ok) return fail(server);
  if (!scanned.ok) return fail(scanned);
  const token = randomBytes(24).toString('base64url');
  const onStop = () => void setImmediate(stop);
  const handlers = createHandlers({ session, version, onStop });
  const { host, port } = settings;
  const listening = await listen({ host, port, token, version, handlers, events: session.events });
  if (!listening.ok) return fail(listening);
  const http = listening.value;
  servers.http = http;
  const published = runDir.publish({ pid: process.pid, host, port: http.port, token, version });
  if (!published.ok) return fail(published);
  const modHost = await listenAsModHost(session, parts.modHost ?? modHostAddress(settings));
  if (modHost.ok && modHost.value) servers.modHost = modHost.value;
  const onEvent = (listener: EventListener) => session.events.listen(listener);
  return ok({ host, port: http.port, token, server: server.value.info, modHost, ended, onEvent, stop });
}

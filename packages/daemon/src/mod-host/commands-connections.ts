import type { Result } from '@plugin-hostd/base';
import { type Failure, fail } from '@plugin-hostd/contracts';
import { connect, disconnect } from '../edits/connections.js';
import { runEdit } from '../edits/run-edit.js';
import type { Session } from '../session.js';
import { homeOf, ownName } from '../workers/route.js';
import { codes, reply } from './codes.js';
import { graphName } from './expose.js';
import { type Call, type Handler, type ModHost, wordOf } from './host.js';
import { connectPorts, disconnectPorts, listConnections } from './jack-ports.js';
import { midiClient } from './midi-input.js';

type Outcome = Result<unknown, Failure>;

interface Ends {
  readonly from: string;
  readonly to: string;
}

/** The graph's name of a port, whatever name of it a controller used. */
async function nameIn(session: Session, port: string): Promise<string> {
  return graphName(session, ownName(session.graph, port));
}

async function endsOf({ session, midi }: ModHost, from: string, to: string): Promise<Ends> {
  if (`${from} ${to}`.includes(`${midiClient}:`)) await midi.input.open();
  const [first, second] = await Promise.all([nameIn(session, from), nameIn(session, to)]);
  return { from: first, to: second };
}

/** Whether one end is a port of an instance, so that the graph keeps the connection. */
function isOfGraph({ graph }: Session, { from, to }: Ends): boolean {
  return homeOf(graph, from) !== null || homeOf(graph, to) !== null;
}

function makeOne(session: Session, ends: Ends): Promise<Outcome> {
  if (isOfGraph(session, ends)) return runEdit(session, () => connect(session, { ...ends, gain: 1 }));
  return connectPorts(session, ends.from, ends.to);
}

async function undoOne(session: Session, ends: Ends): Promise<Outcome> {
  if (!isOfGraph(session, ends)) return disconnectPorts(session, ends.from, ends.to);
  const { connections } = session.graph;
  const isKnown = connections.some(({ from, to }) => from === ends.from && to === ends.to);
  if (isKnown) return runEdit(session, () => disconnect(session, { ...ends, gain: 1 }));
  const reason = 'they are not connected';
  const made = await listConnections(session);
  const [from, to] = await Promise.all([serverName(session, ends.from), serverName(session, ends.to)]);
  if (!made?.get(from)?.has(to)) return fail('disconnect_failed', { ...ends, reason });
  return disconnectPorts(session, from, to);
}

/** The name that the server knows a port of the graph by. */
async function serverName({ graph, workers }: Session, port: string): Promise<string> {
  const home = homeOf(graph, port);
  const exposed = home ? await workers.get(home.worker)?.command('expose', port) : undefined;
  return exposed?.ok ? exposed.value.value : port;
}

/** Does it in the order given, else in the other, as mod-host does. */
async function eitherWay(ends: Ends, act: (ends: Ends) => Promise<Outcome>): Promise<boolean> {
  const done = await act(ends);
  return done.ok || (await act({ from: ends.to, to: ends.from })).ok;
}

async function connectTwo(host: ModHost, from: string, to: string): Promise<number> {
  const ends = await endsOf(host, from, to);
  return (await eitherWay(ends, (it) => makeOne(host.session, it))) ? codes.success : codes.connection;
}

async function disconnectTwo(host: ModHost, from: string, to: string): Promise<number> {
  const ends = await endsOf(host, from, to);
  return (await eitherWay(ends, (it) => undoOne(host.session, it))) ? codes.success : codes.disconnection;
}

/** What a port of the server is connected to, under the server's names; null when there is no such port. */
async function peersOf(session: Session, port: string): Promise<ReadonlySet<string> | null> {
  const [ports, name] = await Promise.all([
    listConnections(session),
    nameIn(session, port).then((own) => serverName(session, own)),
  ]);
  return ports?.get(name) ?? null;
}

async function connectSafe(host: ModHost, from: string, to: string): Promise<number> {
  const peers = await Promise.all([peersOf(host.session, from), peersOf(host.session, to)]);
  return peers.includes(null) ? codes.connection : connectTwo(host, from, to);
}

async function disconnectSafe(host: ModHost, from: string, to: string): Promise<number> {
  const peers = await Promise.all([peersOf(host.session, from), peersOf(host.session, to)]);
  const areConnected = peers.every((them) => them !== null && them.size > 0);
  return areConnected ? disconnectTwo(host, from, to) : codes.connection;
}

async function connectMatching(host: ModHost, matching: string, port: string): Promise<number> {
  const peers = await peersOf(host.session, matching);
  if (!peers) return codes.connection;
  for (const peer of peers) await connectTwo(host, peer, port);
  return codes.success;
}

async function disconnectAll(host: ModHost, port: string): Promise<number> {
  const peers = await peersOf(host.session, port);
  if (!peers) return codes.disconnection;
  let code: number = codes.success;
  for (const peer of peers) code = (await disconnectTwo(host, port, peer)) || code;
  return code;
}

function two(act: (host: ModHost, first: string, second: string) => Promise<number>): Handler {
  return async (call: Call) => reply(await act(call.host, wordOf(call, 0), wordOf(call, 1)));
}

export const connectionHandlers = {
  connect: two(connectTwo),
  connect_safe: two(connectSafe),
  connect_matching: two(connectMatching),
  disconnect: two(disconnectTwo),
  disconnect_safe: two(disconnectSafe),
  disconnect_all: two(disconnectAll),
} satisfies Record<string, Handler>;

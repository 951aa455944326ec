import type { Plugin } from '@plugin-hostd/contracts';
import { runEdit } from '../edits/run-edit.js';
import type { InstanceEntry } from '../graph/graph.js';
import type { Session } from '../session.js';
import { codeOf, codes, reply } from './codes.js';
import { type Call, type Handler, type ModHost, wordOf } from './host.js';
import { addOwn, isOurs, removeAny } from './own-chain.js';
import { integerOf } from './words.js';

const lastInstance = 9990;

/** The instance that a word names. */
export function entryOf({ session }: ModHost, word: string): InstanceEntry | undefined {
  return session.graph.instances.get(integerOf(word));
}

/** A plugin by the URI of LV2, or as we write ours. Names and beginnings of names are not looked up: mod-host knows none. */
async function pluginOf({ catalogue }: Session, uri: string): Promise<Plugin | null> {
  const known = catalogue.plugins.find((plugin) => [plugin.uri, plugin.id].includes(uri));
  if (known || !/^clap:.*\.clap/.test(uri)) return known ?? null;
  const found = await catalogue.resolve(uri);
  return found.ok ? found.value : null;
}

/** Loads a plugin; returns the code of the reply, the instance itself after success. */
export async function add(host: ModHost, uri: string, word: string, active: boolean): Promise<number> {
  const { session } = host;
  const instance = integerOf(word);
  if (instance < 0 || instance > lastInstance) return codes.invalidInstance;
  if (session.graph.instances.has(instance)) return codes.instanceExists;
  const plugin = await pluginOf(session, uri);
  if (!plugin) return codes.invalidUri;
  const added = await runEdit(session, () => addOwn(session, plugin, instance));
  if (!added.ok) {
    session.events.log(2, `mod-host's protocol: ${added.error.message}`);
    return codeOf(added.error);
  }
  return active ? instance : (await activate(host, word, false)) || instance;
}

/** Unloads an instance, or with -1 every one that came over this protocol. */
export async function remove(host: ModHost, word: string): Promise<number> {
  const { session, monitor, midi } = host;
  const { graph } = session;
  const number = integerOf(word);
  const wanted = number === -1 ? [...graph.instances.values()].filter(isOurs) : [entryOf(host, word)];
  for (const entry of wanted) {
    if (!entry) continue;
    monitor.forget(entry.instance);
    midi.maps.forget(entry.instance);
    await runEdit(session, async () => {
      const isThere = graph.instances.get(entry.instance) === entry;
      return isThere ? removeAny(session, entry) : { ok: true, value: {} };
    });
  }
  return codes.success;
}

export async function activate({ session }: ModHost, word: string, active: boolean): Promise<number> {
  const entry = session.graph.instances.get(integerOf(word));
  if (!entry) return codes.instanceAbsent;
  const worker = session.workers.get(entry.worker);
  const done = await worker?.command('activate', entry.instance, active ? 1 : 0);
  return done?.ok ? codes.success : codes.clientActivation;
}

/** Bypasses an instance or brings it back. One whose worker is down gets it when it is laid anew. */
export async function bypass(host: ModHost, word: string, bypassed: boolean): Promise<number> {
  const entry = entryOf(host, word);
  if (!entry) return codes.instanceAbsent;
  entry.bypassed = bypassed;
  const worker = host.session.workers.get(entry.worker);
  if (worker && entry.state === 'running') await worker.command('bypass', entry.instance, bypassed ? 1 : 0);
  return codes.success;
}

const flag = (call: Call, index: number) => integerOf(wordOf(call, index)) !== 0;

export const instanceHandlers = {
  add: async (call) => reply(await add(call.host, wordOf(call, 0), wordOf(call, 1), true)),
  preload: async (call) => reply(await add(call.host, wordOf(call, 0), wordOf(call, 1), false)),
  remove: async (call) => reply(await remove(call.host, wordOf(call, 0))),
  activate: async (call) => reply(await activate(call.host, wordOf(call, 0), flag(call, 1))),
  bypass: async (call) => reply(await bypass(call.host, wordOf(call, 0), flag(call, 1))),
  // No plugin that we load has mod-host's licence interface, so nobody is its licensee.
  licensee: () => '',
} satisfies Record<string, Handler>;

import type { InstanceEntry } from '../graph/graph.js';
import type { Session } from '../session.js';
import { parametersOf } from '../workers/ports.js';
import { codes, reply } from './codes.js';
import { entryOf } from './commands-instances.js';
import { type Call, type Handler, type ModHost, wordOf } from './host.js';
import {
  bypassSymbol,
  parametersBySymbol,
  presetNumber,
  presetsSymbol,
  setParameter,
} from './set-parameter.js';
import { fixed, integerOf, numberOf } from './words.js';

/** Whether a parameter is one that its plugin only reports. */
export async function isOutput(session: Session, entry: InstanceEntry, symbol: string): Promise<boolean> {
  return (await parametersBySymbol(session, entry)).get(symbol)?.readonly === true;
}

/** Whether there is such a parameter to set. */
export async function isInput(session: Session, entry: InstanceEntry, symbol: string): Promise<boolean> {
  if (symbol === bypassSymbol || symbol === presetsSymbol) return true;
  return (await parametersBySymbol(session, entry)).get(symbol)?.readonly === false;
}

/** The value of an input parameter; null when there is none of that symbol. */
async function inputValue(session: Session, entry: InstanceEntry, symbol: string): Promise<number | null> {
  if (symbol === bypassSymbol) return entry.bypassed ? 1 : 0;
  if (symbol === presetsSymbol) return presetNumber(entry);
  const worker = session.workers.get(entry.worker);
  if (!worker || entry.state !== 'running') return entry.parameters.get(symbol) ?? null;
  const got = await worker.command('param_get', entry.instance, symbol);
  if (!got.ok || (await isOutput(session, entry, symbol))) return null;
  return Number(got.value.value);
}

/** Sets a parameter of an instance and tells other controllers; returns the code of the reply. */
export async function setAndTell(
  { host, controller }: Pick<Call, 'host' | 'controller'>,
  word: string,
  symbol: string,
  value: number,
): Promise<number> {
  const entry = entryOf(host, word);
  if (!entry) return codes.instanceAbsent;
  const finite = Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
  const code = await setParameter(host, entry, symbol, finite);
  if (code !== codes.success) return code;
  const line = `param_set ${entry.instance} ${symbol}`;
  for (const other of host.controllers)
    if (other !== controller) other.tell(line, `${line} ${fixed(finite, 6)}`);
  return code;
}

/** Pairs of a symbol and a value, from word `first` on. */
export function settingsOf(
  words: readonly string[],
  first: number,
  count: number,
): readonly { readonly symbol: string; readonly value: number }[] {
  return Array.from({ length: Math.max(count, 0) }, (_, i) => ({
    symbol: words[first + 2 * i] ?? '',
    value: numberOf(words[first + 2 * i + 1] ?? ''),
  }));
}

/** Sets several parameters; those that there are not are passed over. */
export async function flush(
  call: Pick<Call, 'host' | 'controller'>,
  word: string,
  settings: ReturnType<typeof settingsOf>,
): Promise<number> {
  if (!entryOf(call.host, word)) return codes.instanceAbsent;
  for (const { symbol, value } of settings) await setAndTell(call, word, symbol, value);
  return codes.success;
}

/** Whether an instance processes, so that it cannot be run in advance. */
async function isActive({ session }: ModHost, word: string): Promise<boolean> {
  const entry = session.graph.instances.get(integerOf(word));
  const worker = session.workers.get(entry?.worker ?? '');
  if (!entry || !worker) return false;
  const info = await worker.command('info');
  const instances: { instance: number; active: boolean }[] = info.ok
    ? JSON.parse(info.value.value).instances
    : [];
  return instances.some(({ instance, active }) => instance === entry.instance && active);
}

/** Sets parameters before an instance is activated. One that processes already refuses, though it takes them. */
export async function preRun(
  call: Pick<Call, 'host' | 'controller'>,
  word: string,
  settings: ReturnType<typeof settingsOf>,
): Promise<number> {
  const flushed = await flush(call, word, settings);
  if (flushed !== codes.success) return flushed;
  return (await isActive(call.host, word)) ? codes.invalidOperation : codes.success;
}

/** Words of `params_flush` and `pre_run`: instance, reset, count, pairs. */
function several(act: typeof flush): Handler {
  return async (call) => {
    const count = integerOf(wordOf(call, 2));
    if (count > 0 && call.words.length < 3 + 2 * count) return 'few arguments';
    return reply(await act(call, wordOf(call, 0), settingsOf(call.words, 3, count)));
  };
}

async function get(call: Call): Promise<string> {
  const { host } = call;
  const entry = entryOf(host, wordOf(call, 0));
  if (!entry) return reply(codes.instanceAbsent);
  const value = await inputValue(host.session, entry, wordOf(call, 1));
  return value === null ? reply(codes.symbolAbsent) : reply(codes.success, fixed(value, 4));
}

async function watch(call: Call): Promise<number> {
  const { host } = call;
  const [symbol, operator, limit] = [wordOf(call, 1), wordOf(call, 2), numberOf(wordOf(call, 3))];
  if (!host.monitor.connected) return -1;
  const entry = entryOf(host, wordOf(call, 0));
  if (!entry) return codes.instanceAbsent;
  const value = await inputValue(host.session, entry, symbol);
  if (value === null) return codes.symbolAbsent;
  const isWatched = host.monitor.watch(entry.instance, symbol, operator, limit, value);
  return isWatched ? codes.success : codes.assignmentInvalid;
}

export const parameterHandlers = {
  param_set: async (call) =>
    reply(await setAndTell(call, wordOf(call, 0), wordOf(call, 1), numberOf(wordOf(call, 2)))),
  param_get: get,
  param_monitor: async (call) => reply(await watch(call)),
  params_flush: several(flush),
  pre_run: several(preRun),
} satisfies Record<string, Handler>;

/** Properties of LV2 plugins that are numbers are parameters, whose symbol is the property's URI. */
async function propertiesOf(
  { session }: ModHost,
  entry: InstanceEntry,
): Promise<ReadonlyMap<string, number>> {
  const parameters = await parametersOf(session, entry.instance);
  const list = parameters.ok ? parameters.value : [];
  return new Map(list.filter(({ symbol }) => symbol.includes(':')).map((it) => [it.symbol, it.value]));
}

async function patchSet(call: Call): Promise<number> {
  const entry = entryOf(call.host, wordOf(call, 0));
  if (!entry) return codes.instanceAbsent;
  const properties = await propertiesOf(call.host, entry);
  if (properties.size === 0) return codes.invalidOperation;
  if (!properties.has(wordOf(call, 1))) return codes.invalidUri;
  return setAndTell(call, wordOf(call, 0), wordOf(call, 1), numberOf(wordOf(call, 2)));
}

async function patchGet(call: Call): Promise<number> {
  const entry = entryOf(call.host, wordOf(call, 0));
  if (!entry) return codes.instanceAbsent;
  const properties = await propertiesOf(call.host, entry);
  if (properties.size === 0) return codes.invalidOperation;
  const uri = wordOf(call, 1);
  if (uri !== '' && !properties.has(uri)) return codes.invalidUri;
  for (const [property, value] of properties) {
    if (uri !== '' && property !== uri) continue;
    const about = `patch_set ${entry.instance} ${property}`;
    for (const controller of call.host.controllers) controller.tell(about, `${about} f ${fixed(value, 6)}`);
  }
  return codes.success;
}

export const propertyHandlers = {
  patch_set: async (call) => reply(await patchSet(call)),
  patch_get: async (call) => reply(await patchGet(call)),
} satisfies Record<string, Handler>;

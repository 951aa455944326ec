import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstanceEntry } from '../graph/graph.js';
import type { Session } from '../session.js';
import { codeOf, codes, reply } from './codes.js';
import { entryOf } from './commands-instances.js';
import { type Call, type Handler, wordOf } from './host.js';

/** Where `state_save` keeps the state of an instance in its folder. */
function stateFolder(folder: string, instance: number): string {
  return join(folder, `effect-${instance}`);
}

const stateFile = 'effect.state';

function running({ graph }: Session): readonly InstanceEntry[] {
  return [...graph.instances.values()].filter((entry) => entry.state === 'running');
}

/** Keeps the state of an instance as what it is brought back with; what was set before is in it. */
async function keepState(session: Session, entry: InstanceEntry, folder: string): Promise<void> {
  const file = join(folder, stateFile);
  const saved = await session.workers.get(entry.worker)?.command('instance_save', entry.instance, file);
  const bytes = saved?.ok ? await readFile(file).catch(() => null) : null;
  if (!bytes || bytes.length === 0) return;
  entry.blob = bytes.toString('base64');
  entry.parameters.clear();
}

/** mod-host takes any URI for that of a preset, and then finds no state there. */
const isUri = (text: string) => /^[a-z][a-z\d+.-]*:/i.test(text);

async function loadPreset(call: Call): Promise<number> {
  const { session } = call.host;
  const entry = entryOf(call.host, wordOf(call, 0));
  if (!entry) return codes.instanceAbsent;
  const worker = session.workers.get(entry.worker);
  const preset = wordOf(call, 1);
  const loaded = await worker?.command('preset_load', entry.instance, preset);
  if (!loaded?.ok) return isUri(preset) ? codes.presetState : codes.presetUri;
  const folder = await mkdtemp(join(session.settings.runDir, 'state-'));
  try {
    await keepState(session, entry, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return codes.success;
}

/** mod-host answers for an absent instance as for an unusable number here. */
async function savePreset(call: Call): Promise<number> {
  const entry = entryOf(call.host, wordOf(call, 0));
  if (!entry) return codes.invalidInstance;
  const worker = call.host.session.workers.get(entry.worker);
  const words = [wordOf(call, 1), wordOf(call, 2), wordOf(call, 3)] as const;
  const saved = await worker?.command('preset_save', entry.instance, ...words);
  if (!saved) return codes.invalidOperation;
  return saved.ok ? codes.success : codeOf(saved.error);
}

async function saveStates(call: Call): Promise<number> {
  const { session } = call.host;
  const folder = wordOf(call, 0);
  const isFolder = await stat(folder)
    .then((it) => it.isDirectory())
    .catch(() => false);
  try {
    if (!isFolder) await mkdir(folder);
    for (const entry of running(session)) {
      const own = stateFolder(folder, entry.instance);
      await mkdir(own, { recursive: true });
      const worker = session.workers.get(entry.worker);
      await worker?.command('instance_save', entry.instance, join(own, stateFile));
    }
    return codes.success;
  } catch {
    return codes.invalidOperation;
  }
}

/** States that are not in the folder, or that a plugin refuses, are passed over. */
async function loadStates(call: Call): Promise<number> {
  const { session } = call.host;
  for (const entry of running(session)) {
    const own = stateFolder(wordOf(call, 0), entry.instance);
    const file = join(own, stateFile);
    const bytes = await readFile(file).catch(() => null);
    if (!bytes) continue;
    const worker = session.workers.get(entry.worker);
    const loaded = await worker?.command('instance_load', entry.instance, file);
    if (!loaded?.ok) continue;
    entry.blob = bytes.toString('base64');
    entry.parameters.clear();
  }
  return codes.success;
}

/** A bundle came or went: the catalogue looks again, and so does every worker that runs. */
async function bundle(call: Call, verb: 'bundle_add' | 'bundle_remove'): Promise<string> {
  const { catalogue, workers, events } = call.host.session;
  await Promise.all(workers.all().map((worker) => worker.command(verb, wordOf(call, 0))));
  const scanned = await catalogue.scan();
  if (!scanned.ok) events.log(2, scanned.error.message);
  return reply(codes.success);
}

export const stateHandlers = {
  preset_load: async (call) => reply(await loadPreset(call)),
  preset_save: async (call) => reply(await savePreset(call)),
  // A preset as text is not offered; mod-host answers so, too, for one that it cannot find.
  preset_show: () => '',
  state_save: async (call) => reply(await saveStates(call)),
  state_load: async (call) => reply(await loadStates(call)),
  // States carry the files of their plugins, so that nothing is written before they are saved.
  state_tmpdir: () => reply(codes.success),
  bundle_add: (call) => bundle(call, 'bundle_add'),
  bundle_remove: (call) => bundle(call, 'bundle_remove'),
} satisfies Record<string, Handler>;

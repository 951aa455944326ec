import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type Server, type Settings } from '@plugin-hostd/contracts';
import type { AudioServer, PhysicalPorts } from './audio-server.js';
import { startJackd } from './jackd.js';
import { type JackAddress, jackSocket, listens, queryJack, watchSocket } from './query.js';
import { findFreeCard } from './sound-card.js';

type Kind = Server['kind'];
type Found = Result<AudioServer, string>;

const dummyPorts: PhysicalPorts = {
  capture: ['system:capture_1', 'system:capture_2'],
  playback: ['system:playback_1', 'system:playback_2'],
};

const absent = (reason: string): Found => ({ ok: false, error: reason });

/** How a server that is not ours is watched. */
type Watch = Pick<AudioServer, 'gone' | 'alive' | 'end'>;

/** What other JACK programs need in their environment to reach the same server. */
function environmentFor({ serverName, libraryPath }: JackAddress): Record<string, string> {
  return {
    JACK_DEFAULT_SERVER: serverName,
    ...(libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {}),
  };
}

async function joinServer(
  kind: Kind,
  address: JackAddress,
  description: string,
  watch: () => Watch,
): Promise<Found> {
  const facts = await queryJack(address);
  if (!facts) return absent(`${description} does not answer`);
  const { sampleRate, period, physical } = facts;
  const name = address.serverName;
  const environment = address.libraryPath ? { LD_LIBRARY_PATH: address.libraryPath } : {};
  const info: Server = { kind, name, description, sampleRate, period, embedded: false, environment };
  return ok({ info, driver: { kind: 'jack', ...address }, physical, ...watch() });
}

async function runningJack(): Promise<Found> {
  const serverName = process.env.JACK_DEFAULT_SERVER || 'default';
  const socket = jackSocket(serverName);
  if (!(existsSync(socket) && (await listens(socket)))) return absent(`no JACK server "${serverName}" runs`);
  // jackd tells its clients, the workers, when it ends; an idle connection would take one of its few places.
  const watch = () => ({
    gone: new Promise<string>(() => {}),
    alive: () => listens(socket),
    end: () => Promise.resolve(),
  });
  return joinServer('jack', { serverName }, `the running JACK server "${serverName}"`, watch);
}

/** Folder of PipeWire's libjack, under the library folder of any architecture. */
export function pipewireLibrary(root = '/usr/lib'): string | null {
  const candidates = [root, ...readdirSync(root).map((name) => join(root, name))];
  const folders = candidates.map((dir) => join(dir, 'pipewire-0.3', 'jack'));
  return folders.find((dir) => existsSync(join(dir, 'libjack.so.0'))) ?? null;
}

async function runningPipewire(): Promise<Found> {
  const dir = process.env.PIPEWIRE_RUNTIME_DIR || process.env.XDG_RUNTIME_DIR;
  const socket = dir && join(dir, process.env.PIPEWIRE_REMOTE || 'pipewire-0');
  if (!(socket && existsSync(socket) && (await listens(socket)))) return absent('no PipeWire runs');
  const libraryPath = pipewireLibrary();
  if (!libraryPath) return absent('PipeWire runs, but its JACK library (package pipewire-jack) is missing');
  // PipeWire's libjack does not tell its clients reliably.
  const watch = () => {
    const { gone, stop } = watchSocket(socket);
    return { gone, alive: () => listens(socket), end: async () => stop() };
  };
  return joinServer('pipewire', { serverName: 'default', libraryPath }, "PipeWire's JACK server", watch);
}

async function embedded(
  settings: Settings,
  kind: Kind,
  driver: readonly string[],
  description: string,
  ports: PhysicalPorts | null,
): Promise<Found> {
  const { runDir, sampleRate, period, orphanTimeoutSeconds } = settings;
  const timing = ['-r', String(sampleRate), '-p', String(period)];
  const dieWithUs = orphanTimeoutSeconds === 0 && existsSync('/usr/bin/setpriv');
  const jackd = await startJackd({ runDir, driver: [...driver, ...timing], dieWithUs });
  if (!jackd.ok) return jackd;
  const { name, gone, alive, end } = jackd.value;
  const facts = ports ? null : await queryJack({ serverName: name });
  const info: Server = {
    kind,
    name,
    description,
    sampleRate: facts?.sampleRate ?? sampleRate,
    period: facts?.period ?? period,
    embedded: true,
    environment: environmentFor({ serverName: name }),
  };
  const physical = ports ?? facts?.physical ?? dummyPorts;
  const joined = { kind: 'jack', serverName: name } as const;
  return ok({ info, driver: joined, physical, gone, alive: async () => alive(), end });
}

async function privateAlsa(settings: Settings): Promise<Found> {
  const card = findFreeCard();
  if (!card) return absent('no sound card is free');
  const driver = ['-d', 'alsa', '-d', card.device, ...(card.captures ? [] : ['-P'])];
  return embedded(settings, 'alsa', driver, `a private JACK server on ${card.name} (${card.device})`, null);
}

function privateDummy(settings: Settings): Promise<Found> {
  const description = 'a private JACK server without a sound card (dummy driver)';
  return embedded(settings, 'dummy', ['-d', 'dummy'], description, dummyPorts);
}

const finders: Record<Kind, (settings: Settings) => Promise<Found>> = {
  jack: runningJack,
  pipewire: runningPipewire,
  alsa: privateAlsa,
  dummy: privateDummy,
};

/**
 * Finds the audio server that the settings ask for; `auto` takes the first there is: a running JACK, PipeWire, a free sound card, else a
 * private one without a card.
 * @param wanted in place of what the settings say
 */
export async function findAudioServer(
  settings: Settings,
  wanted: Settings['server'] = settings.server,
): Promise<Result<AudioServer, Failure>> {
  const kinds: readonly Kind[] = wanted === 'auto' ? ['jack', 'pipewire', 'alsa', 'dummy'] : [wanted];
  const reasons: string[] = [];
  for (const kind of kinds) {
    const found = await finders[kind](settings);
    if (found.ok) return found;
    reasons.push(found.error);
  }
  return fail('server_absent', { reason: reasons.join('; ') });
}

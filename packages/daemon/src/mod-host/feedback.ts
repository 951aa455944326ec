import type { DaemonEvent } from '@plugin-hostd/contracts';
import { exposeAll } from './expose.js';
import type { ModHost } from './host.js';
import { cpuLoad } from './load.js';
import { followMidi } from './midi.js';
import { midiClient } from './midi-input.js';
import { fixed } from './words.js';

const loadIntervalMs = 1000;
const highestLevel = 3;

/** The feedback line that an event is, and what it is about. */
function lineOf(event: DaemonEvent): { readonly about: string; readonly line: string } | null {
  if (event.type !== 'parameter' && event.type !== 'output') return null;
  const name = event.type === 'parameter' ? 'param_set' : 'output_set';
  const about = `${name} ${event.instance} ${event.symbol}`;
  return { about, line: `${about} ${fixed(event.value, 6)}` };
}

/** Whether what has the MIDI port is gone, or the server that it could be opened in is back. */
function isMidiLost(event: DaemonEvent): boolean {
  if (event.type === 'worker') return event.worker === midiClient && event.state === 'lost';
  return event.type === 'server' && event.state === 'found';
}

function reopenMidi({ midi, controllers }: ModHost): void {
  midi.input.lost();
  if (controllers.size > 0) void midi.input.open();
}

function follow(host: ModHost, event: DaemonEvent): void {
  const said = lineOf(event);
  if (said) for (const controller of host.controllers) controller.tell(said.about, said.line);
  if (event.type === 'parameter') host.monitor.note(event.instance, event.symbol, event.value);
  if (event.type === 'log' && event.source !== 'daemon') {
    const level = Math.min(event.level, highestLevel);
    for (const controller of host.controllers) controller.say(`log ${level} ${event.text}`);
  }
  if (event.type === 'midi') host.midi.input.inOrder(() => followMidi(host, event.bytes));
  if (isMidiLost(event)) reopenMidi(host);
  if (event.type === 'worker' && event.state === 'restarted') void exposeAll(host.session, event.worker);
}

async function tellLoad(host: ModHost): Promise<void> {
  if (!host.reportLoad || host.controllers.size === 0) return;
  const load = await cpuLoad(host.session);
  const line = `cpu_load ${fixed(load.now, 6)} ${fixed(load.highest, 6)} ${load.xruns}`;
  for (const controller of host.controllers) controller.tell('cpu_load', line);
}

/** Tells controllers what happens. Returns what ends it. */
export function followEvents(host: ModHost): () => void {
  const stop = host.session.events.listen((event) => follow(host, event));
  const timer = setInterval(() => void tellLoad(host), loadIntervalMs);
  timer.unref();
  return () => {
    stop();
    clearInterval(timer);
  };
}

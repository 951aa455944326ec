import { codes, reply } from './codes.js';
import { entryOf } from './commands-instances.js';
import { isInput, isOutput } from './commands-parameters.js';
import { type Call, type Handler, wordOf } from './host.js';
import type { MidiTarget } from './midi-maps.js';
import { integerOf, numberOf } from './words.js';

/** mod-host answers 1 for success and 0 for failure in these. */
const done = reply(1);
const failed = reply(0);

const lastChannel = 15;

/** Here 0 is success and 1 a failure. */
async function monitor(call: Call): Promise<string> {
  const { monitor } = call.host;
  if (integerOf(wordOf(call, 2)) !== 1) {
    monitor.stop();
    return reply(0);
  }
  return reply((await monitor.start(wordOf(call, 0), integerOf(wordOf(call, 1)))) ? 0 : 1);
}

async function monitorOutput(call: Call, verb: 'monitor_output' | 'monitor_output_off'): Promise<string> {
  const entry = entryOf(call.host, wordOf(call, 0));
  const worker = call.host.session.workers.get(entry?.worker ?? '');
  if (!entry || !(await isOutput(call.host.session, entry, wordOf(call, 1)))) return failed;
  const told = await worker?.command(verb, entry.instance, wordOf(call, 1));
  return told?.ok ? done : failed;
}

/** Tells, or no longer tells, what comes on a MIDI channel. */
async function midiMonitor(call: Call, of: 'controls' | 'programs'): Promise<string> {
  const { midi } = call.host;
  const channel = integerOf(wordOf(call, 0));
  if (channel < 0 || channel > lastChannel) return reply(codes.invalidOperation);
  if (integerOf(wordOf(call, 1)) === 0) midi[of].delete(channel);
  else if (await midi.input.open()) midi[of].add(channel);
  else return reply(codes.invalidOperation);
  return reply(codes.success);
}

/** The parameter that a MIDI command is about; null when there is none, or no port that MIDI could come to. */
async function targetOf(call: Call, minWord: number): Promise<MidiTarget | null> {
  const { session, midi } = call.host;
  const [entry, symbol] = [entryOf(call.host, wordOf(call, 0)), wordOf(call, 1)];
  if (!entry || !(await isInput(session, entry, symbol)) || !(await midi.input.open())) return null;
  const [min, max] = [numberOf(wordOf(call, minWord)), numberOf(wordOf(call, minWord + 1))];
  return { instance: entry.instance, symbol, min, max };
}

async function learn(call: Call): Promise<string> {
  const target = await targetOf(call, 2);
  if (target) call.host.midi.maps.learn(target);
  return target ? done : failed;
}

async function map(call: Call): Promise<string> {
  const target = await targetOf(call, 4);
  const source = { channel: integerOf(wordOf(call, 2)), controller: integerOf(wordOf(call, 3)) };
  if (target) call.host.midi.maps.map(target, source);
  return target ? done : failed;
}

export const monitorHandlers = {
  monitor,
  monitor_output: (call) => monitorOutput(call, 'monitor_output'),
  monitor_output_off: (call) => monitorOutput(call, 'monitor_output_off'),
  // No port listens to others' levels: turning it on finds none, and there is none to turn off.
  monitor_audio_levels: (call) =>
    reply(integerOf(wordOf(call, 1)) === 0 ? codes.invalidOperation : codes.portRegister),
  monitor_midi_control: (call) => midiMonitor(call, 'controls'),
  monitor_midi_program: (call) => midiMonitor(call, 'programs'),
  midi_learn: learn,
  midi_map: map,
  midi_unmap: (call) => {
    const instance = entryOf(call.host, wordOf(call, 0))?.instance;
    return instance !== undefined && call.host.midi.maps.unmap(instance, wordOf(call, 1)) ? done : failed;
  },
} satisfies Record<string, Handler>;

import { codes, reply } from './codes.js';
import { entryOf } from './commands-instances.js';
import { isOutput } from './commands-parameters.js';
import { type Call, type Handler, wordOf } from './host.js';
import { integerOf } from './words.js';

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

/** What is off can be turned off; turning it on needs a MIDI port of the daemon's own, which it has not. */
function midiMonitor(call: Call): string {
  const channel = integerOf(wordOf(call, 0));
  const isOff = integerOf(wordOf(call, 1)) === 0;
  return reply(channel >= 0 && channel <= lastChannel && isOff ? codes.success : codes.invalidOperation);
}

export const monitorHandlers = {
  monitor,
  monitor_output: (call) => monitorOutput(call, 'monitor_output'),
  monitor_output_off: (call) => monitorOutput(call, 'monitor_output_off'),
  // No port listens to others' levels: turning it on finds none, and there is none to turn off.
  monitor_audio_levels: (call) =>
    reply(integerOf(wordOf(call, 1)) === 0 ? codes.invalidOperation : codes.portRegister),
  monitor_midi_control: midiMonitor,
  monitor_midi_program: midiMonitor,
  // Without a MIDI port no controller reaches a parameter: nothing is mapped, and nothing was.
  midi_learn: () => failed,
  midi_map: () => failed,
  midi_unmap: () => failed,
} satisfies Record<string, Handler>;

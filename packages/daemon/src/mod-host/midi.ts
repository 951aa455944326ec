import type { ModHost } from './host.js';
import { type MidiMove, type MidiTarget, readMove, valueAt } from './midi-maps.js';
import { bypassSymbol, parametersBySymbol, setParameter } from './set-parameter.js';
import { fixed } from './words.js';

const programChange = 0xc0;

/** Tells every controller. */
function tellAll(host: ModHost, about: string, line: string): void {
  for (const controller of host.controllers) controller.tell(about, line);
}

/** Below its middle a controller bypasses. */
const bypassAt = (position: number) => (position < 0.5 ? 1 : 0);

async function move(host: ModHost, target: MidiTarget, to: MidiMove, learnt: boolean): Promise<void> {
  const entry = host.session.graph.instances.get(target.instance);
  if (!entry) return;
  const shapes = await parametersBySymbol(host.session, entry);
  const isBypass = target.symbol === bypassSymbol;
  const value = isBypass ? bypassAt(to.position) : valueAt(to.position, target, shapes.get(target.symbol));
  await setParameter(host, entry, target.symbol, value);
  const name = `${target.instance} ${target.symbol}`;
  if (!learnt) return tellAll(host, `param_set ${name}`, `param_set ${name} ${fixed(value, 6)}`);
  const numbers = [value, target.min, target.max].map((it) => fixed(it, 6)).join(' ');
  tellAll(host, `midi_mapped ${name}`, `midi_mapped ${name} ${to.channel} ${to.controller} ${numbers}`);
}

/** Follows a short message that came to the MIDI port. */
export async function followMidi(host: ModHost, bytes: readonly number[]): Promise<void> {
  const [status = 0, program = 0] = bytes;
  const channel = status & 0x0f;
  if ((status & 0xf0) === programChange && host.midi.programs.has(channel))
    tellAll(host, 'midi_program_change', `midi_program_change ${program} ${channel}`);
  const to = readMove(bytes);
  if (!to) return;
  const { targets, learnt } = host.midi.maps.moved(to);
  for (const target of targets) await move(host, target, to, learnt);
  if (targets.length > 0 || !host.midi.controls.has(to.channel)) return;
  const about = `midi_control_change ${to.channel} ${to.controller}`;
  tellAll(host, about, `${about} ${to.raw}`);
}

import type { Session } from '../session.js';
import type { Controller } from './controller.js';
import type { MidiInput } from './midi-input.js';
import type { MidiMaps } from './midi-maps.js';
import type { ParameterMonitor } from './parameter-monitor.js';

/** What MIDI does. */
export interface Midi {
  readonly input: MidiInput;
  readonly maps: MidiMaps;
  /** Channels, from 0, whose controllers that move nothing are told, and those whose programs are. */
  readonly controls: Set<number>;
  readonly programs: Set<number>;
}

/** What the commands share. */
export interface ModHost {
  readonly session: Session;
  /** In the order they came. */
  readonly controllers: Set<Controller>;
  readonly monitor: ParameterMonitor;
  readonly midi: Midi;
  /** Carries out a message; see dispatch.ts. */
  readonly carryOut: (controller: Controller, message: string) => Promise<string | null>;
  /** Whether controllers are told of the audio server's load. */
  reportLoad: boolean;
}

/** A command as it is carried out. */
export interface Call {
  readonly host: ModHost;
  readonly controller: Controller;
  /** What follows the command's name; as many as it wants, at least. */
  readonly words: readonly string[];
}

/** Carries out a command. Null where mod-host answers nothing. */
export type Handler = (call: Call) => Promise<string | null> | string | null;

/** Word `index` of a call; empty where there is none. */
export function wordOf({ words }: Call, index: number): string {
  return words[index] ?? '';
}

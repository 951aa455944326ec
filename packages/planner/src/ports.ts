import type { Plugin } from '@plugin-hostd/contracts';

/** One copy, or two copies of a mono plugin with one set of parameters: one per side. */
export type Layout = 'native' | 'dual';

/** What wiring needs to know of an instance. */
export interface PlannedInstance {
  readonly instance: number;
  readonly audioInputs: Plugin['audioInputs'];
  readonly audioOutputs: Plugin['audioOutputs'];
  readonly noteInputs: number;
  readonly noteOutputs: number;
  /** Set on a plugin that mod-host runs, which makes no two copies of it. */
  readonly refusal?: string | undefined;
}

type AudioPorts = Plugin['audioInputs'];

/** Name of an audio port in the way of mod-host; port and channel count from 0 here and from 1 in the name. */
export function audioPortName(
  instance: number,
  direction: 'in' | 'out',
  port: number,
  channel: number,
): string {
  return `effect_${instance}:${direction}${port + 1}_${channel + 1}`;
}

/** Name of a note port. */
export function notePortName(instance: number, direction: 'in' | 'out', port: number): string {
  return `effect_${instance}:events_${direction}${port + 1}`;
}

/** Index of the main port: the one that says so, else the first; -1 without ports. */
function mainIndex(ports: AudioPorts): number {
  const index = ports.findIndex((port) => port.main);
  return index >= 0 ? index : ports.length > 0 ? 0 : -1;
}

/** Channels of the main port of one copy. */
export function mainChannels(ports: AudioPorts): number {
  return ports[mainIndex(ports)]?.channels ?? 0;
}

/** Names of the main port's channels, those of both copies for a dual instance. */
export function mainPortNames(
  instance: number,
  direction: 'in' | 'out',
  ports: AudioPorts,
  layout: Layout,
): readonly string[] {
  const port = mainIndex(ports);
  const channels = mainChannels(ports) * (layout === 'dual' ? 2 : 1);
  return Array.from({ length: channels }, (_, channel) => audioPortName(instance, direction, port, channel));
}

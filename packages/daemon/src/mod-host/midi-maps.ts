/** What a parameter's controller is: a MIDI channel, from 0, and a controller of it. */
export interface MidiSource {
  readonly channel: number;
  readonly controller: number;
}

/** A parameter and the range of it that its controller moves through. */
export interface MidiTarget {
  readonly instance: number;
  readonly symbol: string;
  readonly min: number;
  readonly max: number;
}

/** A controller's position, from 0 to 1, and the value that it was sent as. */
export interface MidiMove extends MidiSource {
  readonly raw: number;
  readonly position: number;
}

/** The number that mod-host gives the pitch wheel among the controllers. */
export const pitchWheel = 131;

const controlChange = 0xb0;
const pitchBend = 0xe0;
const [highest7, highest14] = [127, 16383];

/** Reads a short message as the move of a controller; null for another. */
export function readMove([status = 0, first = 0, second]: readonly number[]): MidiMove | null {
  const [kind, channel] = [status & 0xf0, status & 0x0f];
  if (second === undefined || (kind !== controlChange && kind !== pitchBend)) return null;
  if (kind === controlChange) return { channel, controller: first, raw: second, position: second / highest7 };
  const raw = (second << 7) | first;
  return { channel, controller: pitchWheel, raw, position: raw / highest14 };
}

interface Mapping extends MidiTarget {
  /** Null while it waits to be learnt. */
  source: MidiSource | null;
}

const same = (a: Pick<MidiTarget, 'instance' | 'symbol'>, b: Pick<MidiTarget, 'instance' | 'symbol'>) =>
  a.instance === b.instance && a.symbol === b.symbol;

/** Which controller moves which parameters. A parameter has one controller at most; a controller moves all that have it. */
export class MidiMaps {
  #maps: Mapping[] = [];
  #learning: Mapping | null = null;

  /** Maps a parameter, anew if it was mapped. */
  map(target: MidiTarget, source: MidiSource): void {
    this.#put({ ...target, source });
  }

  /** The next controller that moves nothing yet becomes that of the parameter, and no other waits for one. */
  learn(target: MidiTarget): void {
    this.#learning = this.#put({ ...target, source: null });
  }

  /** False when it was not mapped and did not wait. */
  unmap(instance: number, symbol: string): boolean {
    const before = this.#maps.length;
    this.#drop((it) => same(it, { instance, symbol }));
    return this.#maps.length < before;
  }

  /** Forgets the parameters of an instance. */
  forget(instance: number): void {
    this.#drop((it) => it.instance === instance);
  }

  /** The parameters that a controller moves; learnt when this is its first move and one waits for it. */
  moved({ channel, controller }: MidiSource): {
    readonly targets: readonly MidiTarget[];
    readonly learnt: boolean;
  } {
    const targets = this.#maps.filter(
      ({ source }) => source?.channel === channel && source.controller === controller,
    );
    const waiting = this.#learning;
    if (targets.length > 0 || !waiting) return { targets, learnt: false };
    waiting.source = { channel, controller };
    this.#learning = null;
    return { targets: [waiting], learnt: true };
  }

  #put(map: Mapping): Mapping {
    this.#drop((it) => same(it, map));
    this.#maps.push(map);
    return map;
  }

  #drop(is: (map: Mapping) => boolean): void {
    if (this.#learning && is(this.#learning)) this.#learning = null;
    this.#maps = this.#maps.filter((it) => !is(it));
  }
}

/** What is known of a parameter, to find its value at a position. */
export interface ParameterShape {
  readonly min: number;
  readonly max: number;
  readonly stepped: boolean;
}

/** The value of a parameter at a controller's position: between both ends of its range, whole where it has steps, one of both for a switch. */
export function valueAt(
  position: number,
  { min, max }: MidiTarget,
  shape: ParameterShape | undefined,
): number {
  if (shape?.stepped && shape.max - shape.min === 1) return position > 0.5 ? shape.max : shape.min;
  const value = position >= 1 ? max : position <= 0 ? min : min + (max - min) * position;
  return shape?.stepped ? Math.round(value) : value;
}

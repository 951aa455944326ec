// The terms in which an effect is declared. A declaration is plain data: C++ tables, the manual and any panel follow from it.

/** What the numbers of a parameter mean; decides how its text is written and read. */
export type Unit =
  | 'hz'
  | 'db'
  | 'ms'
  | 's'
  | 'percent'
  | 'ratio'
  | 'q'
  | 'degrees'
  | 'octaves'
  | 'semitones'
  | 'beats'
  | 'count'
  | 'toggle'
  | 'choice';

/** How a control spreads the range: in equal steps, or in equal ratios. */
export type Curve = 'linear' | 'log';

export interface Parameter {
  /** Stable for ever: saved sessions and automation refer to it. */
  readonly id: number;
  /** What a person types in a chain: `b1_freq`. Equal to the name in lower case with `_` for spaces. */
  readonly symbol: string;
  readonly name: string;
  /** Heading under which hosts and panels show it; empty for none. */
  readonly group: string;
  readonly unit: Unit;
  /** Limits and default in the unit; percent runs from 0 to 1, a choice counts from 0. */
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly curve: Curve;
  /** Distance of the values that can be set; 0 for any value. */
  readonly step: number;
  /** Names of the values of a choice, in order. */
  readonly labels: readonly string[];
  /** Time in which a change takes full effect. */
  readonly smoothingMs: number;
  /** The end of the range that means "off"; of a ratio, the end that means infinity. */
  readonly offAt: 'never' | 'min' | 'max';
  /** One sentence for the manual. */
  readonly summary: string;
}

export interface AudioPort {
  readonly symbol: string;
  readonly name: string;
  readonly direction: 'input' | 'output';
  readonly channels: 1 | 2;
  /** What controls the effect and is not heard; hosts may leave it unconnected. */
  readonly isSideChain: boolean;
}

/** A value that an effect shows while it runs. */
export interface Meter {
  /** Equal to the name in lower case with `_` for spaces; no parameter has it. */
  readonly symbol: string;
  readonly name: string;
  readonly unit: Unit;
  readonly min: number;
  readonly max: number;
  /** The gain that the effect applies now, in dB: 0 for none, below 0 for a reduction. */
  readonly isGainReduction: boolean;
  /** One sentence for the manual. */
  readonly summary: string;
}

/** Settings with a name. */
export interface Preset {
  readonly name: string;
  /** By symbol, in the parameter's unit; a parameter that is not here has its default. */
  readonly values: Readonly<Record<string, number>>;
}

export interface EffectDeclaration {
  /** `org.plugin-hostd.<folder>`, stable for ever. */
  readonly id: string;
  /** The folder, and the name in a chain: `omx-eq8`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** CLAP's feature names. */
  readonly features: readonly string[];
  readonly ports: readonly AudioPort[];
  readonly params: readonly Parameter[];
  readonly meters?: readonly Meter[];
  readonly presets?: readonly Preset[];
  /** Whether the effect calls for the host's tempo. */
  readonly usesTempo?: boolean;
  /** Whether the output is late by some frames, at some rate. */
  readonly hasLatency?: boolean;
  /** Markdown for the manual, without a heading. */
  readonly manual: string;
}

/** One stereo input and one stereo output. */
export const stereoPorts: readonly AudioPort[] = [
  { symbol: 'in', name: 'Input', direction: 'input', channels: 2, isSideChain: false },
  { symbol: 'out', name: 'Output', direction: 'output', channels: 2, isSideChain: false },
];

/** The same with a stereo side chain, which is silent where it is not connected. */
export const stereoWithSideChain: readonly AudioPort[] = [
  ...stereoPorts,
  { symbol: 'sidechain', name: 'Side chain', direction: 'input', channels: 2, isSideChain: true },
];

/** The symbol that belongs to a name. */
export function symbolOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}

type Given = Pick<Parameter, 'id' | 'name' | 'summary'> & Partial<Parameter>;

function parameter(given: Given & Pick<Parameter, 'unit' | 'min' | 'max' | 'default'>): Parameter {
  return {
    symbol: symbolOf(given.name),
    group: '',
    curve: 'linear',
    step: 0,
    labels: [],
    smoothingMs: 20,
    offAt: 'never',
    ...given,
  };
}

/** A parameter on a continuous range. */
export function continuous(given: Given & Pick<Parameter, 'unit' | 'min' | 'max' | 'default'>): Parameter {
  return parameter(given);
}

/** A switch: 0 off, 1 on. */
export function toggle(given: Given & { readonly default: 0 | 1 }): Parameter {
  return parameter({ unit: 'toggle', min: 0, max: 1, step: 1, ...given });
}

/** One of several named values. */
export function choice(given: Given & Pick<Parameter, 'labels' | 'default'>): Parameter {
  return parameter({ unit: 'choice', min: 0, max: given.labels.length - 1, step: 1, ...given });
}

/** What an effect shows while it runs. */
export function meter(
  given: Pick<Meter, 'name' | 'unit' | 'min' | 'max' | 'summary'> & Partial<Meter>,
): Meter {
  return { symbol: symbolOf(given.name), isGainReduction: false, ...given };
}
